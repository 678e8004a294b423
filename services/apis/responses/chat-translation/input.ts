// Translates instructions and input items to chat messages.

import { type ChatMessage, ChatWriter, type Content } from '../../dialect/index.ts';
import { reasoningIn } from './reasoning.ts';
import { Tools } from './tools.ts';
import { OnlyInResponses, requiredName, Untranslatable } from './untranslatable.ts';

type Json = Record<string, unknown>;
type Path = (string | number)[];

/** Returns the messages of a conversation. */
export function messagesOf(input: unknown, instructions: unknown, tools: Tools): ChatMessage[] {
  const writer = new ChatWriter();
  if (instructions != null) writer.instruct(userContent(['instructions'], instructions));
  if (typeof input === 'string') writer.user(input);
  else if (Array.isArray(input)) for (const [at, item] of input.entries()) addItem(writer, ['input', at], item, tools);
  else if (input != null) throw new Untranslatable(['input'], 'take a text or a list of items', input);
  return writer.messages();
}

/** Returns why no model takes the item, as `input.0`, whatever API its upstream has; undefined if a model may take it. */
export function wrongItem(item: unknown): Untranslatable | undefined {
  try {
    messagesOf([item], undefined, new Tools({ input: [item] }));
  } catch (error) {
    if (!(error instanceof Untranslatable)) throw error;
    return error instanceof OnlyInResponses ? undefined : error;
  }
  return undefined;
}

function addItem(writer: ChatWriter, path: Path, given: unknown, tools: Tools): void {
  const item = Object(given) as Json;
  const { id, call_id: callId = id, namespace } = item;
  const nameOf = (): string => tools.nameOf(requiredName(item, path), namespace);
  const type = item.type ?? 'message';
  if (type === 'message') addMessage(writer, path, item);
  else if (type === 'function_call') writer.call(callId, nameOf(), item.arguments);
  else if (type === 'custom_tool_call') writer.call(callId, nameOf(), { input: item.input });
  else if (type === 'local_shell_call') writer.call(callId, 'local_shell', item.action);
  else if (type === 'tool_search_call') writer.call(callId, 'tool_search', item.arguments);
  else if (type === 'tool_search_output') writer.result(callId, foundTools(item.tools));
  else if (outputs.has(type)) writer.result(callId, userContent([...path, 'output'], item.output));
  else if (type === 'reasoning') writer.say({ reasoning: reasoningIn(item) });
  else if (!leftOut.has(type)) {
    const Refusal = otherItems.test(String(type)) ? OnlyInResponses : Untranslatable;
    throw new Refusal([...path, 'type'], `have no items of the type '${String(type)}'`, type);
  }
}

/** Items and parts without a translation. Calls and outputs of new tools are items too; a colon is in a vendor's own. */
const otherItems = /^(compaction\w*|program|mcp_\w+|\w+_(call|output))$|:/;
const otherParts = /^(input_\w+|computer_screenshot|summary_text|reasoning_text|encrypted_content)$|:/;

/** Searches: the message after them has the facts that the model took. The tools and the settings are read elsewhere. */
const leftOut: ReadonlySet<unknown> = new Set([
  'file_search_call',
  'web_search_call',
  'additional_tools',
  'configuration_update',
]);
const outputs: ReadonlySet<unknown> = new Set([
  'function_call_output',
  'custom_tool_call_output',
  'local_shell_call_output',
]);

/** Tells the model which tools it may call now. */
function foundTools(given: unknown): string {
  const tools = (Array.isArray(given) ? given : []).map((tool: unknown) => Object(tool) as Json);
  const names = tools.map(({ name, type }) => String(name ?? type));
  return names.length === 0 ? 'No tools were found.' : `These tools can be called now: ${names.join(', ')}`;
}

function addMessage(writer: ChatWriter, path: Path, { role, content }: Json): void {
  const at = [...path, 'content'];
  if (role === 'system' || role === 'developer') writer.instruct(userContent(at, content));
  else if (role === 'assistant') writer.say(assistantContent(at, content), '\n\n');
  else if (role === 'user') writer.user(userContent(at, content));
  else throw new Untranslatable([...path, 'role'], `have no role '${String(role)}'`, role);
}

/** Returns the text and the refusal in a message of the model. */
function assistantContent(path: Path, content: unknown): { text: string; refusal: string } {
  if (typeof content === 'string') return { text: content, refusal: '' };
  let [text, refusal] = ['', ''];
  for (const [at, part] of partsOf(path, content)) {
    if (part.type === 'output_text' || part.type === 'input_text') text += String(part.text);
    else if (part.type === 'refusal') refusal += String(part.refusal);
    else throw noSuchPart([...path, at], part);
  }
  return { text, refusal };
}

/** Returns the content of a message to the model. */
function userContent(path: Path, content: unknown): Content {
  if (typeof content === 'string') return content;
  return partsOf(path, content).map(([at, part]) => partOf([...path, at], part));
}

function partsOf(path: Path, content: unknown): [number, Json][] {
  if (!Array.isArray(content)) throw new Untranslatable(path, 'take a text or a list of parts', content);
  return content.map((part: unknown, at) => [at, Object(part) as Json]);
}

function partOf(path: Path, part: Json): Json {
  const { type, text, image_url: url, detail, file_data, filename, input_audio } = part;
  switch (type) {
    case 'input_text':
    case 'output_text':
      return { type: 'text', text };
    case 'input_image':
      if (typeof url !== 'string') throw new OnlyInResponses(path, 'take images by image_url only', part);
      return { type: 'image_url', image_url: detail == null ? { url } : { url, detail } };
    case 'input_file':
      if (typeof file_data !== 'string') throw new OnlyInResponses(path, 'take files by file_data only', part);
      return { type: 'file', file: filename == null ? { file_data } : { file_data, filename } };
    case 'input_audio':
      return { type, input_audio };
    default:
      throw noSuchPart(path, part);
  }
}

function noSuchPart(path: Path, { type }: Json): Untranslatable {
  const Refusal = otherParts.test(String(type)) ? OnlyInResponses : Untranslatable;
  return new Refusal([...path, 'type'], `have no parts of the type '${String(type)}' here`, type);
}

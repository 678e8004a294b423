// Translates the messages of the Messages API to those of a chat completion.

import { valueError } from '../../platform/index.ts';
import { type ChatMessage, ChatWriter, functionName } from '../dialect/index.ts';
import { untranslatable } from './errors.ts';
import { isToolChange } from './tools.ts';

type Json = Record<string, unknown>;

/** A content block, and its path in the request. */
interface Block {
  block: Json;
  loc: string[];
}

/** A message of the Messages API. */
interface Message {
  role: string;
  content?: unknown;
  clear_at?: unknown;
  output_config?: unknown;
}

/** Returns the chat messages. Throws a ValidationError that names the first part without an equivalent. */
export function chatMessages(instructions: string | undefined, messages: readonly Message[]): ChatMessage[] {
  const writer = new ChatWriter();
  if (instructions !== undefined) writer.instruct(instructions);
  const lastOfUser = messages.findLastIndex(({ role }) => role === 'user');
  for (const [index, { role, content, clear_at: end }] of messages.entries()) {
    const loc = ['messages', String(index), 'content'];
    if (role === 'system') {
      const said = Array.isArray(content) ? content.filter((block) => !isToolChange(Object(block))) : content;
      const text = textOf(said, loc);
      const isOver = end === 'next_user_message' && index < lastOfUser;
      if (text !== '' && !isOver) writer.instruct(text);
    } else if (role === 'assistant') addTurn(writer, content, loc);
    else if (typeof content === 'string') writer.user(content);
    else addUser(writer, blocksOf(content, loc));
  }
  return writer.messages();
}

/**
 * Returns the effort that a system message sets for this answer; undefined if none does. It begins with the question
 * before the message, or with the next one. The results of tools are no question.
 */
export function changedEffort(messages: readonly Message[]): unknown {
  let [changed, next, isAsked]: [unknown, unknown, boolean] = [undefined, undefined, false];
  for (const message of messages) {
    if (message.role === 'system') next = effortOfMessage(message) ?? next;
    else isAsked = message.role === 'user' && !hasOnlyResults(message);
    if (isAsked) changed = next;
  }
  return changed;
}

function effortOfMessage({ output_config: config }: Message): unknown {
  return (Object(config) as Json).effort ?? undefined;
}

function hasOnlyResults({ content }: Message): boolean {
  return Array.isArray(content) && content.every((block) => (Object(block) as Json).type === 'tool_result');
}

/** Returns a text, or the texts of text blocks. */
export function textOf(content: unknown, loc: string[]): string {
  if (typeof content === 'string') return content;
  const texts = blocksOf(content, loc).map((one) => {
    if (one.block.type !== 'text') throw unknownBlock(one);
    return textIn(one);
  });
  return texts.join('\n\n');
}

function blocksOf(content: unknown, loc: string[]): Block[] {
  if (!Array.isArray(content)) {
    throw valueError(['body', ...loc], 'must be a text or a list of content blocks', content ?? null);
  }
  return content.map((block: unknown, index) => ({ block: Object(block) as Json, loc: [...loc, String(index)] }));
}

function addTurn(writer: ChatWriter, content: unknown, loc: string[]): void {
  const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : content;
  for (const one of blocksOf(blocks, loc)) {
    const { type, id, name, input, thinking } = one.block;
    if (type === 'text') writer.say({ text: textIn(one) });
    else if (type === 'tool_use') writer.call(id, functionName(String(name)), input);
    else if (type === 'thinking') writer.say({ reasoning: typeof thinking === 'string' ? thinking : '' });
    else if (!isLeftOut(type)) throw unknownBlock(one);
  }
}

/** A coding agent's note to the model, which is nothing that the user said. */
const reminder = /^\s*<system-reminder>\n?((?:(?!<\/system-reminder>)[\s\S])*?)\n?<\/system-reminder>\s*$/;

function addUser(writer: ChatWriter, blocks: Block[]): void {
  const parts: Json[] = [];
  const hasResult = blocks.some(({ block }) => block.type === 'tool_result');
  for (const one of blocks) {
    const { type, tool_use_id: id, content, is_error: isError, text } = one.block;
    const note = hasResult && type === 'text' ? reminder.exec(String(text))?.[1] : undefined;
    if (note !== undefined) writer.instruct(note);
    else if (type !== 'tool_result') parts.push(...partsOf(one));
    else {
      const own = resultParts(content, [...one.loc, 'content']);
      writer.result(id, isError === true ? asError(own) : own);
    }
  }
  if (parts.length > 0) writer.user(parts);
}

/** Returns true for blocks that only the server that wrote them can use. */
function isLeftOut(type: unknown): boolean {
  return type === 'redacted_thinking' || type === 'server_tool_use' || String(type).endsWith('_tool_result');
}

function asError(parts: Json[]): Json[] {
  const texts = parts.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  const others = parts.filter(({ type }) => type !== 'text');
  return [{ type: 'text', text: `Error: ${texts.join('\n\n')}` }, ...others];
}

function resultParts(content: unknown, loc: string[]): Json[] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return blocksOf(content, loc).flatMap(partsOf);
}

/** Returns the parts of a chat message for a block. */
function partsOf(one: Block): Json[] {
  const { block, loc } = one;
  const { type, title, source: given, content, tool_name: tool } = block;
  const text = (value: string): Json[] => [{ type: 'text', text: value }];
  const titled = (value: string): string => (typeof title === 'string' ? `${title}\n\n${value}` : value);
  if (type === 'text') return text(textIn(one));
  if (type === 'search_result') return text(titled(`${String(given)}\n\n${textOf(content, [...loc, 'content'])}`));
  if (type === 'tool_reference') return text(`Tool: ${String(tool)}`);
  const source = Object(given) as Json;
  if (type === 'document' && source.type === 'text') return text(titled(String(source.data)));
  if (type === 'document' && source.type === 'content')
    return [
      ...(typeof title === 'string' ? text(title) : []),
      ...resultParts(source.content, [...loc, 'source', 'content']),
    ];
  if (type === 'document' && source.type === 'base64') return documentParts(source, title, loc);
  if (type !== 'image') throw unknownBlock(one);
  return [{ type: 'image_url', image_url: { url: imageUrl(source, [...loc, 'source']) } }];
}

/** Returns the parts for a document with its bytes: a text, or a file. */
function documentParts({ media_type: mediaType, data }: Json, title: unknown, loc: string[]): Json[] {
  if (typeof data !== 'string') throw valueError(['body', ...loc, 'source', 'data'], 'must be base64', data ?? null);
  const filename = typeof title === 'string' ? title : undefined;
  if (String(mediaType).startsWith('text/')) {
    const text = Buffer.from(data, 'base64').toString();
    return [{ type: 'text', text: filename === undefined ? text : `${filename}\n\n${text}` }];
  }
  const file_data = `data:${String(mediaType)};base64,${data}`;
  return [{ type: 'file', file: { filename: filename ?? 'document.pdf', file_data } }];
}

function imageUrl({ type, media_type: mediaType, data, url }: Json, loc: string[]): string {
  if (type === 'url' && typeof url === 'string') return url;
  if (type === 'base64' && typeof data === 'string') return `data:${String(mediaType)};base64,${data}`;
  throw untranslatable([...loc, 'type'], type, 'an image that is neither base64 nor a URL');
}

function textIn({ block: { text }, loc }: Block): string {
  if (typeof text === 'string') return text;
  throw valueError(['body', ...loc, 'text'], 'a text block must have a text', text ?? null);
}

function unknownBlock({ block: { type }, loc }: Block): Error {
  const what = typeof type === 'string' ? `a block of type '${type.slice(0, 100)}' here` : 'a block without a type';
  return untranslatable([...loc, 'type'], type, what);
}

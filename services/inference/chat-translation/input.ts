// Translates instructions and input items to chat messages.

import { Untranslatable } from './untranslatable.ts';

type Json = Record<string, unknown>;

/** A message of chat completions. */
export interface ChatMessage extends Json {
  role: 'system' | 'user' | 'assistant' | 'tool';
}

/** Returns the messages of a conversation. */
export function messagesOf(input: unknown, instructions: unknown): ChatMessage[] {
  const conversation = new Conversation();
  if (instructions != null) conversation.instruct(['instructions'], instructions);
  if (typeof input === 'string') conversation.add(['input'], { role: 'user', content: input });
  else if (Array.isArray(input)) for (const [at, item] of input.entries()) conversation.add(['input', at], item);
  else if (input != null) throw new Untranslatable(['input'], 'take a text or a list of items', input);
  return conversation.messages;
}

type Path = (string | number)[];

class Conversation {
  readonly messages: ChatMessage[] = [];
  /** The reasoning that belongs to the next message of the model. */
  #reasoning = '';
  /** The number of messages before the current turn. */
  #earlier = 0;

  add(path: Path, given: unknown): void {
    const item = Object(given) as Json;
    const { type = 'message' } = item;
    if (type === 'message') this.#message(path, item);
    else if (type === 'function_call') this.#call(item);
    else if (type === 'function_call_output') this.#output(path, item);
    else if (type === 'reasoning') this.#keepReasoning(item);
    // Searches are left out: the message after a search has the facts that the model took from the results.
    else if (type !== 'file_search_call')
      throw new Untranslatable([...path, 'type'], `have no items of the type '${String(type)}'`, type);
  }

  #message(path: Path, { role, content }: Json): void {
    const at = [...path, 'content'];
    if (role === 'system' || role === 'developer') this.instruct(at, content);
    else if (role === 'assistant') {
      const { text, refusal } = assistantContent(at, content);
      this.#ofModel({ content: text, ...(refusal === '' ? {} : { refusal }) });
    } else if (role === 'user') {
      // The reasoning of earlier turns means nothing to the model, and some servers refuse it.
      for (const message of this.messages.slice(this.#earlier)) delete message.reasoning_content;
      this.#reasoning = '';
      this.messages.push({ role, content: userContent(at, content) });
      this.#earlier = this.messages.length;
    } else throw new Untranslatable([...path, 'role'], `have no role '${String(role)}'`, role);
  }

  /**
   * Adds instructions. The first ones become one message, because the templates of many models accept only one. Servers
   * of open models know no `developer`.
   */
  instruct(path: Path, given: unknown): void {
    const content = userContent(path, given);
    const [first] = this.messages;
    const isNext = this.messages.length === 1 && first?.role === 'system';
    if (isNext && typeof first.content === 'string' && typeof content === 'string') {
      first.content = `${first.content}\n\n${content}`;
    } else this.messages.push({ role: 'system', content });
  }

  /** Adds a call to the message of the model before it, which has the calls that were made in parallel. */
  #call({ call_id, name, arguments: given }: Json): void {
    const last = this.messages.at(-1);
    const message = last?.role === 'assistant' ? last : this.#ofModel({ content: null });
    if (this.#reasoning !== '') message.reasoning_content = `${message.reasoning_content ?? ''}${this.#reasoning}`;
    this.#reasoning = '';
    message.tool_calls ??= [];
    (message.tool_calls as Json[]).push({ id: call_id, type: 'function', function: { name, arguments: given } });
  }

  #output(path: Path, { call_id, output }: Json): void {
    const content = userContent([...path, 'output'], output);
    if (typeof content !== 'string')
      throw new Untranslatable([...path, 'output'], 'take only text from a function', output);
    this.messages.push({ role: 'tool', tool_call_id: call_id, content });
  }

  /** Keeps the reasoning for the message after it. Encrypted reasoning and summaries are of no use to other servers. */
  #keepReasoning({ content }: Json): void {
    const parts = Array.isArray(content) ? content : [];
    const texts = parts.map((part: unknown) => (Object(part) as Json).text);
    this.#reasoning += texts.filter((text) => typeof text === 'string').join('');
  }

  #ofModel(members: Json): ChatMessage {
    const thought = this.#reasoning === '' ? {} : { reasoning_content: this.#reasoning };
    const message: ChatMessage = { role: 'assistant', ...members, ...thought };
    this.#reasoning = '';
    this.messages.push(message);
    return message;
  }
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

/**
 * Returns the content of a message to the model: a string if it has only text, because some servers accept only
 * strings.
 */
function userContent(path: Path, content: unknown): string | Json[] {
  if (typeof content === 'string') return content;
  const parts = partsOf(path, content).map(([at, part]) => partOf([...path, at], part));
  if (parts.some(({ type }) => type !== 'text')) return parts;
  return parts.map(({ text }) => text).join('\n');
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
      if (typeof url !== 'string') throw new Untranslatable(path, 'take images by image_url only', part);
      return { type: 'image_url', image_url: detail == null ? { url } : { url, detail } };
    case 'input_file':
      if (typeof file_data !== 'string') throw new Untranslatable(path, 'take files by file_data only', part);
      return { type: 'file', file: filename == null ? { file_data } : { file_data, filename } };
    case 'input_audio':
      return { type, input_audio };
    default:
      throw noSuchPart(path, part);
  }
}

function noSuchPart(path: Path, { type }: Json): Untranslatable {
  return new Untranslatable([...path, 'type'], `have no parts of the type '${String(type)}' here`, type);
}

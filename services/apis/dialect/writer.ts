// Writes the turns of a conversation as chat messages that strict servers and the templates of open models take: the
// results of tool calls stand directly behind them, each call has one, no message of the model is empty, the one system
// message stands first, and no two messages of the user follow each other.

import { withoutExtra } from './call-ids.ts';

type Json = Record<string, unknown>;

/** A message of chat completions. */
export interface ChatMessage extends Json {
  role: 'system' | 'user' | 'assistant' | 'tool';
}

/** A message with content: instructions, or one of the user. */
interface Said extends ChatMessage {
  content: Content;
}

/** The content of a message: a text, or parts in the form of chat completions. */
export type Content = string | Json[];

interface Call {
  id: unknown;
  name: unknown;
  arguments: string;
  result?: Content;
}

/** A turn of the model. */
interface Turn {
  text: string;
  refusal: string;
  reasoning: string;
  calls: Call[];
}

type Entry = Said | Turn;

/** The result of a call that never got one. */
const noResult = 'The call was interrupted: it has no result.';
/** The text of a result that has images or files only. They follow in a message of the user. */
const attached = 'The result follows.';

export class ChatWriter {
  readonly #entries: Entry[] = [];

  /**
   * Adds instructions. Those before the conversation become one system message. Later ones stay in their place, as a part
   * of what the user said or a tool returned: many templates refuse a system message there. Servers of open models know no
   * `developer`.
   */
  instruct(given: Content): void {
    const content = plain(given);
    const [first] = this.#entries;
    const isNext = this.#entries.length === 1 && first !== undefined && 'role' in first && first.role === 'system';
    if (isNext && typeof first.content === 'string' && typeof content === 'string') {
      first.content = `${first.content}\n\n${content}`;
    } else this.#entries.push({ role: 'system', content });
  }

  /** Adds a message of the user. */
  user(content: Content): void {
    this.#entries.push({ role: 'user', content: plain(content) });
  }

  /** Adds to the model's turn. `separator` stands between the text and an earlier one. */
  say({ text = '', refusal = '', reasoning = '' }: Partial<Omit<Turn, 'calls'>>, separator = ''): void {
    const turn = this.#turn();
    turn.text += text !== '' && turn.text !== '' ? separator + text : text;
    turn.refusal += refusal;
    turn.reasoning += reasoning;
  }

  /** Adds a call to the model's turn. */
  call(id: unknown, name: unknown, given: unknown): void {
    this.#turn().calls.push({ id, name, arguments: argumentsOf(given) });
  }

  /** Adds the result of the last call with the id that has none yet. Without one, it is a message of the user. */
  result(id: unknown, content: Content): void {
    for (const turn of this.#turns().reverse()) {
      const call = turn.calls.find((one) => one.id === id && one.result === undefined);
      if (call === undefined) continue;
      call.result = content;
      return;
    }
    this.user(content);
  }

  messages(): ChatMessage[] {
    const messages: ChatMessage[] = [];
    // Earlier reasoning means nothing to the model, and some servers refuse it.
    const current = this.#entries.findLastIndex((entry) => 'role' in entry && entry.role === 'user');
    for (const [at, entry] of this.#entries.entries()) {
      if ('role' in entry) {
        if (entry.role === 'user') addUser(messages, entry.content);
        else if (at > 0) remind(messages, entry.content);
        else messages.push(entry);
        continue;
      }
      messages.push(...messagesOf(entry, at > current));
      const attachments = entry.calls.flatMap(({ result = '' }) =>
        partsOf(result).filter(({ type }) => type !== 'text'),
      );
      if (attachments.length > 0) addUser(messages, attachments);
    }
    return messages;
  }

  /** Returns the turn of the model that is open. A turn whose calls have results has ended. */
  #turn(): Turn {
    const last = this.#entries.at(-1);
    const isOpen = last !== undefined && !('role' in last) && last.calls.every(({ result }) => result === undefined);
    if (isOpen) return last;
    const turn = { text: '', refusal: '', reasoning: '', calls: [] };
    this.#entries.push(turn);
    return turn;
  }

  #turns(): Turn[] {
    return this.#entries.filter((entry): entry is Turn => !('role' in entry));
  }
}

/** Adds content to the user's message at the end. */
function addUser(messages: ChatMessage[], content: Content): void {
  const last = messages.at(-1);
  if (last?.role !== 'user') messages.push({ role: 'user', content });
  else messages[messages.length - 1] = { ...last, content: joined(last.content as Content, content) };
}

function joined(before: Content, after: Content): Content {
  if (typeof before === 'string' && typeof after === 'string') return `${before}\n\n${after}`;
  return [...partsOf(before), ...partsOf(after)];
}

/** Adds instructions in the marks that coding agents use, to the result of a tool or the user's message at the end. */
function remind(messages: ChatMessage[], content: Content): void {
  const text = `<system-reminder>\n${textOf(content)}\n</system-reminder>`;
  const last = messages.at(-1);
  // With a message of the user after the results, templates drop the reasoning of the turn, or refuse the conversation.
  if (last?.role === 'tool') messages[messages.length - 1] = { ...last, content: `${last.content}\n\n${text}` };
  else addUser(messages, text);
}

/** Returns the messages of a turn: none if it is empty. */
function messagesOf({ text, refusal, reasoning, calls }: Turn, isCurrent: boolean): ChatMessage[] {
  const said = text === '' ? refusal : text;
  if (said === '' && calls.length === 0) return [];
  const message: ChatMessage = {
    role: 'assistant',
    content: said === '' ? null : said,
    ...(refusal === '' ? {} : { refusal }),
    // DeepSeek, SGLang and llama.cpp read the first name; vLLM, Ollama and Groq the second one.
    ...(isCurrent && reasoning !== '' ? { reasoning_content: reasoning, reasoning } : {}),
  };
  if (calls.length === 0) return [message];
  message.tool_calls = calls.map(({ id: given, name, arguments: args }) => {
    const { id, extra } = withoutExtra(given);
    const call = { id, type: 'function', function: { name, arguments: args } };
    return extra === undefined ? call : { ...call, extra_content: extra };
  });
  const results = calls.map(
    ({ id, result = noResult }): ChatMessage => ({
      role: 'tool',
      tool_call_id: withoutExtra(id).id,
      content: textOf(result),
    }),
  );
  return [message, ...results];
}

/** Returns the text of a result. Results are texts: few servers take parts. */
function textOf(content: Content): string {
  if (typeof content === 'string') return content;
  const texts = content.flatMap(({ type, text }) => (type === 'text' ? [String(text)] : []));
  return texts.length === 0 && content.length > 0 ? attached : texts.join('\n\n');
}

/** Returns the content as one text if all of its parts are texts: some servers, such as DeepSeek's, take no parts. */
function plain(content: Content): Content {
  if (typeof content === 'string' || content.some(({ type }) => type !== 'text')) return content;
  return content.map(({ text }) => text).join('\n\n');
}

function partsOf(content: Content): Json[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : content;
}

/** Returns arguments as a JSON object, which models do not always write. The templates of many models take no other value. */
function argumentsOf(given: unknown): string {
  if (given === undefined || given === null || given === '') return '{}';
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  try {
    const value: unknown = JSON.parse(text);
    if (value === null) return '{}';
    if (typeof value === 'object' && !Array.isArray(value)) return text;
  } catch {
    // It is no JSON at all.
  }
  return JSON.stringify({ arguments: given });
}

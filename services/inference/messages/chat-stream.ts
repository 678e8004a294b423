// Translates the stream of a chat completion to the events of a message, event by event.
//
// In the Messages API one block is open at a time, and closed for good. A chat completion may mix the parts of several
// tool calls, and does not tell when a call is complete. So the first call is passed on as it arrives, and stays open
// until the end of the stream; later calls, and texts after a call, are sent in blocks of their own at the end.

import type { StreamTranslation } from '../upstream/answer-form.ts';
import type { EventData } from '../upstream/event-stream.ts';
import { type Asked, emptyMessage, endOf, reasoningIn, textIn, toolUseId, usageOf } from './chat-answer.ts';
import { eventOf } from './errors.ts';

type Json = Record<string, unknown>;
type Kind = 'text' | 'thinking';

/** A tool call. */
interface Call {
  id: string;
  name: string;
  /** The parts of the arguments that are not sent yet. */
  held: string;
}

export class ChatStream implements StreamTranslation {
  readonly #asked: Asked;
  #hasBegun = false;
  /** The index of the open block, or of the next one. */
  #index = 0;
  #open: Kind | Call | undefined;
  readonly #calls = new Map<unknown, Call>();
  /** Texts that arrived after the start of a call. */
  readonly #late: Record<Kind, string> = { thinking: '', text: '' };
  /** The choice that has the reason of the end. */
  #last: Json = {};
  #usage: unknown;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  next({ choices, usage }: EventData): string {
    if (typeof usage === 'object' && usage !== null) this.#usage = usage;
    const [first] = Array.isArray(choices) ? (choices as unknown[]) : [];
    const choice = Object(first) as Json;
    if (typeof choice.finish_reason === 'string') this.#last = choice;
    const delta = Object(choice.delta) as Json;
    let events = this.#begin();
    if (this.#asked.showsThinking) events += this.#say('thinking', reasoningIn(delta));
    events += this.#say('text', textIn(delta));
    if (Array.isArray(delta.tool_calls)) {
      for (const part of delta.tool_calls as unknown[]) events += this.#addToCall(part);
    }
    return events;
  }

  end(isDone: boolean): string | undefined {
    if (!isDone && this.#last.finish_reason === undefined) return undefined;
    const others = [...this.#calls.values()].filter((call) => call !== this.#open);
    let events = this.#begin() + this.#close();
    for (const call of others) events += this.#openCall(call) + this.#close();
    for (const kind of ['thinking', 'text'] as const) events += this.#say(kind, this.#late[kind]);
    const delta = endOf(this.#last, this.#asked, this.#calls.size > 0);
    return (
      events +
      this.#close() +
      eventOf({ type: 'message_delta', delta, usage: usageOf(this.#usage) }) +
      eventOf({ type: 'message_stop' })
    );
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    return (
      eventOf({ type: 'message_start', message: emptyMessage(this.#asked, this.#usage) }) + eventOf({ type: 'ping' })
    );
  }

  #say(kind: Kind, text: string): string {
    if (text === '') return '';
    if (typeof this.#open === 'object') {
      this.#late[kind] += text;
      return '';
    }
    let events = '';
    if (this.#open !== kind) {
      const block = kind === 'text' ? { type: 'text', text: '' } : { type: 'thinking', thinking: '', signature: '' };
      events = this.#close() + this.#start(kind, block);
    }
    return events + this.#delta({ type: `${kind}_delta`, [kind]: text });
  }

  #addToCall(part: unknown): string {
    const { index, id, function: called } = Object(part) as Json;
    const { name, arguments: given } = Object(called) as Json;
    // Some servers send whole calls without an index.
    const key = index ?? id ?? this.#calls.size;
    const call = this.#calls.get(key) ?? { id: '', name: '', held: '' };
    this.#calls.set(key, call);
    if (call.id === '' && typeof id === 'string') call.id = id;
    if (call.name === '' && typeof name === 'string') call.name = name;
    if (typeof given === 'string') call.held += given;
    if (call === this.#open) return this.#sendHeld(call);
    // A block begins with the name of its tool.
    return typeof this.#open === 'object' || call.name === '' ? '' : this.#close() + this.#openCall(call);
  }

  #openCall(call: Call): string {
    const block = { type: 'tool_use', id: toolUseId(call.id), name: call.name, input: {} };
    return this.#start(call, block) + this.#sendHeld(call);
  }

  #sendHeld(call: Call): string {
    const { held } = call;
    call.held = '';
    return held === '' ? '' : this.#delta({ type: 'input_json_delta', partial_json: held });
  }

  #start(open: Kind | Call, block: Json): string {
    this.#open = open;
    return eventOf({ type: 'content_block_start', index: this.#index, content_block: block });
  }

  #delta(delta: Json): string {
    return eventOf({ type: 'content_block_delta', index: this.#index, delta });
  }

  #close(): string {
    if (this.#open === undefined) return '';
    this.#open = undefined;
    this.#index += 1;
    return eventOf({ type: 'content_block_stop', index: this.#index - 1 });
  }
}

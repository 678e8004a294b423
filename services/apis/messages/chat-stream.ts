// Renders the stream of a chat completion as the events of a message. One block is open at a time, and closed for good.

import type { EventData, StreamTranslation } from '../../gateway/index.ts';
import type { Tokens } from '../../limits/index.ts';
import { type ChatEvent, ChatReader } from '../dialect/index.ts';
import { type Asked, blockTypeOf, emptyBlocks, emptyMessage, endOf, toolUse, usageOf } from './chat-answer.ts';
import { eventOf } from './errors.ts';

type Json = Record<string, unknown>;

export class ChatStream implements StreamTranslation {
  readonly #asked: Asked;
  readonly #reader = new ChatReader();
  #hasBegun = false;
  /** The index of the open block, or of the next one. */
  #index = 0;
  /** The type of the open block. */
  #open: unknown;
  #tokens: Tokens | undefined;

  constructor(asked: Asked) {
    this.#asked = asked;
  }

  next(data: EventData): string {
    return this.#write(this.#reader.read(data));
  }

  end(isDone: boolean): string | undefined {
    const events = this.#reader.end(isDone);
    return events === undefined ? undefined : this.#write(events);
  }

  #write(events: readonly ChatEvent[]): string {
    for (const event of events) if (event.kind === 'usage') this.#tokens = event.tokens;
    return this.#begin() + events.map((event) => this.#eventsFor(event)).join('');
  }

  #begin(): string {
    if (this.#hasBegun) return '';
    this.#hasBegun = true;
    const message = emptyMessage(this.#asked, this.#tokens);
    return eventOf({ type: 'message_start', message }) + eventOf({ type: 'ping' });
  }

  #eventsFor(event: ChatEvent): string {
    if (event.kind === 'call') return this.#start(toolUse(event, this.#asked));
    if (event.kind === 'arguments') return this.#delta({ type: 'input_json_delta', partial_json: event.text });
    if (event.kind === 'stop') return this.#stop(endOf(event, this.#asked));
    const type = 'text' in event ? blockTypeOf(event.kind, this.#asked) : undefined;
    if (type === undefined || !('text' in event)) return '';
    const started = this.#open === type ? '' : this.#start(emptyBlocks[type]);
    return started + this.#delta({ type: `${type}_delta`, [type]: event.text });
  }

  #stop(delta: Json): string {
    return (
      this.#close() +
      eventOf({ type: 'message_delta', delta, usage: usageOf(this.#tokens) }) +
      eventOf({ type: 'message_stop' })
    );
  }

  #start(block: Json): string {
    const closed = this.#close();
    this.#open = block.type;
    return closed + eventOf({ type: 'content_block_start', index: this.#index, content_block: block });
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

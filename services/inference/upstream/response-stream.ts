// The body of an upstream's answer on its way to the caller: chunk by chunk, at the caller's pace, read in passing for
// what it used. What cannot go on ends so that the caller can tell: a stream of events with an event that says why,
// anything else with a broken connection.

import type { Tokens } from '../../limits/index.ts';
import { type ByteSink, ByteStream, type CutShort } from '../../platform/index.ts';
import { type EventData, type EventReader, EventStream } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { errorEvent } from './faults.ts';
import { refusalBody } from './refusal.ts';
import { textOfEvent, tokensOfBody, tokensOfEvent } from './usage.ts';

/** Bytes at the end of a body that are kept to find its usage in. */
const tailBytes = 16 * 1024;

/** How long a stream that has said that it is over may take to end. */
const lastMs = 1000;

/** Characters of a stream's text that are kept, to be counted where no usage comes: about a million tokens. */
const maxWritten = 4 << 20;

/** How a body ended. */
export interface ResponseStreamEnd {
  complete: boolean;
  tokens: Tokens | undefined;
  bytes: number;
  /** The text of the events. */
  written: string;
  /** When the first text came, by `performance.now()`; undefined: there was none, or the events were not read. */
  firstTokenAt: number | undefined;
}

export interface ResponseStreamOptions {
  /**
   * `bytes`: handed over as they are. `events`: as they are, with an error event where they break. `model events`: events
   * of the public API, read one by one.
   */
  form: 'bytes' | 'events' | 'model events';
  /** The caller did not ask for the usage, which the upstream was asked for: its own event is left out. */
  hidesUsage: boolean;
  /** Whether a text gives away what callers must not see. */
  revealsInternals(text: string): boolean;
  /** Is told the id of a response that the events are of. */
  onResponse?(id: string): void;
  onEnd(end: ResponseStreamEnd): void;
}

const brokeOff = 'The answer broke off: its server failed.';

type BreakCode = 'upstream_failed' | 'upstream_timeout' | 'unavailable' | 'invalid_api_key';

export class ResponseStream extends ByteStream {
  readonly #exchange: Exchange;
  readonly #options: ResponseStreamOptions;
  readonly #events: EventStream | undefined;
  #sink: ByteSink | undefined;
  #tail: Buffer[] = [];
  #tailLength = 0;
  #tokens: Tokens | undefined;
  #bytes = 0;
  #written = '';
  #firstTokenAt: number | undefined;
  #isOver = false;
  #hasResponse = false;
  #hasFailed = false;

  constructor(exchange: Exchange, options: ResponseStreamOptions) {
    super();
    this.#exchange = exchange;
    this.#options = options;
    if (options.form === 'model events') {
      this.#events = new EventStream((data, name) => this.#read(data, name));
    }
  }

  pour(sink: ByteSink): void {
    this.#sink = sink;
    this.#exchange.pour({
      write: (chunk) => this.#write(chunk as Buffer),
      end: () => this.#end(),
      fail: () => {
        const timedOut = this.#exchange.fault?.kind === 'timeout';
        this.#break(timedOut ? 'upstream_timeout' : 'upstream_failed', brokeOff);
      },
    });
  }

  resume(): void {
    this.#exchange.resume();
  }

  abort(): void {
    this.#exchange.abort();
    this.#over(false);
  }

  cutShort(why: CutShort): void {
    this.#exchange.abort();
    if (why === 'stopping') this.#break('unavailable', 'The answer was broken off: the server is stopping.');
    else this.#break('invalid_api_key', 'The response was cut off: the credential has lost its access.');
  }

  #write(chunk: Buffer): boolean {
    if (this.#isOver) return true;
    this.#bytes += chunk.length;
    if (this.#events === undefined) {
      this.#keepTail(chunk);
      return (this.#sink as ByteSink).write(chunk);
    }
    try {
      const whole = this.#events.push(chunk);
      const takes = whole === undefined || (this.#sink as ByteSink).write(whole);
      if (!this.#events.isDone) return takes;
    } catch {
      this.#exchange.abort();
      this.#break('upstream_failed', 'The answer broke off: its server sent what is no event.');
      return true;
    }
    // Some clients wait for the end of the answer, and some upstreams let them.
    this.#end();
    this.#exchange.leave(lastMs);
    return true;
  }

  #read(data: EventData, name: () => string | undefined): ReturnType<EventReader> {
    if (isFailure(data, name)) return this.#readFailure(data);
    if (this.#tokens === undefined && this.#written.length < maxWritten) this.#written += textOfEvent(data);
    if (this.#firstTokenAt === undefined && this.#written !== '') this.#firstTokenAt = performance.now();
    if (data.usage === undefined && data.response === undefined) return true;
    this.#tokens = tokensOfEvent(data) ?? this.#tokens;
    if (data.response !== undefined) this.#noteResponse(data.response);
    return !this.#options.hidesUsage || !isUsageAlone(data);
  }

  /** In the form that all clients raise as an error, and without what they must not see. */
  #readFailure(data: EventData): ReturnType<EventReader> {
    this.#hasFailed = true;
    const text = JSON.stringify(data);
    if (this.#options.revealsInternals(text)) return errorEvent('upstream_failed', brokeOff).toString();
    const isUsual = data.type === 'error' || (typeof data.error === 'object' && data.error !== null);
    return isUsual || `data: ${JSON.stringify(refusalBody(text, 500))}\n\n`;
  }

  #noteResponse(response: unknown): void {
    if (this.#hasResponse || typeof response !== 'object' || response === null || !('id' in response)) return;
    this.#hasResponse = true;
    this.#options.onResponse?.(String(response.id));
  }

  #end(): void {
    if (this.#isOver) return;
    try {
      const rest = this.#events?.end();
      if (rest !== undefined) this.#sink?.write(rest);
    } catch {
      this.#break('upstream_failed', 'The answer broke off: its server sent what is no event.');
      return;
    }
    this.#sink?.end();
    this.#over(!this.#hasFailed);
  }

  #break(code: BreakCode, message: string): void {
    if (this.#isOver) return;
    if (this.#options.form === 'bytes') {
      this.#sink?.fail();
    } else {
      // Only events that were read are known to be whole.
      if (this.#events === undefined) this.#sink?.write(Buffer.from('\n\n'));
      this.#sink?.write(errorEvent(code, message));
      this.#sink?.end();
    }
    this.#over(false);
  }

  #over(complete: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const tokens = this.#events === undefined ? tokensOfBody(Buffer.concat(this.#tail)) : this.#tokens;
    this.#tail = [];
    this.#options.onEnd({
      complete,
      tokens,
      bytes: this.#bytes,
      written: this.#written,
      firstTokenAt: this.#firstTokenAt,
    });
  }

  #keepTail(chunk: Buffer): void {
    this.#tail.push(chunk);
    this.#tailLength += chunk.length;
    for (;;) {
      const oldest = this.#tail[0];
      if (oldest === undefined || this.#tailLength - oldest.length < tailBytes) return;
      this.#tail.shift();
      this.#tailLength -= oldest.length;
    }
  }
}

/** The event that carries nothing but the usage. */
function isUsageAlone({ choices, usage }: { choices?: unknown; usage?: unknown }): boolean {
  return Array.isArray(choices) && choices.length === 0 && typeof usage === 'object' && usage !== null;
}

/** Whether the event says that the answer failed. Events of responses have a form of their own for it, which their clients know. */
function isFailure({ error, type, message }: EventData, name: () => string | undefined): boolean {
  if (error !== undefined && error !== null) return true;
  return message !== undefined && (type === 'error' || name() === 'error');
}

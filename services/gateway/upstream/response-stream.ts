// Streams the body of an upstream's response to the caller, chunk by chunk and at the caller's pace, and reads the
// usage out of it. If the upstream fails, an event stream ends with an error event, and any other body with a closed
// connection, so that the caller notices.

import { type Quantities, quantitiesOfAnswer, type Tokens, toolOfItem, toolsOfServer } from '../../limits/index.ts';
import { type ByteSink, ByteStream, type CutShort } from '../../platform/index.ts';
import type { ErrorForm, StreamTranslation } from './answer-form.ts';
import { refusalBody } from './error-responses.ts';
import { type EventData, type EventReader, EventStream, MalformedEventError } from './event-stream.ts';
import type { Exchange } from './exchange.ts';
import { HeldSink } from './held-sink.ts';
import { errorEvent } from './upstream-errors.ts';
import { lastUsageEvent, textOfEvent, tokensOfBody, UsageReader } from './usage.ts';
import { toTokens } from './usage-counts.ts';

/** The number of bytes of a body's end that are kept, to find the usage in them. */
const tailBytes = 16 * 1024;

/** The number of milliseconds that a stream may stay open after its final event. */
const lastMs = 1000;

/**
 * The number of characters of a stream's text that are kept, to count them if no usage follows: about a million tokens.
 */
const maxWritten = 4 << 20;

/** The result of a response body. */
export interface ResponseStreamEnd {
  complete: boolean;
  /** True if the upstream sent an invalid event, or ended in the middle of the answer. */
  isUnreadable: boolean;
  tokens: Tokens | undefined;
  /** The use beside tokens that the events tell. */
  quantities: Quantities;
  bytes: number;
  /** The text of the events. */
  written: string;
  /**
   * The time of the first text, by `performance.now()`. Undefined if there was none, or if the events were not read.
   */
  firstTokenAt: number | undefined;
}

export interface ResponseStreamOptions {
  /**
   * `bytes`: forwarded unchanged. `events`: forwarded unchanged, with an error event if the stream breaks. `model
   * events`: events of the public API, which are parsed.
   */
  form: 'bytes' | 'events' | 'model events';
  /** True for the rest of a stored response, which may have no event. An answer has one. */
  mayBeEmpty: boolean;
  /** Drops the usage event that only this server requested. */
  hidesUsage: boolean;
  /** Returns true if a text contains internals that callers must not see. */
  revealsInternals(text: string): boolean;
  /** The form of the error event, if it is not that of the public API. */
  errors?: ErrorForm | undefined;
  /** Translates model events to the caller's API. */
  translation?: StreamTranslation | undefined;
  /** Called with the id of a response when an event contains it. The event waits until the promise is settled. */
  onResponse?: ((id: string) => Promise<void>) | undefined;
  onEnd(end: ResponseStreamEnd): void;
}

const brokeOff = 'The response broke off: the upstream server failed. Try again.';

type BreakCode = 'upstream_failed' | 'upstream_timeout' | 'unavailable' | 'invalid_api_key';

export class ResponseStream extends ByteStream {
  readonly #exchange: Exchange;
  readonly #options: ResponseStreamOptions;
  readonly #events: EventStream | undefined;
  #sink: ByteSink | undefined;
  /** The sink, if an id has to be recorded before its event is sent. */
  #held: HeldSink | undefined;
  #tail: Buffer[] = [];
  #tailLength = 0;
  readonly #usage = new UsageReader();
  /** The uses of hosted tools in model events. */
  #tools: Record<string, number> | undefined;
  #bytes = 0;
  #written = '';
  #firstTokenAt: number | undefined;
  #isOver = false;
  #hasResponse = false;
  #hasFailed = false;
  #isUnreadable = false;
  /** False while the choices of chunks have no reason of their end. Undefined before the first of them. */
  #hasReason: boolean | undefined;
  #hasEvents = false;

  constructor(exchange: Exchange, options: ResponseStreamOptions) {
    super();
    this.#exchange = exchange;
    this.#options = options;
    if (options.form === 'model events') {
      const { translation } = options;
      this.#events = new EventStream((data, name) => this.#read(data, name), translation !== undefined);
    }
  }

  pour(sink: ByteSink): void {
    if (this.#options.onResponse !== undefined) this.#held = new HeldSink(sink, () => this.#exchange.resume());
    this.#sink = this.#held ?? sink;
    const first = this.#options.translation?.begin?.();
    if (first !== undefined) sink.write(Buffer.from(first));
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
    this.#held?.drop();
    this.#over(false);
  }

  cutShort(why: CutShort): void {
    this.#exchange.abort();
    if (why === 'stopping') this.#break('unavailable', 'The response broke off: the server is stopping. Try again.');
    else
      this.#break(
        'invalid_api_key',
        'The response broke off: the credential was revoked or lost its access. Check the credential.',
      );
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
    } catch (error) {
      this.#exchange.abort();
      this.#breakAt(error);
      return true;
    }
    // Ends the caller's stream now, because some clients wait for its end and some upstreams delay it.
    this.#end();
    this.#exchange.leave(lastMs);
    return true;
  }

  #read(data: EventData, name: () => string | undefined): ReturnType<EventReader> {
    this.#hasEvents = true;
    if (this.#hasFailed && this.#options.translation !== undefined) return false;
    if (isFailure(data, name)) return this.#readFailure(data);
    if (this.#usage.tokens === undefined && this.#written.length < maxWritten) this.#written += textOfEvent(data);
    if (this.#firstTokenAt === undefined && this.#written !== '') this.#firstTokenAt = performance.now();
    this.#usage.read(data);
    this.#readTools(data);
    if (this.#hasReason !== true && Array.isArray(data.choices)) this.#readReason(data.choices);
    if (data.response !== undefined) this.#noteResponse(data.response);
    if (this.#options.translation !== undefined) return this.#options.translation.next(data);
    return !this.#options.hidesUsage || !isUsageAlone(data);
  }

  #readReason(choices: unknown[]): void {
    for (const choice of choices)
      this.#hasReason ||= (Object(choice) as { finish_reason?: unknown }).finish_reason != null;
  }

  /** Counts the uses of hosted tools: items of the Responses API, and totals of the Messages API. */
  #readTools({ type, item, usage }: EventData): void {
    if (type === 'response.output_item.done') {
      const tool = toolOfItem(item);
      this.#tools ??= {};
      if (tool !== undefined) this.#tools[tool] = (this.#tools[tool] ?? 0) + 1;
    }
    if (type === 'message_delta') this.#tools = { ...toolsOfServer(Object(usage)) };
  }

  /** Converts an error event to the form that all clients raise, without internals. */
  #readFailure(data: EventData): ReturnType<EventReader> {
    this.#hasFailed = true;
    if (this.#events !== undefined) this.#events.hidesEnd = true;
    const text = JSON.stringify(data);
    if (this.#options.revealsInternals(text)) return this.#errorEvent('upstream_failed', brokeOff);
    const isOverloaded = (Object(data.error) as { type?: unknown }).type === 'overloaded_error';
    const own = this.#ownError(
      isOverloaded ? 'unavailable' : 'upstream_failed',
      () => refusalBody(text, 500).error.message,
    );
    if (own !== undefined) return own;
    const isUsual = data.type === 'error' || (typeof data.error === 'object' && data.error !== null);
    return isUsual || `data: ${JSON.stringify(refusalBody(text, 500))}\n\n`;
  }

  #noteResponse(response: unknown): void {
    if (this.#hasResponse || typeof response !== 'object' || response === null || !('id' in response)) return;
    this.#hasResponse = true;
    const noted = this.#options.onResponse?.(String(response.id));
    if (noted !== undefined) this.#held?.hold(noted);
  }

  #end(): void {
    if (this.#isOver) return;
    const { translation } = this.#options;
    try {
      const rest = this.#events?.end();
      if (rest !== undefined) this.#sink?.write(rest);
    } catch (error) {
      this.#breakAt(error);
      return;
    }
    const isDone = this.#events?.isDone === true;
    // Ollama ends a stream in the middle without an error if the model's process has died, and a proxy before any event.
    const hasAnswer = this.#hasEvents || this.#options.mayBeEmpty;
    const isWhole = this.#events === undefined || isDone || (hasAnswer && this.#hasReason !== false);
    const last = this.#hasFailed || (translation === undefined && isWhole) ? '' : translation?.end(isDone);
    if (last === undefined) {
      this.#isUnreadable = true;
      this.#break('upstream_failed', brokeOff);
      return;
    }
    if (last !== '') this.#sink?.write(Buffer.from(last));
    this.#sink?.end();
    this.#over(!this.#hasFailed);
  }

  /** Ends the stream at an invalid event. */
  #breakAt(error: unknown): void {
    this.#isUnreadable = true;
    if (error instanceof MalformedEventError && error.before !== '') this.#sink?.write(Buffer.from(error.before));
    this.#break('upstream_failed', 'The response broke off: the upstream server sent an invalid event. Try again.');
  }

  #break(code: BreakCode, message: string): void {
    if (this.#isOver) return;
    if (this.#options.form === 'bytes') {
      this.#sink?.fail();
    } else {
      // Unparsed events may be incomplete, so a blank line separates them from the error event.
      if (this.#events === undefined) this.#sink?.write(Buffer.from('\n\n'));
      this.#sink?.write(Buffer.from(this.#errorEvent(code, message)));
      this.#sink?.end();
    }
    this.#over(false);
  }

  #errorEvent(code: BreakCode, message: string): string {
    return this.#ownError(code, () => message) ?? errorEvent(code, message).toString();
  }

  /** Returns the error in the caller's API; undefined if that is the public one. */
  #ownError(code: BreakCode, message: () => string): string | undefined {
    const { translation, errors } = this.#options;
    return translation?.fail?.(code, message()) ?? errors?.lastEvent(code, message());
  }

  #over(complete: boolean): void {
    if (this.#isOver) return;
    this.#isOver = true;
    const tail = Buffer.concat(this.#tail);
    const last = this.#options.form === 'events' ? lastUsageEvent(tail) : undefined;
    const ofTail = last === undefined ? tokensOfBody(tail) : toTokens(last.usage);
    const tokens = this.#events === undefined ? ofTail : this.#usage.tokens;
    const tools = this.#tools === undefined ? {} : { tools: this.#tools };
    this.#tail = [];
    this.#options.onEnd({
      complete,
      isUnreadable: this.#isUnreadable,
      tokens,
      quantities: last === undefined ? tools : quantitiesOfAnswer(last),
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

/** Returns true for an event that contains only the usage. LiteLLM puts it beside a choice without a word. */
function isUsageAlone({ choices, usage }: { choices?: unknown; usage?: unknown }): boolean {
  return Array.isArray(choices) && choices.every(isEmpty) && typeof usage === 'object' && usage !== null;
}

function isEmpty(choice: unknown): boolean {
  const { delta = {}, text = null, finish_reason: reason = null } = Object(choice) as Record<string, unknown>;
  return reason === null && text === null && Object.keys(Object(delta)).length === 0;
}

/**
 * Returns true if the event reports a failure. Failure events of responses have their own form, which their clients
 * know.
 */
function isFailure({ error, type, message }: EventData, name: () => string | undefined): boolean {
  if (error !== undefined && error !== null) return true;
  return message !== undefined && (type === 'error' || name() === 'error');
}

// Writes the events of a response as server-sent events, at the speed at which the caller reads.

import { type ByteSink, ByteStream, type CutShort, type Log, ServiceError } from '../../platform/index.ts';
import { callerLeft } from './model-round.ts';
import type { ResponseEvent } from './response.ts';

/** The source of the events of a response. */
export interface EventSource {
  /** Returns the events of the response. Throws the error that ends it early. */
  events(): AsyncGenerator<ResponseEvent>;
  /** Ends the response with the error. */
  stop(error: Error): void;
  /** Returns the last event of a response that ends with an error. */
  failed(error: unknown): ResponseEvent;
}

const cuts: Record<CutShort, ServiceError> = {
  stopping: new ServiceError('unavailable', 'The response broke off: the server is stopping. Try again.'),
  revoked: new ServiceError(
    'invalid_api_key',
    'The response broke off: the credential was revoked or lost its access. Check the credential.',
  ),
};

export class EventBody extends ByteStream {
  readonly #rounds: EventSource;
  readonly #log: Log;
  #sink: ByteSink | undefined;
  #isOver = false;
  /** The events of this turn of the event loop, which are sent together. */
  #text = '';
  /** False: the caller has to read first. */
  #takesMore = true;
  #go = (): void => undefined;

  constructor(rounds: EventSource, log: Log) {
    super();
    this.#rounds = rounds;
    this.#log = log;
  }

  pour(sink: ByteSink): void {
    this.#sink = sink;
    void this.#run().catch((error: unknown) => this.#fail(error));
  }

  resume(): void {
    this.#takesMore = true;
    this.#go();
  }

  abort(): void {
    this.#isOver = true;
    this.#rounds.stop(callerLeft());
    this.#go();
  }

  cutShort(why: CutShort): void {
    this.#rounds.stop(cuts[why]);
    this.#fail(cuts[why]);
    this.#go();
  }

  async #run(): Promise<void> {
    for await (const event of this.#rounds.events()) {
      if (this.#isOver) return;
      this.#write(event);
      if (this.#takesMore) continue;
      await new Promise<void>((resolve) => {
        this.#go = resolve;
      });
    }
    this.#end();
  }

  #fail(error: unknown): void {
    if (this.#isOver) return;
    if (!(error instanceof ServiceError)) this.#log.error({ err: error }, 'a response failed');
    this.#write(this.#rounds.failed(error));
    this.#end();
  }

  #write(event: ResponseEvent): void {
    if (this.#text === '') setImmediate(() => this.#flush());
    this.#text += `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`;
  }

  #flush(): void {
    const text = this.#text;
    this.#text = '';
    if (text !== '' && !this.#isOver) this.#takesMore = (this.#sink as ByteSink).write(Buffer.from(text));
  }

  #end(): void {
    if (this.#isOver) return;
    this.#flush();
    this.#isOver = true;
    this.#sink?.end();
  }
}

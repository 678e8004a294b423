// Sends streams to callers at the speed at which they read, and keeps silent ones alive.

import type { ServerResponse } from 'node:http';
import type { ByteStream } from '../../services/platform/index.ts';

/** A caller that reads nothing for this time is disconnected. */
export const stallMs = 60_000;
/** The interval of the check that the caller is still authorized. */
const watchMs = 5000;

/** The open streams, so that a stop can end them. */
export class OpenStreams {
  readonly #streams = new Set<ByteStream>();
  readonly #keepAliveMs: number;

  /** @param keepAliveSeconds the time without a byte after which a stream of events is kept alive; 0: never. */
  constructor(keepAliveSeconds: number) {
    this.#keepAliveMs = keepAliveSeconds * 1000;
  }

  get count(): number {
    return this.#streams.size;
  }

  /**
   * Sends the stream as the body of a response whose head has been written.
   * @param mayGoOn resolves to false if the caller may no longer get the rest. It is called every 5 seconds.
   * @param keepAlive what keeps the stream alive while it is silent, between two of its events; undefined: nothing does.
   */
  send(
    response: ServerResponse,
    stream: ByteStream,
    mayGoOn: () => Promise<boolean>,
    keepAlive: string | undefined,
  ): void {
    this.#streams.add(stream);
    const heart =
      this.#keepAliveMs === 0 || keepAlive === undefined
        ? undefined
        : new Heart(response, keepAlive, this.#keepAliveMs);
    let stalled: NodeJS.Timeout | undefined;
    let hasWritten = false;
    const watch = setInterval(() => {
      void mayGoOn().then((may) => may || stream.cutShort('revoked'));
    }, watchMs);
    response.on('drain', () => {
      clearTimeout(stalled);
      stalled = undefined;
      stream.resume();
    });
    response.once('close', () => {
      clearInterval(watch);
      clearTimeout(stalled);
      heart?.stop();
      this.#streams.delete(stream);
      if (!response.writableFinished) stream.abort();
    });
    stream.pour({
      write(chunk) {
        hasWritten = true;
        heart?.seen(chunk);
        const acceptsMore = response.write(chunk);
        if (!acceptsMore) stalled ??= setTimeout(() => response.destroy(), stallMs);
        return acceptsMore;
      },
      end() {
        heart?.stop();
        response.end();
      },
      fail() {
        response.destroy();
      },
    });
    // Sends the head now: the first byte of the body may take long.
    if (!hasWritten && !response.writableEnded && !response.destroyed) response.flushHeaders();
  }

  /** Ends every open stream early. The stream itself says why if its format allows that. */
  endAll(): void {
    for (const stream of this.#streams) stream.cutShort('stopping');
  }
}

/** Writes a sign of life whenever a stream of events has been silent for some time, but never into an event. */
class Heart {
  readonly #timer: NodeJS.Timeout;
  /** The last characters that were sent. A stream begins between two events. */
  #tail = '\n\n';

  constructor(response: ServerResponse, sign: string, silentMs: number) {
    this.#timer = setTimeout(() => {
      if (/(?:\n\n|\r\r|\r\n\r\n)$/.test(this.#tail) && !response.writableNeedDrain) response.write(sign);
      this.#timer.refresh();
    }, silentMs);
  }

  seen(chunk: Uint8Array): void {
    this.#timer.refresh();
    this.#tail = (this.#tail + Buffer.from(chunk.subarray(-4)).toString('latin1')).slice(-4);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

// Sends streams to callers at the speed at which they read.

import type { ServerResponse } from 'node:http';
import type { ByteStream } from '../../services/platform/index.ts';

/** A caller that reads nothing for this time is disconnected. */
const stallMs = 60_000;
/** The interval of the check that the caller is still authorized. */
const watchMs = 5000;

/** The open streams, so that a stop can end them. */
export class OpenStreams {
  readonly #streams = new Set<ByteStream>();

  get count(): number {
    return this.#streams.size;
  }

  /**
   * Sends the stream as the body of a response whose head has been written.
   * @param mayGoOn resolves to false if the caller may no longer get the rest. It is called every 5 seconds.
   */
  send(response: ServerResponse, stream: ByteStream, mayGoOn: () => Promise<boolean>): void {
    this.#streams.add(stream);
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
      this.#streams.delete(stream);
      if (!response.writableFinished) stream.abort();
    });
    stream.pour({
      write(chunk) {
        hasWritten = true;
        const acceptsMore = response.write(chunk);
        if (!acceptsMore) stalled ??= setTimeout(() => response.destroy(), stallMs);
        return acceptsMore;
      },
      end: () => response.end(),
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

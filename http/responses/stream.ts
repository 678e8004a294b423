// A body that is still being made, on its way to the caller: at the caller's pace, to its end, or to the end of the
// server's patience.

import type { ServerResponse } from 'node:http';
import type { ByteStream } from '../../services/platform/index.ts';

/** A caller who takes nothing for so long will not come back for the rest. */
const stallMs = 60_000;
/** How often it is looked whether the caller may still have the rest. */
const watchMs = 5000;

/** The streams that are open, so that a stop can end them. */
export class OpenStreams {
  readonly #streams = new Set<ByteStream>();

  get count(): number {
    return this.#streams.size;
  }

  /**
   * Pours the stream into the answer, whose head has been written.
   * @param mayGoOn says, from time to time, whether the caller may still have it.
   */
  pour(response: ServerResponse, stream: ByteStream, mayGoOn: () => Promise<boolean>): void {
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
        const takesMore = response.write(chunk);
        if (!takesMore) stalled ??= setTimeout(() => response.destroy(), stallMs);
        return takesMore;
      },
      end: () => response.end(),
      fail() {
        response.destroy();
      },
    });
    // The caller sees that there is an answer before its first byte comes.
    if (!hasWritten && !response.writableEnded && !response.destroyed) response.flushHeaders();
  }

  /** Ends every stream now. */
  cutShort(): void {
    for (const stream of this.#streams) stream.cutShort('stopping');
  }
}

// Inserts rows in bulk into the embedded database, in a thread. On the event loop, the chunks of files under ingestion
// would take a third of the time, and block it for some milliseconds in each transaction.

import { LazyThread } from '../threads.ts';
import { translate } from './sqlite.ts';
import type { Insert } from './writer-thread.ts';

export class Writer {
  readonly #thread: LazyThread<Insert[], void>;

  /** @param path the database's file. The thread starts with the first rows. */
  constructor(path: string) {
    this.#thread = new LazyThread(import.meta.url, 'writer-thread', path);
  }

  /** Inserts all of the rows, or none. Throws the driver's error under the name that Sequelize uses. */
  async insert(inserts: Insert[]): Promise<void> {
    await this.#thread.ask(inserts, true).catch((error: Error) => {
      throw translate(error);
    });
  }

  /** Inserts the remaining rows, and ends the thread. */
  close(): Promise<void> {
    return this.#thread.close();
  }
}

// PostgreSQL with pgvector as a child process without any system package: PGlite behind a socket. Prints its port. All
// connections share one session, so a setting of one connection applies to all. `--dump FILE` writes a new database
// into the file instead, and `--load FILE` starts with it, which takes a quarter of the CPU time.

import { openAsBlob } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { PGlite } from '@electric-sql/pglite';
import { vector } from '@electric-sql/pglite-pgvector';
import { PGLiteSocketServer } from '@electric-sql/pglite-socket';

type RawOptions = Parameters<PGlite['execProtocolRawStream']>[1];

/** The first bytes of messages after which a connection waits for an answer: Query, Sync and CopyDone. */
const lastOfBatch = new Set(Array.from('QSc', (letter) => letter.charCodeAt(0)));
/** The first bytes of the messages of an extended query, and of a COPY. */
const inBatch = new Set(Array.from('PBDECHd', (letter) => letter.charCodeAt(0)));

/**
 * Executes the messages that a connection sends without a wait at once, with no other connection's between them: a COPY
 * reads its rows from the same messages.
 */
class WholeBatches extends PGlite {
  #batch: Uint8Array[] = [];

  override isInTransaction(): boolean {
    return this.#batch.length > 0 || super.isInTransaction();
  }

  /** The server rolls back for a connection that has ended. */
  override exec(...parameters: Parameters<PGlite['exec']>): ReturnType<PGlite['exec']> {
    this.#batch = [];
    return super.exec(...parameters);
  }

  override async execProtocolRawStream(message: Uint8Array, options: RawOptions): Promise<void> {
    const [type = 0] = message;
    this.#batch.push(message);
    if (inBatch.has(type) || isCopy(message)) return;
    const batch = this.#batch;
    this.#batch = [];
    await super.execProtocolRawStream(lastOfBatch.has(type) ? Buffer.concat(batch) : message, options);
  }
}

function isCopy(message: Uint8Array): boolean {
  return Buffer.from(message.subarray(0, 10)).toString('latin1').endsWith('COPY ');
}

const [, , option, file = ''] = process.argv;
const loadDataDir = option === '--load' ? await openAsBlob(file) : undefined;
const db = new WholeBatches({ extensions: { vector }, ...(loadDataDir && { loadDataDir }) });
await db.waitReady;
if (option === '--dump') {
  await writeFile(file, (await db.dumpDataDir('none')).stream());
  process.exit();
}
const server = new PGLiteSocketServer({ db, host: '127.0.0.1', port: 0, maxConnections: 20 });
await server.start();
console.log(server.getServerConn());
process.once('disconnect', () => process.exit());

// A private PostgreSQL with pgvector that is stopped when the test ends.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import pg from 'pg';

const script = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

export interface PostgresServer {
  /** postgres://… */
  url: string;
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** Starts a server with an empty database. */
export async function startPostgres(): Promise<PostgresServer> {
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [address] = (await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error('PGlite did not start'))),
  ])) as [string];
  const url = `postgres://postgres:postgres@${address}/postgres`;
  return {
    url,
    async query<Row>(text: string) {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      try {
        return (await client.query(text)).rows as Row[];
      } finally {
        await client.end();
      }
    },
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

// A database of PostgreSQL with pgvector for a test: of the real server that test/runner/test-postgres.ts has started, or
// else of a private PGlite.

import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { runPostgres } from '../../scripts/fixtures/postgres.ts';

const script = fileURLToPath(new URL('postgres-server.ts', import.meta.url));

export interface PostgresServer {
  /** postgres://… */
  url: string;
  query<Row>(text: string): Promise<Row[]>;
  stop(): Promise<void>;
}

/** The address of a real server, or undefined. */
export const realUrl = process.env.SVC_TEST_POSTGRES;

/** The connections of a server to it. PGlite mixes up the statements of several at once. */
export const poolSize = realUrl === undefined ? 1 : 3;

/** Makes the database with which every PGlite of the run starts, in the folder of its templates. */
export async function dumpPostgres(folder: string): Promise<void> {
  if (realUrl === undefined) await promisify(execFile)(process.execPath, [script, '--dump', dumpIn(folder)]);
}

function dumpIn(folder: string): string {
  return join(folder, 'pglite.tar');
}

/** Returns an empty database. */
export function startPostgres(): Promise<PostgresServer> {
  return realUrl === undefined ? startPglite() : createDatabase(realUrl);
}

async function createDatabase(server: string): Promise<PostgresServer> {
  const name = `svc_${randomBytes(8).toString('hex')}`;
  await runPostgres(server, `CREATE DATABASE ${name}`);
  const url = server.replace(/[^/]+$/, name);
  return {
    url,
    query: (text) => runPostgres(url, text),
    async stop() {
      await runPostgres(server, `DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

async function startPglite(): Promise<PostgresServer> {
  const dump = dumpIn(process.env.SVC_TEST_TEMPLATE ?? '');
  const child = spawn(process.execPath, [script, ...(existsSync(dump) ? ['--load', dump] : [])], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const exited = once(child, 'exit');
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream });
  const [address] = (await Promise.race([
    once(lines, 'line'),
    exited.then(() => Promise.reject(new Error('PGlite did not start'))),
  ])) as [string];
  const url = `postgres://postgres:postgres@${address}/postgres`;
  return {
    url,
    query: (text) => runPostgres(url, text),
    async stop() {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

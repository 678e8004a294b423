// Installations of released versions: made by the released code, kept as archives, and unpacked for a test.
//
//   expected.json   what callers know (fill.ts)
//   database.sql    the tables and rows of a MySQL database
//   data/           the data directory, with the embedded database and files

import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import mysql2 from 'mysql2/promise';
import { createDatabase, type DatabaseKind, type TestDatabase } from '../database.ts';
import { removeFolder } from '../folders.ts';
import { closeServer, listenOnLoopback } from '../loopback.ts';
import { runSql } from '../mariadb.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { adminEmail, adminPassword, type Expected, fillServer } from './fill.ts';

const run = promisify(execFile);

/** The key of the fixtures' stored secrets. */
export const secretsKey = Buffer.alloc(32, 'fixture').toString('base64');

/** Keeps everything of a fixture that was made years ago. */
export const lastingSettings = {
  SVC_USAGE_RETENTION_DAYS: '3650',
  SVC_WEBHOOK_RETENTION_DAYS: '3650',
  SVC_AUDIT_RETENTION_DAYS: '3650',
};

export function settingsOf({ url, dataDir }: Pick<TestDatabase, 'url' | 'dataDir'>): Record<string, string> {
  return { SVC_DATABASE_URL: url, SVC_DATA_DIR: dataDir, SVC_SECRETS_KEY: secretsKey };
}

/** A running server of a release, on a database of its own, filled with `count` of everything. */
export interface Running {
  server: ServerProcess;
  database: TestDatabase;
  expected: Expected;
  /** For a server of another version beside it. */
  settings: Record<string, string>;
  /** Ends the server and its upstream. The database stays. */
  stop(): Promise<void>;
}

/** Starts the release whose code is in the folder, and fills it. */
export async function startReleased(code: string, kind: DatabaseKind, count: number): Promise<Running> {
  const database = await createDatabase(kind);
  const upstream = await startUpstream();
  const settings = {
    ...settingsOf(database),
    SVC_LOG_LEVEL: 'warn',
    SVC_UPSTREAMS: JSON.stringify([upstream.settings]),
  };
  const server = await startServer(settings, code);
  const stop = async (): Promise<void> => {
    await server.end();
    await upstream.stop();
  };
  try {
    const addAdmin = ['scripts/cli.ts', 'server', 'create-admin', '--email', adminEmail, '--name', 'Admin'];
    const { PATH, HOME } = process.env;
    await run(process.execPath, addAdmin, { cwd: code, env: { PATH, HOME, ...settings, SVC_PASSWORD: adminPassword } });
    return { server, database, settings, stop, expected: await fillServer(server.url, count) };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Makes an installation with the code in the folder. The released server has ended when this returns. */
export async function makeInstallation(
  code: string,
  kind: DatabaseKind,
  count: number,
): Promise<Pick<Running, 'database' | 'expected'>> {
  const { database, expected, stop } = await startReleased(code, kind, count);
  await stop();
  return { database, expected };
}

/** Writes the installation into an archive. */
export async function pack(database: TestDatabase, expected: Expected, archive: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-fixture-'));
  await run('cp', ['-r', database.dataDir, join(folder, 'data')]);
  await writeFile(join(folder, 'expected.json'), JSON.stringify(expected, null, 2));
  if (database.kind === 'mysql') await writeFile(join(folder, 'database.sql'), await dump(database.url));
  await run('tar', ['-czf', archive, '-C', folder, '.']);
  await removeFolder(folder);
}

/** Unpacks an archive into a new database of its kind. */
export async function unpack(
  archive: string,
  kind: DatabaseKind,
): Promise<{ database: TestDatabase; expected: Expected }> {
  const database = await createDatabase(kind);
  const folder = join(database.dataDir, 'fixture');
  await mkdir(folder);
  await run('tar', ['-xzf', archive, '-C', folder]);
  if (kind === 'mysql')
    await runSql(`${database.url}?multipleStatements=true`, await readFile(join(folder, 'database.sql'), 'utf8'));
  const expected = JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')) as Expected;
  return { database: { ...database, dataDir: join(folder, 'data') }, expected };
}

/** Returns the statements that make all tables with their rows. */
async function dump(url: string): Promise<string> {
  const [shown = []] = (await runSql(url, 'SHOW TABLES')) as Record<string, string>[][];
  const statements = ['SET foreign_key_checks = 0'];
  for (const table of shown.flatMap((row) => Object.values(row))) {
    const [definitions, rows] = await runSql(url, `SHOW CREATE TABLE \`${table}\``, `SELECT * FROM \`${table}\``);
    statements.push((definitions as { 'Create Table': string }[])[0]?.['Create Table'] ?? '');
    for (const row of rows as Record<string, unknown>[])
      statements.push(
        mysql2.format(`INSERT INTO \`${table}\` VALUES (?)`, [
          Object.values(row) as (string | number | Buffer | null)[],
        ]),
      );
  }
  return `${statements.join(';\n')};\n`;
}

/** Starts an upstream that answers every chat. */
async function startUpstream() {
  const answer = {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1,
    model: 'chat-model',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'Yes.' } }],
    usage: { prompt_tokens: 20, completion_tokens: 3, total_tokens: 23 },
  };
  const models = { object: 'list', data: [{ id: 'chat-model', object: 'model' }] };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/v1/models' ? models : answer));
    });
  });
  const port = await listenOnLoopback(server);
  const prices = { 'chat-model': { input: 1, output: 2 } };
  return {
    settings: { name: 'test', base_url: `http://127.0.0.1:${port}/v1`, models: ['chat-model'], prices },
    stop: () => closeServer(server),
  };
}

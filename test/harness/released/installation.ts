// Installations of released versions: made by the released code, kept as archives, and unpacked for a test.
//
//   expected.json   what callers know (fill.ts)
//   database.sql    the tables and rows of a MySQL database
//   data/           the data directory, with the embedded database and files
//   backup.tar.gz   a backup that the released version made of all this; 0.1.0 makes none

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import mysql2 from 'mysql2/promise';
import { removeFolder } from '../../../scripts/fixtures/folders.ts';
import { runSql } from '../../../scripts/fixtures/mariadb.ts';
import { createDatabase, type DatabaseKind, type TestDatabase } from '../database.ts';
import { closeServer, listenOnLoopback } from '../loopback.ts';
import { type ServerProcess, startServer } from '../process.ts';
import { adminEmail, adminPassword, type Expected, fillServer } from './fill.ts';

const run = promisify(execFile);

/** The key of the fixtures' stored secrets. */
export const secretsKey = Buffer.alloc(32, 'fixture').toString('base64');

/** The passphrase of the fixtures' backups. */
export const passphrase = 'the passphrase of the fixtures';

/** Keeps everything of a fixture that was made years ago. */
export const lastingSettings = {
  SVC_USAGE_RETENTION_DAYS: '3650',
  SVC_WEBHOOK_RETENTION_DAYS: '3650',
  SVC_AUDIT_RETENTION_DAYS: '3650',
};

/** Allows the stored upstream of a fixture, which was on the machine that made the fixture. */
export const upstreamNetwork = { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' };

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
  const isFirst = hasNoBackup(code);
  const settings = {
    ...settingsOf(database),
    SVC_LOG_LEVEL: 'warn',
    ...(isFirst ? { SVC_UPSTREAMS: JSON.stringify([upstream.settings]) } : upstreamNetwork),
  };
  const server = await startServer(settings, code);
  const stop = async (): Promise<void> => {
    await server.end();
    await upstream.stop();
  };
  try {
    const addAdmin = ['server', 'create-admin', '--email', adminEmail, '--name', 'Admin'];
    await runCli(code, addAdmin, { ...settings, SVC_PASSWORD: adminPassword });
    const expected = await fillServer(server.url, count, upstream.settings, isFirst);
    return { server, database, settings, stop, expected };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Returns true for the code of 0.1.0, which has no backups, stored responses and settings in the database. */
function hasNoBackup(code: string): boolean {
  return !existsSync(join(code, 'scripts/cli/backup-commands.ts'));
}

/** Runs the command line of the release whose code is in the folder. */
async function runCli(code: string, args: string[], env: Record<string, string>): Promise<void> {
  const { PATH, HOME } = process.env;
  await run(process.execPath, ['scripts/cli.ts', ...args], { cwd: code, env: { PATH, HOME, ...env } });
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

/** Writes the installation into an archive, with a backup that the code in the folder makes. */
export async function pack(code: string, database: TestDatabase, expected: Expected, archive: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-fixture-'));
  if (!hasNoBackup(code))
    await runCli(code, ['backup', join(folder, 'backup.tar.gz')], {
      ...settingsOf(database),
      SVC_BACKUP_PASSPHRASE: passphrase,
    });
  await run('cp', ['-r', database.dataDir, join(folder, 'data')]);
  await writeFile(join(folder, 'expected.json'), JSON.stringify(expected, null, 2));
  if (database.kind === 'mysql') await writeFile(join(folder, 'database.sql'), await dump(database.url));
  await run('tar', ['-czf', archive, '-C', folder, '.']);
  await removeFolder(folder);
}

/** Unpacks an archive into a new database of its kind. `backup` is the path of the backup. */
export async function unpack(
  archive: string,
  kind: DatabaseKind,
): Promise<{ database: TestDatabase; expected: Expected; backup: string }> {
  const database = await createDatabase(kind);
  const folder = join(database.dataDir, 'fixture');
  await mkdir(folder);
  await run('tar', ['-xzf', archive, '-C', folder]);
  if (kind === 'mysql') {
    // The archives come from MariaDB. A server on MySQL gives its tables the same order of texts under another name.
    const [[row]] = (await runSql(database.url, 'SELECT VERSION() AS version')) as [[{ version: string }]];
    const statements = await readFile(join(folder, 'database.sql'), 'utf8');
    const own = /mariadb/i.test(row.version)
      ? statements
      : statements.replaceAll('utf8mb4_nopad_bin', 'utf8mb4_0900_bin');
    await runSql(`${database.url}?multipleStatements=true`, own);
  }
  const expected = JSON.parse(await readFile(join(folder, 'expected.json'), 'utf8')) as Expected;
  const dataDir = join(folder, 'data');
  const settings = { ...database.settings, SVC_DATA_DIR: dataDir };
  return { database: { ...database, dataDir, settings }, expected, backup: join(folder, 'backup.tar.gz') };
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

/** Starts an upstream that answers every chat, and has no responses. */
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
  const chunk = {
    ...answer,
    object: 'chat.completion.chunk',
    choices: [{ index: 0, finish_reason: 'stop', delta: { role: 'assistant', content: 'Yes.' } }],
  };
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const isStream = body.includes('"stream":true');
    response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json');
    if (request.url === '/v1/responses') response.writeHead(404).end('{"detail": "Not Found"}');
    else if (isStream) response.end(`data: ${JSON.stringify(chunk)}\n\ndata: [DONE]\n\n`);
    else response.end(JSON.stringify(request.url === '/v1/models' ? models : answer));
  });
  const port = await listenOnLoopback(server);
  const prices = { 'chat-model': { input: 1, output: 2 } };
  return {
    settings: { name: 'test', base_url: `http://127.0.0.1:${port}/v1`, models: ['chat-model'], prices },
    stop: () => closeServer(server),
  };
}

// A backup of a server that is written to, restored on the other database.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync, gzipSync } from 'node:zlib';
import t from 'tap';
import { database } from '../../models/connection.ts';
import { databasePath } from '../../models/reader.ts';
import { isEmptyDatabase, tableShapes } from '../../models/snapshot.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { runSql } from '../../scripts/fixtures/mariadb.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { client, startApp } from '../harness/app.ts';
import { type Cli, createCli } from '../harness/cli.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { faultSettings, rounds } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { runServer, startServer, until } from '../harness/process.ts';
import { startReceiver } from '../harness/receiver.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createHook } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const maxBatches = 90;
const passphrase = 'the passphrase of a test';
const env = { SVC_BACKUP_PASSPHRASE: passphrase };

const upstream = await startUpstream(t, { models: ['responder'] });
const app = await startApp(t, {
  ...faultSettings,
  SVC_RUN_WORKERS: 'true',
  SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
});
const cli = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-backups-'));
t.teardown(() => removeFolder(folder));
const file = join(folder, 'backup.tar.gz');
const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
let posts = 0;
const receiver = await startReceiver(t, {
  behaviour: (response) => {
    posts += 1;
    // Slow, and every fifth fails: some deliveries are under way at any time.
    setTimeout(() => response.writeHead(posts % 5 === 0 ? 500 : 204).end(), 30);
  },
});
const hook = await createHook(app, organizationKey, receiver.url);
const { body: key } = await app.request('POST', `/v1/organization/projects/${hook.projectId}/api_keys`, {
  token: organizationKey,
  body: { name: 'Writer' },
});
const token: string = key.value;

interface Batch {
  id: string;
  storeId: string;
  fileId: string;
  content: string;
  answeredAt: number;
}

/** Adds stores with a batch of one file each, and deletes other files, until it is told to stop. */
async function write(
  batches: Batch[],
  deleted: { id: string; answeredAt: number }[],
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted && batches.length < maxBatches) {
    const content = `A note about ${randomBytes(300).toString('hex')}.`;
    const fileId = await upload(app, token, { content });
    const passing = await upload(app, token, { content: 'Not for long.' });
    const store = await app.request('POST', '/v1/vector_stores', { token, body: { name: `Store ${fileId}` } });
    const path = `/v1/vector_stores/${store.body.id}/file_batches`;
    const batch = await app.request('POST', path, { token, body: { file_ids: [fileId] } });
    const added = { id: batch.body.id, storeId: store.body.id, fileId, content, answeredAt: performance.now() };
    if (batch.status === 200) batches.push(added);
    await app.request('DELETE', `/v1/files/${passing}`, { token });
    deleted.push({ id: passing, answeredAt: performance.now() });
  }
}

/** Creates a conversation with a stored response. Returns what is read of both, by path. */
async function converse(): Promise<Map<string, unknown>> {
  const { body: conversation } = await app.request('POST', '/v1/conversations', {
    token,
    body: { items: [{ role: 'user', content: 'I lost a key.' }] },
  });
  upstream.next(...script([[{ text: 'Behind the clock.' }]]));
  const request = { model: 'responder', input: 'Where is it?', conversation: conversation.id };
  const { body: response } = await app.request('POST', '/v1/responses', { token, body: request });
  const responsePath = `/v1/responses/${response.id}`;
  const paths = [
    responsePath,
    `${responsePath}/input_items`,
    `/v1/conversations/${conversation.id}`,
    `/v1/conversations/${conversation.id}/items`,
  ];
  const read = new Map<string, unknown>();
  for (const path of paths) read.set(path, (await app.request('GET', path, { token })).body);
  return read;
}

let target: TestDatabase;
let there: Cli;

t.test('a backup has all that was answered before it, and is restored on the other database', async (t) => {
  const batches: Batch[] = [];
  const deleted: { id: string; answeredAt: number }[] = [];
  const said = await converse();
  const stop = new AbortController();
  const writers = [write(batches, deleted, stop.signal), write(batches, deleted, stop.signal)];
  await until(() => (batches.length < 10 ? undefined : true));
  const startedAt = performance.now();
  const made = await cli.run(['backup', file, '--json'], { env });
  stop.abort();
  await Promise.all(writers);
  t.equal(made.code, 0, made.stderr);
  t.equal(made.json().missing_files, 0);
  t.comment(`${batches.length} batches, ${batches.filter(({ answeredAt }) => answeredAt < startedAt).length} before`);
  t.equal((await stat(file)).mode & 0o777, 0o600);
  t.strictSame(await readdir(folder), ['backup.tar.gz']);

  const other = app.database.kind === 'mysql' ? 'sqlite' : 'mysql';
  target = await createDatabase(other);
  t.teardown(() => target.drop());
  there = await createCli(t, { url: '', database: target });
  const wrong = await there.run(['restore', file], { env: { SVC_BACKUP_PASSPHRASE: 'another' } });
  t.match(wrong, { code: 1, stderr: 'svc: The passphrase is not the one of this backup.\n' });
  const restored = await there.run(['restore', file, '--json'], { env });
  t.equal(restored.code, 0, restored.stderr);
  t.strictSame(restored.json(), made.json());
  t.match(await there.run(['restore', file], { env }), {
    code: 1,
    stderr: /is not empty\. Restore into an empty database\. Nothing was changed\.\n$/,
  });
  t.match(await there.run(['verify']), { code: 0, stdout: 'no problems found\n' });

  await app.app.services.queue.stop();
  const server = await startServer({
    ...faultSettings,
    SVC_RUN_WORKERS: 'true',
    SVC_DATA_DIR: target.dataDir,
    SVC_DATABASE_URL: target.url,
    SVC_LOG_LEVEL: 'warn',
  });
  t.teardown(() => server.end());
  const request = client(t, server.url);
  for (const [path, body] of said) t.strictSame((await request('GET', path, { token })).body, body, path);
  const present: Batch[] = [];
  for (const batch of batches) {
    const path = `/v1/vector_stores/${batch.storeId}/file_batches/${batch.id}`;
    const found = await request('GET', path, { token });
    if (found.status === 404 && batch.answeredAt > startedAt) continue;
    t.equal(found.status, 200, `batch ${batch.id}`);
    present.push(batch);
    const ended = await until(async () => {
      const { body } = await request('GET', path, { token });
      return body.status === 'in_progress' ? undefined : body;
    });
    t.match(ended, { status: 'completed', file_counts: { completed: 1, total: 1 } });
    const content = await fetch(`${server.url}/v1/files/${batch.fileId}/content`, {
      headers: { authorization: `Bearer ${token}` },
    });
    t.equal(await content.text(), batch.content);
  }
  for (const { id } of deleted.filter(({ answeredAt }) => answeredAt < startedAt))
    t.equal((await request('GET', `/v1/files/${id}`, { token })).status, 404);
  const ended = await until(async () => {
    const { body } = await request('GET', `/v1/organization/projects/${hook.projectId}/webhook_deliveries`, {
      token: organizationKey,
      query: { limit: '100' },
    });
    const isDone = body.data.every((delivery: { status: string }) => delivery.status !== 'pending');
    return isDone && body.data.length >= present.length ? body.data : undefined;
  });
  t.equal(ended.length, present.length, 'one delivery for each batch');
  t.ok(ended.every((delivery: { status: string }) => delivery.status === 'succeeded'));
  const search = await request('POST', `/v1/vector_stores/${present[0]?.storeId}/search`, {
    token,
    body: { query: 'a note' },
  });
  t.equal(search.body.data[0]?.file_id, present[0]?.fileId);
});

t.test('a file may hold the passphrase', async (t) => {
  const path = join(folder, 'passphrase');
  const made = join(folder, 'made');
  const fromFile = { SVC_BACKUP_PASSPHRASE_FILE: path };
  t.match(await cli.run(['backup', made], { env: fromFile }), {
    code: 2,
    stderr: /^svc: SVC_BACKUP_PASSPHRASE_FILE names '.*', which cannot be read/,
  });
  t.match(await cli.run(['backup', made]), { code: 2, stderr: /in a terminal, or set SVC_BACKUP_PASSPHRASE\.\n$/ });
  await writeFile(path, 'another passphrase\n');
  t.match(await cli.run(['backup', made], { env: { ...env, ...fromFile } }), {
    code: 2,
    stderr: /are both given: leave one out\.\n$/,
  });
  t.equal((await cli.run(['backup', made], { env: fromFile })).code, 0);
  const empty = await createDatabase('sqlite');
  t.teardown(() => empty.drop());
  const fresh = await createCli(t, { url: '', database: empty });
  t.match(await fresh.run(['restore', made], { env }), {
    code: 1,
    stderr: 'svc: The passphrase is not the one of this backup.\n',
  });
  t.equal((await fresh.run(['restore', made], { env: fromFile })).code, 0);
});

t.test('a backup is verified, and a damaged or cut one is refused', async (t) => {
  t.match(await cli.run(['verify', file], { env }), { code: 0, stdout: 'no problems found\n' });
  t.match(await cli.run(['backup', file], { env }), { code: 1, stderr: /exists already\. Name another file/ });
  t.match(await cli.run(['backup', join(folder, 'nowhere', 'x')], { env }), {
    code: 1,
    stderr: /^svc: No backup was written: \S+: there is no such file or folder/,
  });
  const empty = await createDatabase('sqlite');
  t.teardown(() => empty.drop());
  const fresh = await createCli(t, { url: '', database: empty });
  const bytes = await readFile(file);
  // In the archive itself: gzip would find a changed byte of its own.
  const tar = gunzipSync(bytes);
  tar.write('X', tar.indexOf('A note about') + 2);
  for (const [name, content, reason] of [
    ['changed', tar, /damaged.*incorrect header check/],
    ['cut', bytes.subarray(0, bytes.length - 3000), /is damaged.*Use another backup/],
    ['none', Buffer.from('hello'), /is damaged, or not a backup of svc/],
  ] as const) {
    const path = join(folder, name);
    await writeFile(path, content);
    for (const command of ['verify', 'restore'])
      t.match(await fresh.run([command, path], { env }), { code: 1, stderr: reason }, `${command} ${name}`);
  }
  const changed = join(folder, 'changed.gz');
  await writeFile(changed, gzipSync(tar));
  t.match(await fresh.run(['restore', changed], { env }), { code: 1, stderr: /damaged: a SHA-256 does not match/ });
  t.strictSame(await readdir(empty.dataDir), [], 'nothing was written');
  t.match(await fresh.run(['restore', join(folder, 'nowhere')], { env }), { code: 1, stderr: /cannot be read/ });
});

t.test('a restore that fails halfway leaves what every server refuses', async (t) => {
  const half = await createDatabase('sqlite');
  t.teardown(() => half.drop());
  const fresh = await createCli(t, { url: '', database: half });
  // The files cannot be written.
  await writeFile(join(half.dataDir, 'files'), '');
  t.match(await fresh.run(['restore', file], { env }), {
    code: 1,
    stderr:
      /^svc: The restore was not finished: .*\. Servers refuse this database\. Empty the database and the data directory, and restore again\.\n$/,
  });
  const refusal =
    /A restore into this database was not finished\. Empty the database and the data directory, and restore again\./;
  t.match(await fresh.run(['migrate']), { code: 1, stderr: refusal });
  t.match(await runServer({ SVC_DATA_DIR: half.dataDir }), { code: 1, stderr: refusal });
});

t.test('a restore that is killed at any moment leaves what every server refuses, or all of it', async (t) => {
  const refusal = /A restore into this database was not finished/;
  const outcomes: string[] = [];
  for (let round = 0; round < rounds - 1; round += 1) {
    const half = await createDatabase('sqlite');
    t.teardown(() => half.drop());
    const fresh = await createCli(t, { url: '', database: half });
    const { child, result } = fresh.start(['restore', file], { env });
    await until(() => marked(half) ?? (child.exitCode === null ? undefined : true));
    await delay(round * 100);
    child.kill('SIGKILL');
    await result;
    if (marked(half) === true) {
      outcomes.push('half');
      t.match(await runServer({ SVC_DATA_DIR: half.dataDir }), { code: 1, stderr: refusal });
      t.match(await fresh.run(['restore', file], { env }), { code: 1, stderr: /^svc: .*(not empty|not finished)/ });
    } else {
      outcomes.push('whole');
      t.match(await fresh.run(['verify'], { env }), { code: 0, stdout: 'no problems found\n' });
    }
  }
  t.comment(`restores: ${outcomes.join(', ')}`);
  t.equal(outcomes[0], 'half', 'the first kill comes before the rows');
});

/** Returns true while the database has the mark of an unfinished restore; undefined if there is no table yet. */
function marked({ dataDir }: TestDatabase): boolean | undefined {
  if (!existsSync(databasePath(dataDir))) return undefined;
  const sqlite = new DatabaseSync(databasePath(dataDir), { readOnly: true });
  try {
    return (
      sqlite.prepare("SELECT 1 FROM schema_migrations WHERE name = 'unfinished-restore'").get() !== undefined ||
      undefined
    );
  } catch {
    return undefined;
  } finally {
    sqlite.close();
  }
}

t.test('a verification finds lost files, other bytes, broken references and other keys', async (t) => {
  const lost = await upload(app, token, { content: 'lost' });
  const short = await upload(app, token, { content: 'short' });
  const keyOf = async (id: string): Promise<string> => {
    const [rows] = await database().sequelize.query(`SELECT storage_key FROM files WHERE id = '${id}'`);
    return (rows as { storage_key: string }[])[0]?.storage_key ?? '';
  };
  const { storage } = app.app.services.files;
  await storage.remove(await keyOf(lost));
  const shortKey = await keyOf(short);
  const path = join(app.database.dataDir, 'files', shortKey.slice(-2), shortKey);
  await truncate(path, 2);
  const found = await cli.run(['verify']);
  t.equal(found.code, 1);
  t.match(found.stdout, `the content of ${lost} is missing\n`);
  t.match(found.stdout, `the content of ${short} has 2 bytes, and should have 5\n`);
  t.match(await cli.run(['backup', join(folder, 'short')], { env }), {
    code: 1,
    stderr: `svc: No backup was written: the content of ${short} does not have the 5 bytes that were received. Delete the file`,
  });
  const run = (sql: string) => database().sequelize.query(sql);
  await run(`UPDATE projects SET webhook_secret = 'v2:AAAA' WHERE id = '${hook.projectId}'`);
  await run("UPDATE audit_entries SET address = 'elsewhere' WHERE place = 2");
  const one = app.database.kind === 'mysql' ? 'LIMIT 1' : 'WHERE rowid = 1';
  await withoutForeignKeys(`UPDATE memberships SET organization_id = 'org_of_nobody' ${one}`);
  const worse = await cli.run(['verify', '--json']);
  t.equal(worse.code, 1);
  const problems: string[] = worse.json().problems;
  t.ok(problems.includes(`the webhook secret of ${hook.projectId} cannot be decrypted`), worse.stdout);
  t.ok(
    problems.some((problem) => /^the audit log: entry 2 .*was changed/.test(problem)),
    worse.stdout,
  );
  t.ok(
    problems.includes('1 row of memberships refers to organizations that do not exist (organization_id)'),
    worse.stdout,
  );
  const otherKey = await cli.run(['verify'], { env: { SVC_SECRETS_KEY: randomBytes(32).toString('base64') } });
  t.match(otherKey, {
    code: 1,
    stderr: /^svc: The secrets key is missing, or is not the key of this database\. Set SVC_SECRETS_KEY/,
  });
  const noKey = await cli.run(['backup', join(folder, 'x')], {
    env: { ...env, SVC_SECRETS_KEY: randomBytes(32).toString('base64') },
  });
  t.match(noKey, { code: 1, stderr: /^svc: The secrets key is missing, or is not the key/ });
});

/** Runs a statement that breaks a reference. */
async function withoutForeignKeys(sql: string): Promise<void> {
  if (app.database.kind === 'mysql') {
    await runSql(app.database.url, 'SET foreign_key_checks = 0', sql);
    return;
  }
  const connection = new DatabaseSync(databasePath(app.database.dataDir), {
    enableForeignKeyConstraints: false,
    timeout: 10_000,
  });
  connection.exec(sql);
  connection.close();
}

t.test('tables that a backup leaves out are known', async (t) => {
  const models = Object.values(database().sequelize.models).map(({ tableName }) => tableName);
  const shapes = (await tableShapes()).map(({ name }) => name);
  t.strictSame(
    models.filter((name) => !shapes.includes(name)),
    ['schema_migrations'].filter((name) => models.includes(name)),
  );
  t.ok(shapes.indexOf('organizations') < shapes.indexOf('projects'));
  t.equal(await isEmptyDatabase(), false);
});

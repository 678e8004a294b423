// Backups and restores that are killed, and the content of files in backups and verifications. The files of this installation are in S3.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { database as openedDatabase } from '../../models/connection.ts';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { startApp } from '../harness/app.ts';
import { type Cli, createCli } from '../harness/cli.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { rounds } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { runServer } from '../harness/process.ts';
import { startS3 } from '../harness/s3.ts';
import { createTenant, signUp } from '../harness/world.ts';

const fileCount = 12;
const env = { SVC_BACKUP_PASSPHRASE: 'the passphrase of a test' };
const unfinished =
  'A restore into this database was not finished. Empty the database and the data directory, and restore again.';

const s3 = await startS3(t);
const app = await startApp(t, s3.settings);
const cli = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-restores-'));
t.teardown(() => removeFolder(folder));
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const contents = Array.from({ length: fileCount }, () => randomBytes(50_000).toString('hex'));
const ids: string[] = [];
for (const content of contents) ids.push(await upload(app, project.key, { content }));
const backup = join(folder, 'backup.tar.gz');
const inS3 = { ...env, ...s3.settings };
t.equal((await cli.run(['backup', backup], { env: inS3 })).code, 0);

/** Returns an empty place of the kind of database that this run tests. */
async function emptyPlace(t: Test): Promise<{ place: TestDatabase; there: Cli }> {
  const place = await createDatabase(app.database.kind);
  t.teardown(() => place.drop());
  return { place, there: await createCli(t, { url: '', database: place }) };
}

/** Restores, and kills the command as soon as the path exists, or after the delay. */
async function killRestore(there: Cli, moment: { path: string } | { delayMs: number }): Promise<boolean> {
  const { child, result } = there.start(['restore', backup], { env });
  let isOver = false;
  const end = result.finally(() => {
    isOver = true;
  });
  if ('path' in moment) while (!isOver && !existsSync(moment.path)) await wait(1);
  else await Promise.race([end, wait(moment.delayMs)]);
  const wasRunning = !isOver && child.kill('SIGKILL');
  await end;
  return wasRunning;
}

t.test('the rest of a killed restore is refused, and an empty place takes the backup again', async (t) => {
  const { place, there } = await emptyPlace(t);
  t.ok(await killRestore(there, { path: join(place.dataDir, 'files') }), 'it was killed when all rows were there');
  t.match(await there.run(['restore', backup], { env }), { code: 1, stderr: `svc: ${unfinished}\n` });
  t.match(await there.run(['migrate']), { code: 1, stderr: unfinished });
  t.match(await there.run(['backup', join(folder, 'half')], { env }), { code: 1, stderr: unfinished });
  const server = await runServer(place.settings);
  t.match(server, { code: 1, stderr: unfinished });

  const again = await emptyPlace(t);
  const restored = await again.there.run(['restore', backup, '--json'], { env });
  t.match(restored, { code: 0 }, restored.stderr);
  t.match(restored.json(), { files: fileCount, missing_files: 0, damaged_files: 0 });
  t.match(await again.there.run(['verify']), { code: 0, stdout: 'no problems found\n' });
});

t.test('a restore killed at any moment leaves an empty place, all, or what is refused', async (t) => {
  const counts = { taken: 0, refused: 0 };
  for (let round = 0; round < rounds - 2; round += 1) {
    const { there } = await emptyPlace(t);
    await killRestore(there, { delayMs: 400 + Math.random() * 1500 });
    const again = await there.run(['restore', backup], { env });
    if (again.code === 0) {
      counts.taken += 1;
      t.match(await there.run(['verify']), { code: 0 });
      continue;
    }
    counts.refused += 1;
    t.match(again.stderr, /was not finished|is not empty/);
    const verified = await there.run(['verify']);
    // Without the sentence, the restore has ended just before the signal, or has made no row yet.
    if (!again.stderr.includes(unfinished))
      t.match(verified.stdout + verified.stderr, /no problems found|older version/);
  }
  t.comment(counts);
});

t.test('a killed backup leaves one file, which is refused, and the next backup removes it', async (t) => {
  const place = await mkdtemp(join(folder, 'killed-'));
  const whole = join(place, 'backup.tar.gz');
  const { child, result } = cli.start(['backup', whole], { env: inS3 });
  while (child.exitCode === null && !existsSync(`${whole}.unfinished`)) await wait(1);
  child.kill('SIGKILL');
  await result;
  t.strictSame(await readdir(place), ['backup.tar.gz.unfinished']);
  const { there } = await emptyPlace(t);
  const refusal = `svc: ${whole}.unfinished is damaged: the file ends before its last part, as the file of a backup that was killed does. Use another backup.\n`;
  for (const command of ['verify', 'restore'])
    t.match(await there.run([command, `${whole}.unfinished`], { env }), { code: 1, stderr: refusal }, command);
  t.equal((await cli.run(['backup', whole], { env: inS3 })).code, 0);
  t.strictSame(await readdir(place), ['backup.tar.gz']);
  t.equal((await there.run(['restore', whole], { env })).code, 0, 'the refused restore left the place empty');
});

t.test('a store that refuses or is away is said in a sentence', async (t) => {
  const { there } = await emptyPlace(t);
  for (const [cause, settings] of [
    ['NoSuchBucket', { SVC_S3_BUCKET: 'another' }],
    ['ECONNREFUSED', { SVC_S3_ENDPOINT: 'http://127.0.0.1:1' }],
  ] as const) {
    const env = { ...inS3, ...settings };
    const said = (work: string) =>
      `svc: The object store did not ${work}: ${cause}. "svc doctor" checks the file storage.\n`;
    t.match(await there.run(['restore', backup], { env }), { code: 1, stderr: said('list its objects') });
    t.match(await cli.run(['verify'], { env }), { code: 1, stderr: said('return the file') });
  }
});

t.test('files are restored from S3 to the disk and from one S3 to another', async (t) => {
  const elsewhere = { ...inS3, SVC_S3_PREFIX: 'copy/' };
  const { there } = await emptyPlace(t);
  t.match(await there.run(['restore', backup], { env: inS3 }), {
    code: 1,
    stderr: 'svc: The file storage is not empty. Restore into an empty folder or bucket. Nothing was changed.\n',
  });
  const restored = await there.run(['restore', backup], { env: elsewhere });
  t.equal(restored.code, 0, restored.stderr);
  const copies = [...s3.objects].filter(([key]) => key.startsWith('copy/')).map(([, bytes]) => bytes.toString());
  t.strictSame(copies.sort(), [...contents].sort());
  t.match(await there.run(['verify'], { env: elsewhere }), { code: 0 });
  t.match((await there.run(['verify'])).stdout, `the content of ${ids[0]} is missing\n`, 'the disk has no files');
});

t.test('a verification finds content that has changed, and a backup of it says so', async (t) => {
  const [key, content] = [...s3.objects].find(([, bytes]) => bytes.toString() === contents[0]) ?? [];
  if (key === undefined || content === undefined) throw new Error('S3 has no object with the content');
  const changed = Buffer.from(content);
  changed.writeUInt8(content.readUInt8(7) ^ 1, 7);
  s3.objects.set(key, changed);
  t.match(await cli.run(['verify'], { env: inS3 }), {
    code: 1,
    stdout: `the content of ${ids[0]} is damaged: its SHA-256 has changed\n`,
  });
  const damaged = join(folder, 'damaged.tar.gz');
  t.match(await cli.run(['backup', damaged], { env: inS3 }), {
    code: 0,
    stderr: 'svc: 1 files differ from what was uploaded, and "svc verify" lists them\n',
  });
  t.match(await cli.run(['verify', damaged], { env }), { code: 1, stdout: /is damaged: its SHA-256 has changed/ });
  const { there } = await emptyPlace(t);
  t.equal((await there.run(['restore', damaged], { env })).code, 0, 'the other files are restored');
  t.match(await there.run(['verify']), {
    code: 1,
    stdout: `the content of ${ids[0]} is damaged: its SHA-256 has changed\n`,
  });

  await openedDatabase().sequelize.query(`UPDATE files SET sha256 = NULL WHERE id = '${ids[0]}'`);
  t.match(await cli.run(['verify'], { env: inS3 }), { code: 0 }, 'files of earlier versions have no SHA-256');
});

t.test('parts of an upload have a SHA-256, and so has their file', async (t) => {
  const created = await app.request('POST', '/v1/uploads', {
    token: project.key,
    body: { filename: 'parts.txt', purpose: 'assistants', bytes: 10, mime_type: 'text/plain' },
  });
  const form = new FormData();
  form.set('data', new Blob(['0123456789']));
  const part = await fetch(`${app.url}/v1/uploads/${created.body.id}/parts`, {
    method: 'POST',
    headers: { authorization: `Bearer ${project.key}` },
    body: form,
  });
  const { id } = (await part.json()) as { id: string };
  const completed = await app.request('POST', `/v1/uploads/${created.body.id}/complete`, {
    token: project.key,
    body: { part_ids: [id] },
  });
  t.equal(completed.status, 200);
  const sum = '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882';
  const sumOf = async (table: string, row: string): Promise<string | undefined> => {
    const [rows] = await openedDatabase().sequelize.query(
      `SELECT HEX(sha256) AS sum FROM ${table} WHERE id = '${row}'`,
    );
    return (rows as { sum: string }[])[0]?.sum.toLowerCase();
  };
  t.equal(await sumOf('files', completed.body.file.id), sum);
  // The parts are removed in the background.
  t.ok([sum, undefined].includes(await sumOf('upload_parts', id)));
});

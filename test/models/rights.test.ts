// Tests the file permissions of the embedded database.

import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { closeDatabase, openDatabase } from '../../models/index.ts';

const files = ['svc.sqlite', 'svc.sqlite-wal', 'svc.sqlite-shm'];

process.umask(0o022);

/** Creates a folder that everybody may read. */
async function openFolder(t: Test): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-rights-'));
  await chmod(folder, 0o755);
  t.teardown(() => rm(folder, { recursive: true }));
  return folder;
}

/** Returns the permissions of the database's files while it is open. */
async function rightsIn(dataDir: string): Promise<string[]> {
  await openDatabase({ url: '', dataDir, poolSize: 1, timeoutMs: 8000 });
  const modes = await Promise.all(files.map(async (name) => (await stat(join(dataDir, name))).mode & 0o777));
  await closeDatabase();
  return modes.map((mode) => mode.toString(8));
}

t.test('only the owner can read the embedded database, in a folder that others may read', async (t) => {
  const folder = await openFolder(t);
  t.strictSame(await rightsIn(folder), ['600', '600', '600']);
  t.equal((await stat(folder)).mode & 0o777, 0o755, 'the folder keeps its permissions');
  t.strictSame(await rightsIn(folder), ['600', '600', '600'], 'again');
});

t.test('other users lose read access, and a group that was given access keeps it', async (t) => {
  const folder = await openFolder(t);
  await writeFile(join(folder, files[0] ?? ''), '', { mode: 0o644 });
  t.strictSame(await rightsIn(folder), ['640', '640', '640']);
  await chmod(join(folder, files[0] ?? ''), 0o660);
  t.strictSame(await rightsIn(folder), ['660', '660', '660']);
});

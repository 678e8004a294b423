// Tests a full disk: files are refused with a clear error, none is stored partially, and all works again once there is
// space.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { countObjects, sendFile } from '../harness/forms.ts';
import { notTried } from '../harness/skip-reason.ts';
import { createTenant, signUp } from '../harness/world.ts';

const run = promisify(execFile);
const app = await startApp(t);
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const folder = join(app.database.dataDir, 'files');

/** Mounts a disk of 4 MiB for the files. Returns the reason if that fails. */
async function mountSmallDisk(): Promise<{ mounted: true } | { mounted: false; why: string }> {
  await mkdir(folder, { recursive: true });
  return run('mount', ['-t', 'tmpfs', '-o', 'size=4m', 'tmpfs', folder], { env: { ...process.env, LC_ALL: 'C' } }).then(
    () => ({ mounted: true }),
    (error: Error) => ({ mounted: false, why: error.message }),
  );
}

/**
 * The error of a missing permission. Most containers give it not even to root, so the test is skipped even with
 * CI=true.
 */
const noRight = /superuser|permission denied|not permitted/i;

t.test('a full disk refuses files, stores no partial ones, and accepts files again when there is space', async (t) => {
  const disk = await mountSmallDisk();
  if (!disk.mounted && noRight.test(disk.why)) return t.plan(0, 'this process may not mount a small disk');
  if (!disk.mounted) return notTried(t, `a small disk to fill cannot be mounted: ${disk.why}`);
  t.teardown(async () => {
    await run('umount', ['-l', folder]);
  });
  const small = await sendFile(app, project.key, { content: randomBytes(1 << 20) });
  t.equal(small.status, 200);
  const before = await countObjects(app);
  for (const attempt of [1, 2, 3]) {
    const { status, body, headers } = await sendFile(app, project.key, { content: randomBytes(8 << 20) });
    t.equal(status, 507, `attempt ${attempt}`);
    t.match(body.error, { type: 'server_error', code: 'insufficient_storage', message: /no room/ });
    t.equal(headers.get('x-should-retry'), 'false');
  }
  t.equal(await countObjects(app), before);
  t.strictSame(await readdir(join(folder, 'unfinished')), []);
  t.equal(
    (await app.request('GET', `/v1/files/${small.body.id}/content`, { token: project.key })).bytes.length,
    1 << 20,
  );
  await app.request('DELETE', `/v1/files/${small.body.id}`, { token: project.key });
  t.equal((await sendFile(app, project.key, { content: randomBytes(2 << 20) })).status, 200);
  await rm(join(folder, 'unfinished'), { recursive: true });
  t.equal((await sendFile(app, project.key, { content: 'x' })).status, 200, 'its folders are created again');
});

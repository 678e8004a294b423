// Tests a full disk: files are refused with a clear error, none is stored partially, and all works again once there is
// space.

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t, { type Test } from 'tap';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { countObjects, sendFile } from '../harness/forms.ts';
import { notTried } from '../harness/skip-reason.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const run = promisify(execFile);
const app = await startApp(t);
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const folder = join(app.database.dataDir, 'files');

/** Mounts a small disk until the end of the test. Returns false, and skips the test, if that fails. */
async function hasSmallDisk(t: Test, place: string, size: string): Promise<boolean> {
  await mkdir(place, { recursive: true });
  const environment = { env: { ...process.env, LC_ALL: 'C' } };
  try {
    await run('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=700`, 'tmpfs', place], environment);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    if (noRight.test(why)) t.plan(0, 'this process may not mount a small disk');
    else notTried(t, `a small disk to fill cannot be mounted: ${why}`);
    return false;
  }
  t.teardown(async () => {
    await run('umount', ['-l', place]);
  });
  return true;
}

/**
 * The error of a missing permission. Most containers give it not even to root, so the test is skipped even with
 * CI=true.
 */
const noRight = /superuser|permission denied|not permitted/i;

t.test('a full disk refuses files, stores no partial ones, and accepts files again when there is space', async (t) => {
  if (!(await hasSmallDisk(t, folder, '4m'))) return;
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

t.test('on a full disk svc doctor says so, and a command on the database fails in a sentence', async (t) => {
  const place = join(app.database.dataDir, 'small');
  if (!(await hasSmallDisk(t, place, '12m'))) return;
  const cli = await createCli(t, { url: '', database: { settings: { SVC_DATA_DIR: place, SVC_DATABASE_URL: '' } } });
  const email = 'ada@example.com';
  t.equal((await cli.run(['server', 'create-admin', '--email', email, '--password', password])).code, 0);
  const filler = join(place, 'filler');
  await fill(filler);
  const refused = await cli.run(['server', 'password-reset', '--email', email, '--link']);
  t.match(refused, { code: 1, stderr: /^svc: The database cannot be used: .*disk.*\. See SVC_DATA_DIR\.\n$/ });
  // Room for the database's shared memory, and not for a change.
  await truncate(filler, (await stat(filler)).size - 40 * 1024);
  const failed = await cli.run(['server', 'password-reset', '--email', email, '--link']);
  t.equal(failed.code, 1);
  t.match(failed.stderr, /^svc: The database failed: SQLITE_FULL: .* full\. "svc doctor" checks it\.$/m);
  await fill(join(place, 'rest'));
  const checks: { part: string; message: string }[] = (await cli.run(['doctor', '--json'])).json().checks;
  for (const name of ['data directory', 'files storage'])
    t.equal(checks.find(({ part }) => part === name)?.message, 'The disk is full. Delete files, or enlarge the disk.');
});

/** Writes a file until the disk is full. */
async function fill(path: string): Promise<void> {
  const file = await open(path, 'w');
  const block = Buffer.alloc(4096);
  try {
    for (;;) await file.write(block);
  } catch {
    await file.close();
  }
}

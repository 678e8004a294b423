// Interrupts commands while they write.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { removeFolder } from '../harness/folders.ts';
import { until } from '../harness/process.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const svc = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-interrupted-'));
t.teardown(() => removeFolder(folder));
const token = ['--token', project.key];
const content = join(folder, 'content.bin');
await writeFile(content, randomBytes(32 << 20));

t.test('an interrupted upload leaves no file and no content on the server', async (t) => {
  const unfinished = async () => (await readdir(join(app.database.dataDir, 'files/unfinished')).catch(() => [])).length;
  const { child, result } = svc.start(['file', 'upload', content, ...token]);
  await until(async () => (await unfinished()) > 0 || undefined);
  child.kill('SIGINT');
  t.match(await result, { code: null, stdout: '' });
  await until(async () => (await unfinished()) === 0 || undefined);
  t.strictSame((await svc.json('file', 'list', ...token)).data, []);
});

t.test('an interrupted backup leaves no file', async (t) => {
  await svc.json('file', 'upload', content, ...token);
  const backup = join(folder, 'backup');
  const { child, result } = svc.start(['backup', backup], {
    env: { SVC_BACKUP_PASSPHRASE: 'the passphrase of a test' },
  });
  await until(async () => existsSync(`${backup}.unfinished`) || undefined);
  child.kill('SIGINT');
  t.match(await result, { code: 130, stdout: '' });
  t.strictSame([existsSync(backup), existsSync(`${backup}.unfinished`)], [false, false]);
});

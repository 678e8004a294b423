// Interrupts commands while they write.

import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { until } from '../harness/process.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
const svc = await createCli(t, app);
const folder = await mkdtemp(join(tmpdir(), 'svc-interrupted-'));
t.teardown(() => removeFolder(folder));
const token = ['--token', project.key];
const content = join(folder, 'content.bin');
await writeFile(content, randomBytes(96 << 20));

t.test('an interrupted upload says what was uploaded, and leaves nothing of the rest on the server', async (t) => {
  const unfinished = async () => (await readdir(join(app.database.dataDir, 'files/unfinished')).catch(() => [])).length;
  const small = join(folder, 'small.txt');
  await writeFile(small, 'small');
  const uploads = async (): Promise<{ id: string }[]> => (await svc.json('file', 'list', ...token)).data;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    const { child, result } = svc.start(['file', 'upload', content, small, ...token]);
    const [file] = await until(async () => {
      const found = await uploads();
      return found.length > 0 && (await unfinished()) > 0 ? found : undefined;
    });
    child.kill(signal);
    t.match(await result, {
      code: signal === 'SIGINT' ? 130 : 143,
      stdout: '',
      stderr: `svc: Interrupted. Uploaded: ${file?.id}. Not uploaded: ${content}.\n`,
    });
    await until(async () => (await unfinished()) === 0 || undefined);
    t.strictSame(await uploads(), [file], 'nothing else is there');
    await svc.json('file', 'delete', String(file?.id), '--yes', ...token);
  }
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

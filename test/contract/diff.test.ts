// Tests `svc-contract diff`: breaking changes as text, JSON and annotations, and the exit codes.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { removeFolder } from '../../scripts/fixtures/folders.ts';

const root = join(import.meta.dirname, '../..');
const published = join(root, 'generated/openapi.json');
const folder = await mkdtemp(join(tmpdir(), 'svc-diff-'));
t.teardown(() => removeFolder(folder));

const diff = (...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> =>
  promisify(execFile)(process.execPath, [join(root, 'scripts/contract/main.ts'), 'diff', ...args], {
    env: { PATH: process.env.PATH },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error) => error,
  );

t.test('a removed operation is listed as text, as JSON and as an annotation', async (t) => {
  const changed = JSON.parse(await readFile(published, 'utf8'));
  delete changed.paths['/healthz'];
  const path = join(folder, 'new.json');
  await writeFile(path, JSON.stringify(changed));
  const text = 'getHealth: GET /healthz was removed';
  t.match(await diff(published, path), { code: 1, stdout: `${text}\n1 breaking change\n` });
  const json = await diff(published, path, '--json');
  t.strictSame(JSON.parse(json.stdout), { breaking: [{ subject: 'getHealth', text }] });
  const line = `::error file=${path},title=Breaking change of getHealth::${text}`;
  t.match(await diff(published, path, '--github'), { code: 1, stdout: line });
  t.match(await diff(path, published), { code: 0, stdout: '0 breaking changes\n', stderr: '' });
});

t.test('a file that is no document is wrong usage', async (t) => {
  const path = join(folder, 'none.json');
  await writeFile(path, '[]');
  t.match(await diff(path, published), { code: 2, stdout: '', stderr: /is not an OpenAPI document/ });
  t.match(await diff(published, join(folder, 'missing')), { code: 2, stderr: /cannot be read/ });
});

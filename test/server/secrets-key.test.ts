// The key under which a server seals its secrets and its audit log.

import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { runServer, startServer } from '../harness/process.ts';

t.setTimeout(600_000);

async function emptyDatabase(t: Test): Promise<{ database: TestDatabase; settings: Record<string, string> }> {
  const database = await createDatabase();
  t.teardown(() => database.drop());
  return { database, settings: { SVC_DATA_DIR: database.dataDir, SVC_DATABASE_URL: database.url } };
}

t.test('a server that was given no key makes one that only its user can read', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  await (await startServer(settings)).end();
  const path = join(database.dataDir, 'secrets.key');
  const key = await readFile(path, 'utf8');
  t.equal(Buffer.from(key, 'base64').length, 32);
  t.equal((await stat(path)).mode & 0o777, 0o600);
  await (await startServer(settings)).end();
  t.equal(await readFile(path, 'utf8'), key, 'it stays');
});

t.test('a file of keys that holds none stops the start with one line', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  for (const [text, length] of [
    ['', 0],
    ['\n', 0],
    ['half of a k', 11],
  ] as const) {
    await writeFile(join(database.dataDir, 'secrets.key'), text);
    const { code, stderr } = await runServer(settings);
    t.equal(code, 1);
    t.equal(
      stderr,
      `svc: SVC_DATA_DIR/secrets.key must hold 44 characters, and has ${length}: bring the right one back, or remove it where the database is new.\n`,
    );
  }
});

t.test('a first start that a full disk ends leaves no key, and the next one makes it', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  const fullDisk = `
    import fs from 'node:fs';
    import { syncBuiltinESMExports } from 'node:module';
    const write = fs.writeFileSync;
    fs.writeFileSync = (path, content, options) => {
      if (!String(path).includes('secrets.key')) return write(path, content, options);
      write(path, '', options);
      throw new Error('ENOSPC: no space left on device, write');
    };
    syncBuiltinESMExports();`;
  const failed = await runServer({
    ...settings,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fullDisk)}`,
  });
  t.equal(failed.code, 1);
  t.equal(
    failed.stderr,
    'svc: The secrets.key in SVC_DATA_DIR cannot be read or made: ENOSPC: no space left on device, write\n',
  );
  t.strictSame(await keyFiles(database), []);
  await (await startServer(settings)).end();
  t.strictSame(await keyFiles(database), ['secrets.key']);
});

async function keyFiles({ dataDir }: TestDatabase): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name.startsWith('secrets.key'));
}

// Tests the key with which a server encrypts its secrets and seals its audit log.

import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { database as open } from '../../models/connection.ts';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { SecretsKey } from '../../models/secrets-key.ts';
import { checkKeyBeforeWriting, proofOf } from '../../services/audit/secrets-key.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { createSecrets, secretsUnder } from '../../services/settings/secrets.ts';
import { makeKeyFile } from '../../services/settings/secrets-file.ts';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { createDatabase, type TestDatabase } from '../harness/database.ts';
import { runServer, startServer, startWorker, until } from '../harness/process.ts';
import { fill } from '../harness/template.ts';
import { password, signUp } from '../harness/world.ts';

t.setTimeout(600_000);

const strongKey = 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u';

async function emptyDatabase(t: Test): Promise<{ database: TestDatabase; settings: Record<string, string> }> {
  const database = await createDatabase();
  await fill(database);
  t.teardown(() => database.drop());
  return { database, settings: database.settings };
}

t.test('a server without a configured key creates one that only its user can read', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  await (await startServer(settings)).end();
  const path = join(database.dataDir, 'secrets.key');
  const key = await readFile(path, 'utf8');
  t.equal(Buffer.from(key, 'base64').length, 32);
  t.equal((await stat(path)).mode & 0o777, 0o600);
  await (await startServer(settings)).end();
  t.equal(await readFile(path, 'utf8'), key, 'the key does not change');
});

t.test('a key file without a key prevents the start with one line', async (t) => {
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
      `svc: SVC_DATA_DIR/secrets.key must hold 44 characters, and has ${length}. Restore the right file. Remove the file only if the database is new, or if the key is lost for good.\n`,
    );
  }
});

t.test('a first start that fails on a full disk leaves no key, and the next start creates it', async (t) => {
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

const recoveryHint =
  'If the key is lost for good, run `svc secrets reset`: it lists what would be lost, and starts with a new key.';
const isOther = `SVC_SECRETS_KEY is not the key that this database was written with. ${recoveryHint}`;
const isMissing = `The secrets key of this database is missing. Set SVC_SECRETS_KEY to the key, or restore the file secrets.key in SVC_DATA_DIR. ${recoveryHint}`;

t.test('a wrong key does not open the database, and the audit log does not change', async (t) => {
  const key = { SVC_SECRETS_KEY: strongKey };
  const app = await startApp(t, key);
  await signUp(app, { isAdmin: true });
  const svc = await createCli(t, app);
  const { url, dataDir } = app.database;
  const other = { SVC_DATABASE_URL: url, SVC_DATA_DIR: dataDir, SVC_SECRETS_KEY: 'another' };
  const server = await runServer(other);
  t.strictSame([server.code, server.stderr], [1, `svc: ${isOther}\n`]);
  await t.rejects(startWorker(other), { message: isOther });
  const [createAdmin, resetPassword, verify] = [
    ['server', 'create-admin', '--email', 'eve@example.com'],
    ['server', 'password-reset', '--email', 'eve@example.com'],
    ['audit', 'verify'],
  ] as const;
  for (const args of [createAdmin, resetPassword, verify]) {
    const refused = await svc.run([...args], { input: `${password}\n`, env: other });
    t.strictSame([refused.code, refused.stderr], [1, `svc: ${isOther}\n`], args.join(' '));
    const keyless = await svc.run([...args], { input: `${password}\n` });
    t.strictSame([keyless.code, keyless.stderr], [1, `svc: ${isMissing}\n`], args.join(' '));
  }
  t.strictSame(await keyFiles(app.database), [], 'no other key is created');
  t.equal((await svc.run([...createAdmin], { input: `${password}\n`, env: key })).code, 0);
  const whole = await svc.run([...verify], { env: key });
  t.match([whole.code, whole.stdout], [0, /nothing changed/]);
});

t.test('a weak key cannot start a new database', async (t) => {
  const { settings } = await emptyDatabase(t);
  for (const [key, problem] of [
    ['a', 'has 1 characters, and needs at least 32.'],
    ['password'.repeat(8), 'is too easy to guess: about'],
  ] as const) {
    const { code, stderr } = await runServer({ ...settings, SVC_SECRETS_KEY: key });
    t.equal(code, 1);
    t.ok(stderr.startsWith(`svc: SVC_SECRETS_KEY ${problem}`), stderr);
    t.match(stderr, /openssl rand -base64 32\n$/);
    t.equal(stderr.split('\n').length, 2, 'a single line');
  }
});

t.test('a database that was created with a weak key still starts, with a warning', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  await openDatabase({ url: database.url, dataDir: database.dataDir, poolSize: 1, timeoutMs: 8000 });
  await SecretsKey.keep(proofOf(secretsUnder('a weak key')));
  await closeDatabase();
  const server = await startServer({ ...settings, SVC_SECRETS_KEY: 'a weak key' });
  await until(() => /"level":"warn".*SVC_SECRETS_KEY has 10 characters/.exec(server.output()) ?? undefined);
  t.notMatch(server.output(), 'a weak key');
  await server.end();
});

t.test('a restored data directory without its key prevents the start, and gets no new key', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  await (await startServer(settings)).end();
  await rm(join(database.dataDir, 'secrets.key'));
  const { code, stderr } = await runServer(settings);
  t.strictSame([code, stderr], [1, `svc: ${isMissing}\n`]);
  t.strictSame(await keyFiles(database), []);
});

t.test('of two servers that start at once on an empty database with different keys, one is refused', async (t) => {
  const { settings } = await emptyDatabase(t);
  const started = await Promise.allSettled(
    [strongKey, `${strongKey}2`].map((key) => startServer({ ...settings, SVC_SECRETS_KEY: key })),
  );
  const refused = started.filter((one) => one.status === 'rejected').map(({ reason }) => String(reason));
  t.equal(refused.length, 1);
  t.match(refused[0], isOther);
  for (const one of started) if (one.status === 'fulfilled') await one.value.end();
});

t.test('a server that looks for the key while another one makes it finds the key', async (t) => {
  const { database, settings } = await emptyDatabase(t);
  const { dataDir } = database;
  await openDatabase({ url: database.url, dataDir, poolSize: 1, timeoutMs: 8000 });
  const { proof } = SecretsKey;
  t.teardown(async () => {
    SecretsKey.proof = proof;
    await closeDatabase();
  });
  SecretsKey.proof = async (tx) => {
    makeKeyFile(dataDir);
    await SecretsKey.keep(proofOf(createSecrets('', dataDir)));
    return proof.call(SecretsKey, tx);
  };
  await t.resolves(checkKeyBeforeWriting(loadConfig(settings), false));
});

t.test('a database without key proofs accepts the key that its audit log was written with', async (t) => {
  const key = { SVC_SECRETS_KEY: strongKey };
  const app = await startApp(t, key);
  await signUp(app, { isAdmin: true });
  await open().sequelize.query('DROP TABLE `secrets_key`');
  await open().sequelize.query("DELETE FROM `schema_migrations` WHERE `name` = '0064-secrets-key'");
  const { url, dataDir } = app.database;
  const settings = { SVC_DATABASE_URL: url, SVC_DATA_DIR: dataDir };
  t.equal((await runServer(settings)).stderr.trim().split('\n').at(-1), `svc: ${isMissing}`);
  t.strictSame(await keyFiles(app.database), []);
  const other = await runServer({ ...settings, SVC_SECRETS_KEY: 'another' });
  t.strictSame([other.code, other.stderr], [1, `svc: ${isOther}\n`]);
  t.equal(await SecretsKey.count(), 0);
  await (await startServer({ ...settings, ...key })).end();
  t.equal(await SecretsKey.count(), 1);
});

async function keyFiles({ dataDir }: TestDatabase): Promise<string[]> {
  return (await readdir(dataDir)).filter((name) => name.startsWith('secrets.key'));
}

// Tests that databases of released versions are upgraded: the archives in test/harness/released on every run, and in
// `npm run test:faults` a large one too, which the released code makes from the git history.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { migrations } from '../../generated/migrations.ts';
import { database as openedDatabase } from '../../models/connection.ts';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { type Answer, send } from '../../scripts/contract/send.ts';
import { client } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { createDatabase, databaseKind, type TestDatabase } from '../harness/database.ts';
import { rounds } from '../harness/faults.ts';
import { upload } from '../harness/forms.ts';
import { startServer, until } from '../harness/process.ts';
import { checkOut, previousRelease, releases } from '../harness/released/checkout.ts';
import { adminEmail, adminPassword, type Expected, type ExpectedLater } from '../harness/released/fill.ts';
import {
  lastingSettings,
  makeInstallation,
  passphrase,
  secretsKey,
  settingsOf,
  startReleased,
  unpack,
  upstreamNetwork,
} from '../harness/released/installation.ts';
import { notTried } from '../harness/skip-reason.ts';
import { finished } from '../harness/stores.ts';

const kind = databaseKind();
const largeCount = 400;
const callsEach = 200;
t.setTimeout(900_000);

const folder = join(import.meta.dirname, '../harness/released');
const archives = readdirSync(folder).filter((name) => name.endsWith(`-${kind}.tar.gz`));

/** True for releases whose backups have no keyed checksum, and whose files this version reads by newer rules. */
const isOld = (release: string): boolean => /^0\.[12]\.0/.test(release);

t.test('there is an archive of every release', async (t) => {
  for (const release of releases) t.ok(archives.includes(`${release}-medium-${kind}.tar.gz`), release);
});

for (const archive of archives)
  t.test(`an installation of ${archive} is upgraded`, async (t) => {
    const { database, expected } = await unpack(join(folder, archive), kind);
    await holdUpgrade(t, database, expected, isOld(archive));
  });

for (const release of new Set(['0.2.0', previousRelease]))
  t.test(`a backup of ${release} is verified, restored and upgraded`, async (t) => {
    const { database: source, expected, backup } = await unpack(join(folder, `${release}-medium-${kind}.tar.gz`), kind);
    t.teardown(() => source.drop());
    const database = await createDatabase();
    t.teardown(() => database.drop());
    const cli = await createCli(t, { url: 'http://127.0.0.1:1', database });
    const env = { SVC_BACKUP_PASSPHRASE: passphrase };
    const stderr = isOld(release)
      ? /^svc: svc 0\.1\.0 or 0\.2\.0 made this backup: .* prove nothing against a change by hand\n$/
      : '';
    if (isOld(release))
      for (const command of ['verify', 'restore'])
        t.match(await cli.run([command, backup, '--require-keyed'], { env }), {
          code: 1,
          stderr: /\(--require-keyed\)/,
        });
    t.match(await cli.run(['verify', backup], { env }), { code: 0, stdout: /no problems found\n$/, stderr });
    t.match(await cli.run(['restore', backup], { env }), { code: 0, stdout: /restored and verified/, stderr });
    const server = await startServer({ ...settingsOf(database), ...lastingSettings, ...upstreamNetwork });
    t.teardown(() => server.end());
    await holdExpected(client(t, server.url), t, expected, isOld(release));
  });

if (rounds > 5) {
  t.test(`a large installation of ${previousRelease} is upgraded`, async (t) => {
    const checkout = await checkOut(previousRelease);
    if (checkout === undefined) return notTried(t, 'the git history of released versions is not there');
    t.teardown(() => checkout.remove());
    const { database, expected } = await makeInstallation(checkout.folder, kind, largeCount);
    await holdUpgrade(t, database, expected, isOld(previousRelease));
  });

  t.test(`this version beside ${previousRelease} fails no call`, async (t) => {
    const checkout = await checkOut(previousRelease);
    if (checkout === undefined) return notTried(t, 'the git history of released versions is not there');
    t.teardown(() => checkout.remove());
    await holdMixed(t, checkout.folder);
  });
}

/** Runs both versions on one database under load: the old one alone, both, and the new one alone. */
async function holdMixed(t: Test, code: string): Promise<void> {
  const old = await startReleased(code, kind, 4);
  t.teardown(() => old.database.drop());
  t.teardown(() => old.stop());
  const load = startLoad(old.expected.project.key, [old.server.url]);
  await load.answered(old.server.url, callsEach);
  const fresh = await startServer({ ...old.settings, ...lastingSettings });
  t.teardown(() => fresh.end());
  load.urls.push(fresh.url);
  await Promise.all([load.answered(old.server.url, callsEach), load.answered(fresh.url, callsEach)]);
  load.urls.shift();
  await load.settled();
  await old.server.end();
  await load.answered(fresh.url, callsEach);
  const { calls, failed } = await load.end();
  t.strictSame(failed, [], `${failed.length} of ${calls} calls failed`);
  t.comment(`${calls} calls, ${failed.length} failed`);
  const cli = await createCli(t, { url: 'http://127.0.0.1:1', database: old.database });
  const verified = await cli.run(['verify'], { env: { SVC_SECRETS_KEY: secretsKey } });
  t.match(verified, { code: 0, stdout: 'no problems found\n' });
}

/** Sends calls, two at a time, to the servers in turn. */
function startLoad(token: string, urls: string[]) {
  const failed: string[] = [];
  const counts = new Map<string, number>();
  let [isOver, rounds] = [false, 0];
  const call = async (url: string, method: string, path: string, body?: unknown): Promise<Answer> => {
    const answer = await send(url, method, path, { token, body, headers: { connection: 'close' } });
    counts.set(url, (counts.get(url) ?? 0) + 1);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer;
  };
  /** A store that one version makes is filled and read by the other. */
  const round = async (index: number): Promise<void> => {
    const [here, there] = [urls[index % urls.length] ?? '', urls[(index + 1) % urls.length] ?? ''];
    const { body: store } = await call(here, 'POST', '/v1/vector_stores', { name: `Mixed ${index}` });
    const file = await upload({ request: (...args) => send(there, ...args) }, token, { content: `Note ${index}.` });
    const path = `/v1/vector_stores/${store.id}/file_batches`;
    const { body: batch } = await call(there, 'POST', path, { file_ids: [file] });
    const ended = await finished({ request: (...args) => send(here, ...args) }, token, `${path}/${batch.id}`);
    if (ended.status !== 'completed') throw new Error(`${batch.id} is ${ended.status}`);
    await call(here, 'POST', '/v1/chat/completions', {
      model: 'chat-model',
      messages: [{ role: 'user', content: 'Hi' }],
    });
    const found = await call(there, 'POST', `/v1/vector_stores/${store.id}/search`, { query: `Note ${index}` });
    if (found.body.data[0]?.file_id !== file) throw new Error(`${store.id} does not find its file`);
    await call(here, 'DELETE', `/v1/vector_stores/${store.id}`);
  };
  let underway = 0;
  const caller = async (): Promise<void> => {
    while (!isOver) {
      underway += 1;
      await round(rounds++).catch((error: Error) => failed.push(`${error.message} ${String(error.cause ?? '')}`));
      underway -= 1;
    }
  };
  const callers = [caller(), caller()];
  const total = (): number => [...counts.values()].reduce((sum, count) => sum + count, 0);
  return {
    urls,
    /** Waits until the server has answered so many more calls. */
    async answered(url: string, count: number): Promise<void> {
      const target = (counts.get(url) ?? 0) + count;
      await until(() => ((counts.get(url) ?? 0) >= target || failed.length > 0 ? true : undefined));
    },
    /** Waits until every round that began before has ended. */
    async settled(): Promise<void> {
      const target = rounds + underway;
      await until(() => (rounds >= target ? true : undefined));
    },
    async end() {
      isOver = true;
      await Promise.all(callers);
      return { calls: total(), failed };
    },
  };
}

async function holdUpgrade(t: Test, database: TestDatabase, expected: Expected, isOld: boolean): Promise<void> {
  t.teardown(() => database.drop());
  const cli = await createCli(t, { url: 'http://127.0.0.1:1', database });
  const env = { SVC_SECRETS_KEY: secretsKey };
  const run = (...args: string[]) => cli.run(args, { env });
  const planned = (await run('migrate', '--plan', '--json')).json().migrations.length;
  t.ok(planned < migrations.length, `${planned} migrations are planned`);
  const startedAt = performance.now();
  const migrated = await run('migrate', '--json');
  t.equal(migrated.code, 0, migrated.stderr);
  t.equal(migrated.json().migrations.length, planned);
  t.comment(`${planned} migrations in ${(performance.now() - startedAt).toFixed()} ms`);
  t.match(await run('verify'), { code: 0, stdout: 'no problems found\n' });
  t.strictSame(
    await columnsOf(database),
    await freshColumns(),
    'the columns and indexes equal those of a new database',
  );
  const server = await startServer({
    ...settingsOf(database),
    ...lastingSettings,
    ...upstreamNetwork,
    SVC_LOG_LEVEL: 'warn',
  });
  t.teardown(() => server.end());
  await holdExpected(client(t, server.url), t, expected, isOld);
  t.match(await run('verify'), { code: 0 }, 'also after calls');
}

/** Asks the server for everything that the callers of the old version had. */
async function holdExpected(
  ask: ReturnType<typeof client>,
  t: Test,
  expected: Expected,
  isOld: boolean,
): Promise<void> {
  const { project, organizationKey, search, hooked } = expected;
  const login = await ask('POST', '/auth/login', { body: { email: adminEmail, password: adminPassword } });
  t.equal(login.status, 200, 'the admin signs in');
  const own = { token: project.key };
  const countOf = async (path: string): Promise<number> => {
    let [count, after] = [0, ''];
    for (;;) {
      const query = { limit: '100', ...(after === '' ? {} : { after }) };
      const { status, body, text } = await ask('GET', path, { ...own, query });
      if (status !== 200) throw new Error(text);
      count += body.data.length;
      if (!body.has_more) return count;
      after = body.last_id;
    }
  };
  t.equal(await countOf('/v1/vector_stores'), project.stores);
  t.equal(await countOf('/v1/files'), project.files);
  t.equal(
    (await ask('GET', '/v1/vector_stores', { token: expected.revokedKey })).status,
    401,
    'a revoked key stays so',
  );
  const costs = await ask('GET', '/v1/organization/usage/completions', {
    token: organizationKey,
    query: { start_time: expected.madeAt - 86_400, end_time: expected.madeAt + 2 * 86_400, bucket_width: '1d' },
  });
  const calls = costs.body.data.flatMap(({ results }: { results: { num_model_requests: number }[] }) => results);
  t.equal(
    calls.reduce((sum: number, result: { num_model_requests: number }) => sum + result.num_model_requests, 0),
    project.calls,
  );
  const projects = '/v1/organization/projects';
  const deliveries = await ask('GET', `${projects}/${hooked.id}/webhook_deliveries`, { token: organizationKey });
  t.equal(deliveries.body.data.length, hooked.deliveries);
  const limit = await ask('GET', `${projects}/${project.id}/spend_limit`, { token: organizationKey });
  t.equal(limit.body.threshold_amount, 5000);
  t.equal((await ask('POST', '/v1/vector_stores', { ...own, body: { name: 'After the upgrade' } })).status, 200);
  if (expected.later !== undefined) await holdLater(ask, t, expected, expected.later);
  if (search.fileId === '') return;
  const found = await ask('POST', `/v1/vector_stores/${search.storeId}/search`, {
    ...own,
    body: { query: search.text },
  });
  t.match(found.body.data[0], { file_id: search.fileId, content: [{ text: search.text }] });
  await holdReread(ask, t, expected, isOld);
  t.equal((await ask('GET', `/v1/files/${search.fileId}/content`, own)).text, search.text);
}

/** Reads the files of the old version again: their text comes out the same. */
async function holdReread(
  ask: ReturnType<typeof client>,
  t: Test,
  { project, search }: Pick<Expected, 'project' | 'search'>,
  isOld: boolean,
): Promise<void> {
  const path = `/v1/vector_stores/${search.storeId}`;
  const own = { token: project.key };
  const begun = await ask('POST', `${path}/reread`, { ...own, body: { changed: isOld } });
  t.match(begun.body, { ...(isOld ? { older_files: 1 } : {}), in_progress: 1 });
  const ended = await until(async () => {
    const { body } = await ask('GET', `${path}/reread`, own);
    return body.in_progress === 0 ? body : undefined;
  });
  t.match(ended, { older_files: 0, older_chunks: 0, failed: 0 });
  const content = await ask('GET', `${path}/files/${search.fileId}/content`, own);
  t.strictSame(
    content.body.data.map(({ text }: { text: string }) => text),
    [search.text],
  );
}

/** Asks for the data of the things that came with 0.2.0. */
async function holdLater(
  ask: ReturnType<typeof client>,
  t: Test,
  { project, organizationKey, madeAt }: Expected,
  { response, backgroundId, conversation, prices, demotedKey, keptKey }: ExpectedLater,
): Promise<void> {
  const own = { token: project.key };
  const { body: stored } = await ask('GET', `/v1/responses/${response.id}`, own);
  t.match(stored, { previous_response_id: response.previousId, output: [{ content: [{ text: response.text }] }] });
  const inputs = await ask('GET', `/v1/responses/${response.id}/input_items`, own);
  t.equal(inputs.body.data.length, 1);
  t.match((await ask('GET', `/v1/responses/${backgroundId}`, own)).body, { status: 'completed', background: true });
  const items = await ask('GET', `/v1/conversations/${conversation.id}/items`, own);
  t.equal(items.body.data.length, conversation.items);
  const login = await ask('POST', '/auth/login', { body: { email: adminEmail, password: adminPassword } });
  const config = await ask('GET', '/admin/config', { token: login.body.access_token });
  t.strictSame(config.body.upstreams[0].prices['chat-model'], prices);
  const costs = await ask('GET', '/v1/organization/costs', {
    token: organizationKey,
    query: { start_time: madeAt - 86_400, end_time: madeAt + 2 * 86_400 },
  });
  const amounts = costs.body.data.flatMap(({ results }: { results: { amount: { value: number } }[] }) => results);
  t.ok(
    amounts.some(({ amount }: { amount: { value: number } }) => amount.value > 0),
    'the costs are kept',
  );
  for (const token of [demotedKey, keptKey])
    t.equal((await ask('GET', '/v1/organization/projects', { token })).status, 200);
}

/** Returns the columns and indexes of all tables. On MySQL not of `schema_migrations`: 0.2.0 gave it a second index. */
async function columnsOf({ url, dataDir }: TestDatabase): Promise<unknown[]> {
  await openDatabase({ url, dataDir, poolSize: 2, timeoutMs: 60_000 });
  try {
    const { sequelize } = openedDatabase();
    const run = async (sql: string) => (await sequelize.query(sql))[0] as Record<string, unknown>[];
    if (kind === 'sqlite')
      return await run(
        "SELECT m.name AS 'table', c.name, c.type, c.\"notnull\", c.dflt_value, c.pk FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' " +
          "UNION ALL SELECT tbl_name, name, sql, 0, NULL, 0 FROM sqlite_master WHERE type = 'index' ORDER BY 1, 2",
      );
    const tables = "table_schema = DATABASE() AND table_name <> 'schema_migrations'";
    return [
      ...(await run(
        `SELECT table_name AS t, column_name AS c, column_type, is_nullable, column_default, collation_name FROM information_schema.columns WHERE ${tables} ORDER BY 1, 2`,
      )),
      // Without the indexes of foreign keys: a dump makes them permanent, and MariaDB then keeps them beside better ones.
      ...(await run(
        `SELECT table_name AS t, index_name AS i, seq_in_index AS s, column_name, non_unique FROM information_schema.statistics WHERE ${tables} AND index_name NOT LIKE '%fk' ORDER BY 1, 2, 3`,
      )),
    ];
  } finally {
    await closeDatabase();
  }
}

let fresh: unknown[] | undefined;

async function freshColumns(): Promise<unknown[]> {
  if (fresh !== undefined) return fresh;
  const empty = await createDatabase();
  fresh = await columnsOf(empty);
  await empty.drop();
  return fresh;
}

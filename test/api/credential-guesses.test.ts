// Tests the rate limit of unknown credentials. Callers with known credentials and the database must not be affected.

import { crc32 } from 'node:zlib';
import t from 'tap';
import { database, type SqlValue } from '../../models/connection.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { credentialKind, credentialPrefixes, mint } from '../../services/tenancy/tokens.ts';
import { startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });
const tenant = await createTenant(app, await signUp(app, { isAdmin: true }));
const { project, sibling } = tenant;

const models = (token: string, address: string) =>
  app.request('GET', '/v1/models', { token, headers: { 'x-forwarded-for': address } });
const refresh = (token: string, address: string) =>
  app.request('POST', '/auth/refresh', { token, headers: { 'x-forwarded-for': address } });

/** Returns the SQL statements about credentials and rate limits that the work causes, without those of housekeeping. */
async function statements(work: () => Promise<unknown>): Promise<string[]> {
  const { reader, sequelize } = database();
  const seen: string[] = [];
  const [select, query] = [reader.select, sequelize.query];
  reader.select = <Row>(sql: string, values: SqlValue[]) => {
    seen.push(sql);
    return select.call(reader, sql, values) as Promise<Row[]>;
  };
  sequelize.query = ((sql: string, ...rest: never[]) => {
    seen.push(String(sql));
    return query.call(sequelize, sql, ...rest);
  }) as typeof query;
  try {
    await work();
  } finally {
    Object.assign(reader, { select });
    Object.assign(sequelize, { query });
  }
  const about = seen.filter((sql) => /api_keys|login_tokens|throttles/.test(sql));
  return about.filter((sql) => !/last_used_at` ?=|DELETE .* `expires_at` <=/.test(sql));
}

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Returns an unknown but well-formed credential. */
const guess = (index: number): string =>
  mint((['project_key', 'organization_key', 'access'] as const)[index % 3] as 'access').value;

t.test('after 100 unknown credentials of an address in a minute, they are refused without a lookup', async (t) => {
  const address = '198.51.100.1';
  for (let index = 0; index < 100; index += 1) t.equal((await models(guess(index), address)).status, 401);
  const refused = async () => {
    const { status, body, headers } = await models(guess(1), address);
    t.equal(status, 429);
    t.equal(body.error.code, 'rate_limit_exceeded');
    t.ok(Number(headers.get('retry-after')) >= 1 && Number(headers.get('retry-after')) <= 60);
    t.equal(headers.get('x-ratelimit-limit-requests'), '100');
  };
  t.ok(
    (await statements(() => models(guess(1), '198.51.100.2'))).length > 0,
    'a guess within the limit costs one statement',
  );
  t.same(
    await statements(() => inParallel(8, Array.from({ length: 200 }), refused)),
    [],
    'guesses over the limit cost no statement',
  );
  t.equal((await refresh(mint('refresh').value, address)).status, 429, 'whatever the kind of credential');
  t.equal((await models(guess(0), '198.51.100.2')).status, 401, 'another address has its own limit');
  t.equal((await models(project.key, '198.51.100.2')).status, 200);
  shiftClock(61_000, t);
  t.equal((await models(guess(0), address)).status, 401, 'the address can guess again after a minute');
});

t.test('guesses of refresh tokens are limited too', async (t) => {
  const address = '198.51.100.3';
  const answers = await inParallel(4, Array.from({ length: 120 }), () => refresh(mint('refresh').value, address));
  t.ok(answers.filter(({ status }) => status === 401).length <= 104, 'the limit, and the calls in flight');
  t.equal(answers.at(-1)?.status, 429);
});

t.test('known credentials still work from the address of an attacker', async (t) => {
  const address = '198.51.100.4';
  t.equal((await models(project.key, address)).status, 200);
  const warm = await refresh(tenant.member.refreshToken, '198.51.100.5');
  t.equal(warm.status, 200);
  await inParallel(8, Array.from({ length: 150 }), (_, index) => models(guess(index), address));
  t.equal((await models(guess(0), address)).status, 429);
  for (let call = 0; call < 20; call += 1) t.equal((await models(project.key, address)).status, 200);
  await ProjectApiKey.update({ mcpTools: null }, { where: { id: project.keyId } });
  t.equal((await models(project.key, address)).status, 200, 'also if the credential is not cached');
  t.equal((await models(sibling.key, address)).status, 429, 'a credential used for the first time waits');
  t.equal((await models(sibling.key, '198.51.100.6')).status, 200);
});

t.test('a credential with the same prefix as a cached one is a different credential', async (t) => {
  t.equal((await models(project.key, '198.51.100.8')).status, 200);
  for (const shared of [20, 30, 50]) {
    const head = project.key.slice(0, shared);
    const other = project.key[shared] === 'a' ? 'b' : 'a';
    const body = head + other.repeat(project.key.length - 6 - shared);
    let rest = crc32(body);
    let checksum = '';
    for (let position = 0; position < 6; position += 1) {
      checksum = alphabet[rest % 62] + checksum;
      rest = Math.floor(rest / 62);
    }
    t.equal(credentialKind(body + checksum), 'project_key', 'well-formed');
    t.equal((await models(body + checksum, '198.51.100.8')).status, 401, `${shared} characters`);
  }
});

t.test('valid, mistyped and repeated credentials do not count as guesses', async (t) => {
  const address = '198.51.100.7';
  const stale = guess(0);
  const flipped = (index: number) => `${project.key.slice(0, -3)}${String(index).padStart(3, '0')}`;
  const prefixes = Object.values(credentialPrefixes);
  const began = performance.now();
  const seen = await statements(async () => {
    for (let index = 0; index < 300; index += 1) {
      const other = (prefixes[index % prefixes.length] ?? '') + project.key.slice('svcproj_'.length);
      for (const token of [flipped(index), other === project.key ? 'x' : other, stale])
        if ((await models(token, address)).status !== 401) t.fail(`${token.slice(0, 12)} is not refused as unknown`);
      if ((await models(project.key, address)).status !== 200) t.fail('a valid credential is refused');
    }
  });
  const seconds = (performance.now() - began) / 1000;
  t.ok(
    seen.length > 0 && seen.length <= 10 + 2 * seconds,
    `${seen.length} statements for 1200 calls: a credential is looked up every few seconds`,
  );
  t.notOk(
    seen.some((sql) => sql.includes('throttles')),
    'no count is written to the database',
  );
  t.equal((await models(guess(0), address)).status, 401);
});

// The set-up of a server in a browser: the first admin, by a one-time token.

import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { SetupToken } from '../../models/setup-token.ts';
import { User } from '../../models/user.ts';
import { createSetupToken } from '../../services/people/index.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { createDatabase } from '../harness/database.ts';
import { startServer, until } from '../harness/process.ts';
import { password } from '../harness/world.ts';

const admin = { email: 'ada@example.com', password, name: 'Ada' };

const app = await startApp(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });

function setUp(token: string | undefined, more: object = {}, address = '198.51.100.1'): Promise<Answer> {
  return app.request('POST', '/auth/setup', {
    headers: { origin: app.url, 'x-forwarded-for': address },
    body: { ...admin, token, ...more },
  });
}

t.test('a token is refused if it is wrong, after 24 hours, and from another origin', async (t) => {
  // Made in the past: a clock that is ahead would let a late sweep delete what the next tests count.
  const ageMs = 24 * 3_600_000 + 1000;
  shiftClock(-ageMs);
  const late = await createSetupToken();
  shiftClock(ageMs);
  const token = await createSetupToken();
  t.equal((await setUp(late)).body.error.code, 'token_invalid', 'after 24 hours');
  const changed = token?.slice(0, -1) + (token?.endsWith('a') ? 'b' : 'a');
  t.equal((await setUp(changed)).body.error.code, 'token_invalid');
  t.equal((await setUp(token, { password: 'short' })).status, 422, 'a weak password leaves the token valid');
  const foreign = { headers: { origin: 'https://elsewhere.example.com' }, body: { ...admin, token } };
  t.equal((await app.request('POST', '/auth/setup', foreign)).status, 403);
  t.equal(await User.count(), 0);
});

t.test('the 51st wrong token of an address in an hour is refused with 429', async (t) => {
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 51; attempt += 1) statuses.push((await setUp('wrong', {}, '198.51.100.2')).status);
  t.same([...new Set(statuses.slice(0, 50)), statuses.at(-1)], [400, 429]);
});

t.test('two set-ups at once make one admin, and every token is void then', async (t) => {
  t.same((await app.request('GET', '/auth/setup', {})).body, { needed: true });
  const [first, second] = [await createSetupToken(), await createSetupToken()];
  const answers = await Promise.all([
    setUp(first),
    setUp(second, { email: 'bob@example.com' }),
    setUp(first, { email: 'eve@example.com' }),
  ]);
  t.same(answers.map(({ status }) => status).sort(), [200, 400, 400]);
  for (const { status, body } of answers) if (status === 400) t.equal(body.error.code, 'token_invalid');
  const [user, ...others] = await User.findAll();
  t.same([Boolean(user?.isAdmin), others.length], [true, 0]);
  const [made] = answers.filter(({ status }) => status === 200);
  t.match(made?.headers.get('set-cookie'), /HttpOnly/);
  const me = await app.request('GET', '/auth/me', { token: made?.body.access_token });
  t.same([me.body.email, me.body.is_admin], [user?.email, true]);
  const log = await app.request('GET', '/admin/audit_log', { token: made?.body.access_token });
  t.same(
    log.body.data.map(({ type }: { type: string }) => type),
    ['login.succeeded', 'user.added'],
    'one account is in the audit log',
  );
  t.equal((await setUp(second)).body.error.code, 'token_invalid');
  t.equal(await createSetupToken(), undefined, 'no further token');
  t.same((await app.request('GET', '/auth/setup', {})).body, { needed: false });
  t.equal(await SetupToken.count(), 0);
});

t.test('each start of a server without an account offers its address, and a later one removes the file', async (t) => {
  const database = await createDatabase();
  t.teardown(() => database.drop());
  const folder = join(database.dataDir, 'new');
  const env = { ...database.settings, SVC_DATA_DIR: folder, SVC_SECRETS_KEY: randomBytes(32).toString('base64') };
  const file = join(folder, 'setup-address');
  const first = await startServer(env);
  t.teardown(() => first.end());
  await until(() => (/setup-address/.test(first.output()) ? true : undefined));
  const address = readFileSync(file, 'utf8').trim();
  t.match(address, new RegExp(`^${first.url}/panel/setup#token=svcsetup_\\w{49}$`));
  t.equal(statSync(file).mode & 0o777, 0o600);
  t.notMatch(first.output(), /svcsetup_/, 'the log does not have it');
  const second = await startServer({ ...env, SVC_SETUP_ADDRESS: 'print' });
  t.teardown(() => second.end());
  await until(() => (/svcsetup_/.test(second.output()) ? true : undefined));
  t.match(second.output(), new RegExp(`^${second.url}/panel/setup#token=svcsetup_\\w{49}$`, 'm'), 'a line of its own');
  const token = address.split('=')[1];
  const made = await fetch(`${second.url}/auth/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: second.url },
    body: JSON.stringify({ ...admin, token }),
  });
  t.equal(made.status, 200, 'the token of the first server holds on the second one');
  writeFileSync(file, 'of an earlier start');
  const third = await startServer(env);
  t.teardown(() => third.end());
  await until(() => (existsSync(file) ? undefined : true));
  t.notMatch(third.output(), /setup/);
});

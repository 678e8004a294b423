import t, { type Test } from 'tap';
import { SessionSuccessor } from '../../models/login.ts';
import { User } from '../../models/user.ts';
import { sweepLogins } from '../../services/people/logins.ts';
import { secretsUnder } from '../../services/settings/secrets.ts';
import { digestOf, mint } from '../../services/tenancy/tokens.ts';
import { type Answer, client, startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { startServer } from '../harness/process.ts';
import { password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
const origin = app.url;
const name = 'svc-session';

/** Returns the cookie of the last response, as a browser stores it. */
function cookieOf({ headers }: Answer): string {
  const value = new RegExp(`^${name}=([^;]*);`).exec(headers.get('set-cookie') ?? '')?.[1];
  if (value === undefined) throw new Error(`No cookie in ${headers.get('set-cookie')}`);
  return value;
}

const create = (email: string, headers: Record<string, string> = { origin }) =>
  app.request('POST', '/auth/session', { body: { email, password }, headers });
const refresh = (cookie: string, headers: Record<string, string> = { origin }) =>
  app.request('POST', '/auth/session/refresh', { headers: { cookie: `${name}=${cookie}`, ...headers } });
const end = (cookie: string, headers: Record<string, string> = { origin }) =>
  app.request('DELETE', '/auth/session', { headers: { cookie: `${name}=${cookie}`, ...headers } });
const me = (token: string) => app.request('GET', '/auth/me', { token });

async function newSession(): Promise<{ email: string; cookie: string; token: string }> {
  const { email } = await signUp(app);
  const answer = await create(email);
  return { email, cookie: cookieOf(answer), token: answer.body.access_token };
}

function afterSeconds(t: Test, seconds: number): void {
  shiftClock(seconds * 1000, t);
}

t.test('a browser sign-in returns the access token in the body and the refresh token only in a cookie', async (t) => {
  const { email } = await signUp(app);
  const answer = await create(email);
  t.equal(answer.status, 200);
  t.strictSame(Object.keys(answer.body).sort(), ['access_expires_at', 'access_token', 'token_type']);
  t.notMatch(answer.text, /svcuserrefresh_/);
  t.match(
    answer.headers.get('set-cookie'),
    /^svc-session=svcuserrefresh_[0-9A-Za-z]{49}; Path=\/; Max-Age=(?:2592000|259199\d); HttpOnly; SameSite=Lax$/,
  );
  t.equal(answer.headers.get('cache-control'), 'no-store');
  t.equal(answer.headers.get('access-control-allow-origin'), null);
  t.equal((await me(answer.body.access_token)).body.email, email);
  t.equal((await app.request('POST', '/auth/session', { body: { email, password: 'wrong wrong wrong' } })).status, 401);
});

t.test('behind a TLS proxy the cookie is host-only, and the public URL is the only accepted origin', async (t) => {
  const secure = await startServer({
    ...app.database.settings,
    SVC_PUBLIC_URL: 'https://svc.example.org',
  });
  t.teardown(() => secure.end());
  const { email } = await signUp(app);
  const body = { email, password };
  const post = (from: string) => client(t, secure.url)('POST', '/auth/session', { body, headers: { origin: from } });
  const { headers } = await post('https://svc.example.org');
  t.match(headers.get('set-cookie'), /^__Host-svc-session=\S+; Path=\/; .*; HttpOnly; SameSite=Lax; Secure$/);
  for (const foreign of ['http://svc.example.org', 'https://svc.example.org:8443', secure.url]) {
    t.equal((await post(foreign)).status, 403, foreign);
  }
});

t.test('a refresh returns a new access token and cookie, and the access tokens of other tabs stay valid', async (t) => {
  const { cookie, token } = await newSession();
  const next = await refresh(cookie);
  t.equal(next.status, 200);
  t.not(cookieOf(next), cookie);
  for (const one of [token, next.body.access_token]) t.equal((await me(one)).status, 200);
  t.equal((await refresh(cookieOf(next))).status, 200);
});

t.test('ten concurrent refreshes get the same response, and the session stays alive', async (t) => {
  const { cookie } = await newSession();
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(cookie)));
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal(new Set(answers.map(cookieOf)).size, 1);
  t.equal(new Set(answers.map(({ text }) => text)).size, 1);
  t.equal((await refresh(cookieOf(answers[0] as Answer))).status, 200);
});

t.test('a late tab in a series of page loads gets the newest cookie', async (t) => {
  const { cookie } = await newSession();
  const second = cookieOf(await refresh(cookie));
  const third = cookieOf(await refresh(second));
  t.equal(cookieOf(await refresh(cookie)), third);
  t.equal(cookieOf(await refresh(second)), third);
  t.equal((await refresh(third)).status, 200);
});

t.test('the later reuse of a refresh token ends the session and all its access tokens', async (t) => {
  const { cookie, token } = await newSession();
  const next = await refresh(cookie);
  afterSeconds(t, 11);
  const { status, body } = await refresh(cookie);
  t.strictSame([status, body.error.code], [401, 'invalid_api_key']);
  for (const one of [token, next.body.access_token]) t.equal((await me(one)).status, 401);
  t.equal((await refresh(cookieOf(next))).status, 401);
});

t.test('only browser sessions have a grace period for reused refresh tokens', async (t) => {
  const user = await signUp(app);
  const { refreshToken } = await signIn(app, user.email);
  t.equal((await app.request('POST', '/auth/refresh', { token: refreshToken })).status, 200);
  t.equal((await refresh(refreshToken)).status, 401);
  const { cookie } = await newSession();
  await refresh(cookie);
  t.equal((await app.request('POST', '/auth/refresh', { token: cookie })).status, 401, 'only for the cookie');
});

t.test('the data stored for late tabs alone yields no token', async (t) => {
  const { cookie } = await newSession();
  const next = await refresh(cookie);
  const row = await SessionSuccessor.findOne({ where: { digest: digestOf(cookie) } });
  t.match(row?.sealedTokens, /^v2:/);
  const digest = digestOf(cookie).toString('hex');
  const place = { table: 'session_successors', column: 'sealed_tokens', row: digest };
  t.throws(() => secretsUnder(digest).open(row?.sealedTokens ?? '', place));
  t.notOk(row?.sealedTokens.includes(next.body.access_token));
});

t.test('the data stored for late tabs is unusable for a disabled user, and deleted after its time', async (t) => {
  const { cookie, email } = await newSession();
  await refresh(cookie);
  await User.update({ disabled: true }, { where: { email } });
  t.equal((await refresh(cookie)).status, 401);
  const [old, fresh] = [await newSession(), await newSession()];
  await refresh(old.cookie);
  afterSeconds(t, 11);
  await refresh(fresh.cookie);
  await sweepLogins();
  const kept = (token: string) => SessionSuccessor.count({ where: { digest: digestOf(token) } });
  t.strictSame([await kept(old.cookie), await kept(fresh.cookie)], [0, 1]);
});

t.test('a sign-out ends the session in every tab, and removes the cookie', async (t) => {
  const { cookie, token } = await newSession();
  const next = await refresh(cookie);
  const answer = await end(cookieOf(next));
  t.equal(answer.status, 200);
  t.match(answer.headers.get('set-cookie'), /^svc-session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax$/);
  for (const one of [token, next.body.access_token]) t.equal((await me(one)).status, 401);
  for (const one of [cookie, cookieOf(next)]) t.equal((await refresh(one)).status, 401);
  t.equal((await end(cookie)).status, 200, 'the session has already ended');
});

t.test('a changed password, a disabled user and the end of the sign-in end the session', async (t) => {
  const { cookie, email } = await newSession();
  const { token } = await signIn(app, email);
  const change = { current_password: password, password: 'a longer staple than before' };
  await app.request('POST', '/auth/me/password', { token, body: change });
  t.equal((await refresh(cookie)).status, 401);
  const second = await newSession();
  const admin = await signUp(app, { isAdmin: true });
  const { body } = await me(second.token);
  await app.request('POST', `/admin/users/${body.id}`, { token: admin.token, body: { disabled: true } });
  t.equal((await refresh(second.cookie)).status, 401);
  const third = await newSession();
  afterSeconds(t, 31 * 86_400);
  const { status, body: late } = await refresh(third.cookie);
  t.strictSame([status, late.error.code], [401, 'token_expired']);
});

t.test('requests from another origin or without an origin are refused', async (t) => {
  const { cookie, email } = await newSession();
  const calls = [
    (headers: Record<string, string>) => create(email, headers),
    (headers: Record<string, string>) => refresh(cookie, headers),
    (headers: Record<string, string>) => end(cookie, headers),
  ];
  const foreign = [
    'https://evil.example',
    'null',
    origin.replace('http:', 'https:'),
    `${origin}.evil.example`,
    'http://127.0.0.1',
  ];
  for (const call of calls) {
    for (const from of foreign) {
      const { status, body } = await call({ origin: from });
      t.strictSame([status, body.error.code], [403, 'foreign_origin'], from);
    }
  }
  for (const call of calls.slice(1)) t.equal((await call({})).status, 403);
  const withCookie = await create(email, { cookie: `${name}=${cookie}` });
  t.strictSame([withCookie.status, withCookie.body.error.code], [403, 'foreign_origin']);
  t.equal((await create(email, {})).status, 200, 'without a cookie, no browser can be tricked');
  t.equal((await refresh(cookie)).status, 200, 'the session is unchanged');
});

t.test('an HTML form cannot send a valid request', async (t) => {
  const { cookie, email } = await newSession();
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const headers = { origin, 'content-type': type };
    const raw = JSON.stringify({ email, password });
    t.equal((await app.request('POST', '/auth/session', { raw, headers })).status, 415);
    const withCookie = { ...headers, cookie: `${name}=${cookie}` };
    t.equal((await app.request('POST', '/auth/session/refresh', { raw: 'x=1', headers: withCookie })).status, 415);
  }
  t.equal((await refresh(cookie)).status, 200);
});

t.test('the cookie is only accepted by its two operations, which accept no bearer credential', async (t) => {
  const { cookie, token } = await newSession();
  const headers = { cookie: `${name}=${cookie}`, origin };
  t.equal((await app.request('GET', '/auth/me', { headers })).status, 401);
  t.equal((await app.request('POST', '/auth/logout', { headers })).status, 401);
  const both = await app.request('POST', '/auth/session/refresh', { token, headers });
  t.strictSame([both.status, both.body.error.code], [400, 'malformed_request']);
  const bearer = await app.request('POST', '/auth/session/refresh', { token: cookie, headers: { origin } });
  t.strictSame([bearer.status, bearer.body.error.code], [401, 'missing_api_key']);
  t.equal((await refresh(cookie)).status, 200);
});

t.test('a foreign cookie, or two session cookies, are not a session', async (t) => {
  const { cookie, token } = await newSession();
  for (const value of ['', 'x', token, mint('refresh').value, `${cookie}; ${name}=${cookie}`]) {
    const { status } = await refresh(value);
    t.equal(status, 401, value.slice(0, 20));
  }
  const beside = { cookie: `other=1; ${name}=${cookie}; last=2`, origin };
  t.equal((await app.request('POST', '/auth/session/refresh', { headers: beside })).status, 200);
});

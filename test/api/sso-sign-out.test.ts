// Sign-outs at identity providers: the browser is led there, and a provider ends sign-ins here by back-channel logout.

import t from 'tap';
import { Login } from '../../models/login.ts';
import { startApp } from '../harness/app.ts';
import { startCertifiedProvider } from '../harness/certified-provider.ts';
import { claimsOf, clientId, clientSecret, forged, startForgingProvider } from '../harness/forging-provider.ts';
import { startServer } from '../harness/process.ts';
import { WebBrowser } from '../harness/web-browser.ts';
import { signUp } from '../harness/world.ts';

const [certified, forging, other] = await Promise.all([
  startCertifiedProvider(),
  startForgingProvider(),
  startForgingProvider(),
]);
t.teardown(() => Promise.all([certified.close(), forging.close(), other.close()]));

const client = { client_id: clientId, client_secret: clientSecret, create_accounts: true };
const providers = JSON.stringify([
  { name: 'company', issuer: certified.url, ...client },
  { name: 'forging', issuer: forging.url, ...client },
  { name: 'other', issuer: other.url, ...client },
]);
const app = await startApp(t, { SVC_SSO_PROVIDERS: providers });
certified.register(`${app.url}/auth/sso/company/callback`, {
  backchannel_logout_uri: `${app.url}/auth/sso/company/logout`,
  backchannel_logout_session_required: true,
  post_logout_redirect_uris: [`${app.url}/panel`],
});
await signUp(app, { isAdmin: true });

type Browser = WebBrowser;

async function signInCertified(subject: string): Promise<Browser> {
  const browser = new WebBrowser();
  certified.people.set(subject, { email: `${subject}@example.com`, email_verified: true });
  const begun = await browser.open(`${app.url}/auth/sso/company`);
  const page = await certified.signIn(browser, begun.location ?? '', subject);
  await browser.open(page.location ?? '');
  return browser;
}

async function signIn(claims: object, provider = forging, name = 'forging'): Promise<Browser> {
  const browser = new WebBrowser();
  const { sub } = claims as { sub: string };
  provider.person = { email: `${sub}@${name}.example`, email_verified: true, ...claims };
  const { location } = await browser.open(`${app.url}/auth/sso/${name}`);
  await browser.open(provider.authorize(location ?? '').href);
  return browser;
}

function cookieOf(browser: Browser): Record<string, string> {
  return { cookie: `svc-session=${browser.cookie(app.url, 'svc-session')}`, origin: app.url };
}

const signOut = async (browser: Browser) => app.request('DELETE', '/auth/session', { headers: cookieOf(browser) });

/** Returns an access token of the session, or undefined if it has ended. */
async function tokenOf(browser: Browser): Promise<string | undefined> {
  const { status, body } = await app.request('POST', '/auth/session/refresh', { headers: cookieOf(browser) });
  return status === 200 ? body.access_token : undefined;
}

async function post(form: string, { name = 'forging', url = app.url } = {}): Promise<Response> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  return fetch(`${url}/auth/sso/${name}/logout`, { method: 'POST', headers, body: form });
}

const logout = (token: string, options?: { name?: string; url?: string }): Promise<Response> =>
  post(new URLSearchParams({ logout_token: token }).toString(), options);

t.test('a sign-out in the browser leads to the provider, which leads back', async (t) => {
  const [browser, another] = [await signInCertified('ada'), await signInCertified('ada')];
  const { status, body, text } = await signOut(browser);
  t.equal(status, 200);
  const address = new URL(body.sign_out_url);
  t.equal(address.origin, certified.url);
  t.equal(address.searchParams.get('post_logout_redirect_uri'), `${app.url}/panel`);
  t.equal(address.searchParams.get('client_id'), clientId);
  t.notOk(address.searchParams.has('id_token_hint'), 'no token in an address');
  t.notMatch(text, clientSecret);
  const question = await browser.open(address.href);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(question.text) ?? [];
  const ended = await browser.open(`${certified.url}/session/end/confirm`, { xsrf, logout: 'yes' });
  t.equal(ended.location, `${app.url}/panel?state=${address.searchParams.get('state')}`);
  t.equal((await fetch(ended.location ?? '')).status, 200);
  t.ok(await tokenOf(another), 'the session of another browser goes on');
});

t.test('the certified provider ends the sign-in of its session by back-channel logout', async (t) => {
  const [browser, another] = [await signInCertified('lin'), await signInCertified('lin')];
  const question = await browser.open(`${certified.url}/session/end`);
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(question.text) ?? [];
  await browser.open(`${certified.url}/session/end/confirm`, { xsrf, logout: 'yes' });
  t.equal(await tokenOf(browser), undefined);
  t.ok(await tokenOf(another), 'another session of the same person');
});

t.test('without an address for it, or with one that is no address of the web, the sign-out is here only', async (t) => {
  t.equal((await signOut(await signIn({ sub: 'here' }))).body.sign_out_url, null);
  other.lie = { metadata: { end_session_endpoint: 'javascript:alert(1)' } };
  t.equal((await signOut(await signIn({ sub: 'here' }, other, 'other'))).body.sign_out_url, null);
  other.lie = {};
});

t.test('a logout token ends the sign-ins of its session, or all of its subject by this provider', async (t) => {
  const [first, second, unnamed] = [
    await signIn({ sub: 'kay', sid: 'one' }),
    await signIn({ sub: 'kay', sid: 'two' }),
    await signIn({ sub: 'kay' }),
  ];
  const answer = await logout(forging.logoutToken({ sid: 'one' }));
  t.equal(answer.status, 200);
  t.match(answer.headers.get('cache-control'), /no-store/);
  t.same([await tokenOf(first), typeof (await tokenOf(second))], [undefined, 'string']);
  t.ok(await tokenOf(unnamed));
  t.equal((await logout(forging.logoutToken({ sub: 'kay', sid: 'three' }))).status, 200);
  t.equal(await tokenOf(unnamed), undefined, 'of the subject, and of no other session for sure');
  t.ok(await tokenOf(second));
  t.equal((await logout(forging.logoutToken({ sub: 'kay' }))).status, 200);
  t.equal(await tokenOf(second), undefined);
});

t.test('a logout token counts if the clocks differ by some minutes', async (t) => {
  for (const seconds of [-200, 200]) {
    const browser = await signIn({ sub: 'skewed' });
    const iat = now() + seconds;
    t.equal((await logout(forging.logoutToken({ sub: 'skewed', iat, exp: iat + 120 }))).status, 200);
    t.equal(await tokenOf(browser), undefined, `${seconds} s`);
  }
});

t.test('a device that the person approved ends with the session at the provider', async (t) => {
  const browser = await signIn({ sub: 'may', sid: 'one' });
  const approved = async (): Promise<string> => {
    const { body } = await app.request('POST', '/auth/device', { body: { client_name: 'svc' } });
    const decision = { user_code: body.user_code, decision: 'approve' };
    const decided = await app.request('POST', '/auth/device/decision', { headers: cookieOf(browser), body: decision });
    t.equal(decided.status, 200, decided.text);
    return body.device_code;
  };
  const take = async (code: string) => app.request('POST', '/auth/device/token', { body: { device_code: code } });
  const [first, late] = [await approved(), await approved()];
  const token = (await take(first)).body.access_token;
  t.equal((await app.request('GET', '/auth/me', { token })).status, 200);
  t.equal((await logout(forging.logoutToken({ sid: 'one' }))).status, 200);
  t.equal((await app.request('GET', '/auth/me', { token })).status, 401);
  t.match((await take(late)).body, { error: 'access_denied' }, 'approved before the end, and taken after it');
});

t.test('a sign-in ends on every server within five seconds', async (t) => {
  const server = await startServer({
    ...{ ...app.database.settings, SVC_PUBLIC_URL: app.url },
    SVC_SSO_PROVIDERS: providers,
  });
  t.teardown(() => server.end());
  const token = await tokenOf(await signIn({ sub: 'two', sid: 'two' }));
  const headers = { authorization: `Bearer ${token}` };
  const me = async (url: string): Promise<number> => (await fetch(`${url}/auth/me`, { headers })).status;
  t.same([await me(app.url), await me(server.url)], [200, 200]);
  t.equal((await logout(forging.logoutToken({ sub: 'two' }), { url: server.url })).status, 200);
  const began = Date.now();
  while ((await me(app.url)) === 200 || (await me(server.url)) === 200)
    if (Date.now() - began > 5000) return t.fail('the sign-in goes on');
});

const now = (): number => Math.floor(Date.now() / 1000);
const victim = { sub: 'victim', sid: 'victim' };
const changed = (token: string): string => {
  const [header, , signature] = token.split('.');
  return `${header}.${Buffer.from(JSON.stringify({ ...claimsOf(token), ...victim })).toString('base64url')}.${signature}`;
};

/** Logout tokens that end nothing. */
const attacks: Record<string, () => string> = {
  'a token with alg none': () => forged({ alg: 'none', typ: 'logout+jwt' }, claimsOf(forging.logoutToken(victim))),
  'a token signed with the client secret': () =>
    forged({ alg: 'HS256', typ: 'logout+jwt' }, claimsOf(forging.logoutToken(victim)), clientSecret),
  'a token signed by another provider': () => other.logoutToken({ ...victim, iss: forging.url }),
  'a token of another issuer': () => forging.logoutToken({ ...victim, iss: other.url }),
  'a token for another audience': () => forging.logoutToken({ ...victim, aud: 'somebody-else' }),
  'a token for several audiences': () => forging.logoutToken({ ...victim, aud: [clientId, 'somebody-else'] }),
  'an expired token': () => forging.logoutToken({ ...victim, exp: now() - 600 }),
  'a token without an expiry': () => forging.logoutToken({ ...victim, exp: undefined }),
  'an old token': () => forging.logoutToken({ ...victim, iat: now() - 3600, exp: now() + 3600 }),
  'a token of tomorrow': () => forging.logoutToken({ ...victim, iat: now() + 86_400, exp: now() + 90_000 }),
  'a token with a nonce': () => forging.logoutToken({ ...victim, nonce: 'any' }),
  'a token without events': () => forging.logoutToken({ ...victim, events: undefined }),
  'a token of another event': () => forging.logoutToken({ ...victim, events: { 'urn:other': {} } }),
  'a token without an id': () => forging.logoutToken({ ...victim, jti: undefined }),
  'a token without a person and a session': () => forging.logoutToken({}),
  'a token with a list of people': () => forging.logoutToken({ sub: ['victim'] }),
  'a token with a changed claim': () => changed(forging.logoutToken({ sub: 'mallory' })),
  'a token of another type': () => forging.logoutToken(victim, { typ: 'at+jwt' }),
  'a token with a key in its header': () =>
    other.logoutToken({ ...victim, iss: forging.url }, { jwk: other.publicKey().export({ format: 'jwk' }), kid: 'x' }),
  'no token at all': () => 'none',
};

t.test('refused logout tokens', async (t) => {
  const browser = await signIn(victim);
  const before = await Login.count();
  for (const [name, token] of Object.entries(attacks)) {
    const answer = await logout(token());
    t.equal(answer.status, 400, name);
    t.match(await answer.json(), { error: { code: 'token_invalid' } });
    t.match(answer.headers.get('cache-control'), /no-store/);
  }
  const double = new URLSearchParams({ logout_token: forging.logoutToken(victim) }).toString();
  t.equal((await post(`${double}&${double}`)).status, 400, 'two tokens');
  t.equal((await post('')).status, 400, 'an empty body');
  t.equal((await logout(forging.logoutToken(victim), { name: 'nobody' })).status, 404);
  t.same([await Login.count(), typeof (await tokenOf(browser))], [before, 'string'], 'nothing has ended');
});

t.test("another provider's subject and session go on", async (t) => {
  const browser = await signIn(victim);
  t.equal((await logout(other.logoutToken(victim), { name: 'other' })).status, 200);
  t.ok(await tokenOf(browser));
});

t.test('a token that is sent again ends nothing, and valid ones count after any number of wrong ones', async (t) => {
  const token = forging.logoutToken({ sub: 'again' });
  t.equal((await logout(token)).status, 200);
  const browser = await signIn({ sub: 'again' });
  t.equal((await logout(token)).status, 400);
  t.ok(await tokenOf(browser));
  const statuses: number[] = [];
  for (let count = 0; count < 51; count += 1) statuses.push((await logout('none')).status);
  t.equal(statuses.at(-1), 429);
  t.equal((await logout(forging.logoutToken({ sub: 'again' }))).status, 200);
  t.equal(await tokenOf(browser), undefined);
});

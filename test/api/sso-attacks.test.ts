// Attacks on sign-ins by identity providers, each by its name. Every one is refused with a page, signs nobody in and
// makes no account.

import t from 'tap';
import { Login } from '../../models/login.ts';
import { User } from '../../models/user.ts';
import { startApp } from '../harness/app.ts';
import { startCertifiedProvider } from '../harness/certified-provider.ts';
import { shiftClock } from '../harness/clock.ts';
import {
  claimsOf,
  clientId,
  clientSecret,
  forged,
  type Lie,
  startForgingProvider,
} from '../harness/forging-provider.ts';
import { type Page, WebBrowser } from '../harness/web-browser.ts';
import { password, signUp } from '../harness/world.ts';

const [certified, forging, other] = await Promise.all([
  startCertifiedProvider(),
  startForgingProvider(),
  startForgingProvider(),
]);
t.teardown(() => Promise.all([certified.close(), forging.close(), other.close()]));

const client = { client_id: clientId, client_secret: clientSecret };
const app = await startApp(t, {
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
  SVC_SSO_PROVIDERS: JSON.stringify([
    { name: 'certified', issuer: certified.url, ...client, create_accounts: true },
    { name: 'forging', issuer: forging.url, ...client, create_accounts: true },
    { name: 'other', issuer: other.url, ...client, create_accounts: true },
    { name: 'closed', issuer: `${forging.url}/closed`, ...client },
  ]),
});
certified.register(`${app.url}/auth/sso/certified/callback`);
await signUp(app, { isAdmin: true, email: 'admin@example.com' });
const person = { sub: 'mallory', email: 'mallory@example.com', email_verified: true };

/** Begins a sign-in, and returns the callback with which the provider answers it. */
async function begin(browser: WebBrowser, provider = forging, name = 'forging'): Promise<URL> {
  const { location, text } = await browser.open(`${app.url}/auth/sso/${name}`);
  if (location === null) throw new Error(text);
  return provider.authorize(location);
}

/** Signs in at the forging provider with a lie. */
async function signIn(lie: Lie = {}, claims: object = person): Promise<Page> {
  const browser = new WebBrowser();
  forging.person = { ...claims };
  forging.lie = lie;
  const page = await browser.open((await begin(browser)).href);
  forging.lie = {};
  return page;
}

async function signInCertified(browser: WebBrowser, subject: string): Promise<URL> {
  certified.people.set(subject, { email: `${subject}@example.com`, email_verified: true });
  const begun = await browser.open(`${app.url}/auth/sso/certified`);
  const { location } = await certified.signIn(browser, begun.location ?? '', subject);
  return new URL(location ?? '');
}

/** Returns the callback with other parameters. */
function altered(callback: URL, parameters: Record<string, string | undefined>): string {
  const url = new URL(callback);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  return url.href;
}

const now = (): number => Math.floor(Date.now() / 1000);

/** Lies of a provider about the ID token and its other answers. */
const lies: Record<string, Lie> = {
  'an ID token without a nonce': { claims: { nonce: undefined } },
  'an ID token with the nonce of another sign-in': { claims: { nonce: 'another' } },
  'an ID token with alg none': { token: (token) => forged({ alg: 'none' }, claimsOf(token)) },
  'an ID token signed with the client secret': {
    token: (token) => forged({ alg: 'HS256' }, claimsOf(token), clientSecret),
  },
  'an ID token signed with the public key as a secret': {
    token: (token, { publicKey }) =>
      forged({ alg: 'HS256' }, claimsOf(token), publicKey().export({ type: 'spki', format: 'pem' }) as string),
  },
  'an ID token for another audience': { claims: { aud: 'somebody-else' } },
  'an ID token for several audiences, issued to another one': { claims: { aud: [clientId, 'x'], azp: 'x' } },
  'an ID token of another issuer': { claims: { iss: other.url } },
  'an ID token that has expired': { claims: { exp: now() - 3600, iat: now() - 7200 } },
  'an ID token that is not valid yet': { claims: { nbf: now() + 3600 } },
  'an ID token without an expiry': { claims: { exp: undefined } },
  'an ID token without a subject': { claims: { sub: undefined } },
  'a subject that is longer than the protocol allows': { claims: { sub: 's'.repeat(256) } },
  'an ID token with a changed claim': {
    token(token) {
      const [header, , signature] = token.split('.');
      const claims = Buffer.from(JSON.stringify({ ...claimsOf(token), sub: 'admin' })).toString('base64url');
      return `${header}.${claims}.${signature}`;
    },
  },
  'an ID token signed by a key that the provider does not publish': { header: { kid: 'unknown' } },
  'an ID token with a key in its header': { header: { jwk: other.publicKey().export({ format: 'jwk' }), kid: 'x' } },
  'an answer without an ID token': { token: () => undefined },
  'the address of another subject': { userinfo: { sub: 'admin', email: 'admin@example.com' } },
  'a token endpoint that redirects': {
    answer: { status: 307, headers: { location: `${other.url}/token` }, body: '{}' },
  },
  'a token endpoint that answers without end': { answer: { status: 200, body: ' '.repeat(2_000_000) } },
};

/** Claims of people who may not come in, with the sentence that refuses them. */
const strangers: [name: string, claims: object, said: RegExp][] = [
  ['an unverified address of an account', { email: 'victim@example.com', email_verified: false }, /has not verified/],
  ['an address verified by a text', { email: 'victim@example.com', email_verified: 'true' }, /has not verified/],
  ['a list of addresses', { email: ['mallory@example.com', 'victim@example.com'] }, /has not verified/],
  ['two addresses in one text', { email: 'm@example.com,victim@example.com' }, /has not verified/],
  ['the verified address of an admin', { email: 'admin@example.com' }, /is an admin/],
  ['the verified address of an account that has not proven it', { email: 'victim@example.com' }, /nobody has proven/],
];

/** Attacks on the way between the browser, this server and the providers. */
const ways: Record<string, () => Promise<Page>> = {
  async 'a swapped state'() {
    const [mine, victim] = [new WebBrowser(), new WebBrowser()];
    const callback = await begin(mine);
    await begin(victim);
    return victim.open(callback.href);
  },
  async 'a changed state'() {
    const browser = new WebBrowser();
    return browser.open(altered(await begin(browser), { state: 'another' }));
  },
  async 'no state'() {
    const browser = new WebBrowser();
    return browser.open(altered(await begin(browser), { state: undefined }));
  },
  async 'a callback in a browser that began nothing'() {
    return new WebBrowser().open((await begin(new WebBrowser())).href);
  },
  async 'a callback after ten minutes'() {
    const browser = new WebBrowser();
    const callback = await begin(browser);
    shiftClock(601_000);
    return browser.open(callback.href).finally(() => shiftClock(-601_000));
  },
  async 'a forged cookie'() {
    const browser = new WebBrowser();
    const callback = await begin(browser);
    const cookie = browser.cookie(app.url, 'svc-sign-in') ?? '';
    browser.setCookie(app.url, 'svc-sign-in', `${cookie.slice(0, -8)}AAAAAAAA`);
    return browser.open(callback.href);
  },
  async 'a mix-up: the code of one provider at the callback of another'() {
    const browser = new WebBrowser();
    const callback = await begin(browser);
    callback.pathname = '/auth/sso/other/callback';
    return browser.open(callback.href);
  },
  async 'a mix-up: an answer that names another provider'() {
    const browser = new WebBrowser();
    return browser.open(altered(await begin(browser), { iss: other.url }));
  },
  async 'an injected code of the attacker'() {
    const [attacker, victim] = [new WebBrowser(), new WebBrowser()];
    const stolen = await signInCertified(attacker, 'mallory');
    const own = await signInCertified(victim, 'victim');
    return victim.open(altered(own, { code: stolen.searchParams.get('code') ?? '' }));
  },
  async 'a refusal of the provider, with a script in its reason'() {
    const browser = new WebBrowser();
    const callback = await begin(browser);
    return browser.open(altered(callback, { code: undefined, error: '<script>alert(1)</script>' }));
  },
  async 'metadata of another issuer'() {
    return new WebBrowser().open(`${app.url}/auth/sso/closed`);
  },
  async 'a provider that the settings do not have'() {
    return new WebBrowser().open(`${app.url}/auth/sso/unknown`);
  },
};

async function expectRefusal(t: Tap, attack: () => Promise<Page>, said = /Sign-in failed/): Promise<void> {
  const before = [await User.count(), await Login.count()];
  const page = await attack();
  t.ok(page.status >= 400 && page.status < 503, `status ${page.status}`);
  t.match(page.headers.get('content-type'), /^text\/html/);
  t.match(page.text, said);
  t.notMatch(page.text, /<script/);
  t.notMatch(page.headers.get('set-cookie') ?? '', /svc-session/);
  t.same([await User.count(), await Login.count()], before, 'nobody is signed in, and no account is made');
}

type Tap = Pick<typeof t, 'ok' | 'match' | 'notMatch' | 'same'>;

// Each from an address of its own: the limit on failures would refuse the later ones.
t.beforeEach(async () => {
  const { Throttle } = await import('../../models/throttle.ts');
  await Throttle.destroy({ where: {} });
});

for (const [name, lie] of Object.entries(lies)) {
  t.test(`refused: ${name}`, (t) => expectRefusal(t, () => signIn(lie)));
}

for (const [name, claims, said] of strangers) {
  t.test(`refused: ${name}`, async (t) => {
    if ((await User.byEmail('victim@example.com')) === undefined) await signUp(app, { email: 'victim@example.com' });
    await expectRefusal(t, () => signIn({}, { sub: 'mallory', email_verified: true, ...claims }), said);
  });
}

for (const [name, attack] of Object.entries(ways)) {
  t.test(`refused: ${name}`, (t) => expectRefusal(t, attack));
}

t.test('refused: a replayed code', async (t) => {
  const browser = new WebBrowser();
  const callback = (await signInCertified(browser, 'replay')).href;
  t.equal((await browser.open(callback)).status, 303);
  await expectRefusal(t, () => browser.open(callback));
});

t.test("another provider's subject is another person", async (t) => {
  t.equal((await signIn({}, { ...person, sub: 'same' })).status, 303);
  const browser = new WebBrowser();
  other.person = { sub: 'same', email: 'somebody@example.com', email_verified: true };
  t.equal((await browser.open((await begin(browser, other, 'other')).href)).status, 303);
  t.not((await User.byEmail('somebody@example.com'))?.id, (await User.byEmail(person.email))?.id);
});

t.test('nothing in the request moves the person to another site', async (t) => {
  const browser = new WebBrowser();
  forging.person = { ...person, sub: 'same' };
  const parameters = '?redirect_uri=https://evil.example&next=//evil.example&return_to=https://evil.example';
  const begun = await browser.open(`${app.url}/auth/sso/forging${parameters}`);
  t.equal(begun.status, 303, begun.text);
  t.notMatch(begun.location, /evil/);
  const callback = forging.authorize(begun.location ?? '');
  const ended = await browser.open(altered(callback, { redirect_uri: 'https://evil.example', next: '//evil.example' }));
  t.equal(ended.location, `${app.url}/panel`);
});

t.test('a disabled account stays outside, and a key of the provider may change', async (t) => {
  await User.update({ disabled: true }, { where: { emailKey: person.email } });
  t.match((await signIn({}, { ...person, sub: 'same' })).text, /disabled/);
  await User.update({ disabled: false }, { where: { emailKey: person.email } });
  forging.rotateKey();
  // The library asks for the keys again after a minute. Ten minutes later, this server does, too.
  shiftClock(600_000, t);
  t.equal((await signIn({}, { ...person, sub: 'same' })).status, 303);
});

t.test('an admin links the account by signing in with the password first, in the same browser', async (t) => {
  const browser = new WebBrowser();
  const headers = { 'content-type': 'application/json', origin: app.url };
  const body = JSON.stringify({ email: 'admin@example.com', password });
  const session = await fetch(`${app.url}/auth/session`, { method: 'POST', headers, body });
  forging.person = { sub: 'the-admin', email: 'admin@example.com', email_verified: true };
  const callback = await begin(browser);
  const [, cookie = ''] = /svc-session=([^;]*)/.exec(session.headers.get('set-cookie') ?? '') ?? [];
  browser.setCookie(app.url, 'svc-session', cookie);
  t.equal((await browser.open(callback.href)).status, 303);
  t.equal((await signIn({}, forging.person)).status, 303, 'linked for good');
});

t.test('a provider that does not answer is told as such, and is no failure of the person', async (t) => {
  for (let attempt = 0; attempt < 51; attempt += 1) {
    const { status, text } = await signIn({ answer: { status: 503, body: 'down' } });
    t.match([status, text], [502, /The identity provider does not answer/]);
  }
});

t.test('the 51st failure of an address in an hour is refused before the provider is asked', async (t) => {
  const open = () => new WebBrowser().open(`${app.url}/auth/sso/forging/callback?code=x&state=y`);
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 51; attempt += 1) statuses.push((await open()).status);
  t.same([...new Set(statuses.slice(0, 50)), statuses.at(-1)], [400, 429]);
});

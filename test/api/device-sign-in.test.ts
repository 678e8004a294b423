// Sign-ins on devices without a browser (RFC 8628), and the ways to get one that is not one's own.

import {
  allowInsecureRequests,
  Configuration,
  initiateDeviceAuthorization,
  None,
  pollDeviceAuthorizationGrant,
} from 'openid-client';
import t, { type Test } from 'tap';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import { User } from '../../models/user.ts';
import { createSignInLink, createUser } from '../../services/people/index.ts';
import type { Answer } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { newEmail } from '../harness/fixtures.ts';
import { createTenant, type Person, password, signInBrowser, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });
const person = await signUp(app);

interface Codes {
  device_code: string;
  user_code: string;
}

function begin(address = '198.51.100.1'): Promise<Answer> {
  const headers = { 'x-forwarded-for': address };
  return app.request('POST', '/auth/device', { headers, body: { client_name: 'svc on build-7' } });
}

async function codes(): Promise<Codes> {
  return (await begin()).body;
}

function poll({ device_code }: Pick<Codes, 'device_code'>): Promise<Answer> {
  return app.request('POST', '/auth/device/token', { body: { device_code } });
}

async function browserOf({ email }: Pick<Person, 'email'>): Promise<Record<string, string>> {
  return signInBrowser(app, email);
}

function decide(
  headers: Record<string, string>,
  { user_code }: Pick<Codes, 'user_code'>,
  decision: 'approve' | 'deny' = 'approve',
): Promise<Answer> {
  return app.request('POST', '/auth/device/decision', { headers, body: { user_code, decision } });
}

function ahead(t: Test, seconds: number): void {
  shiftClock(seconds * 1000, t);
}

const shownBy = ({ user_code }: Pick<Codes, 'user_code'>) => ({ user_code });
const refusal = (error: string) => ({ status: 400, body: { error, error_description: /^[A-Za-z_].*\.$/ } });
const browser = await browserOf(person);

t.test('an approved device gets a session of the person who approved it, once', async (t) => {
  const begun = await begin('203.0.113.7');
  t.match(begun.body, { device_code: /^svcsignin_/, user_code: /^[B-Z]{4}-[B-Z]{4}$/, expires_in: 600, interval: 5 });
  const { user_code: code, verification_uri: page, verification_uri_complete: complete } = begun.body;
  t.same([page, complete], [`${app.url}/panel#/device`, `${app.url}/panel#/device?code=${code}`]);
  t.match(await poll(begun.body), refusal('authorization_pending'));
  const typed = { user_code: code.toLowerCase().replace('-', '') };
  const shown = await app.request('POST', '/auth/device/request', { headers: browser, body: typed });
  t.match(shown, { status: 200, body: { client_name: 'svc on build-7', address: '203.0.113.7', state: 'open' } });
  t.match(await decide(browser, typed), { status: 200, body: { state: 'approved' } });
  const answers = await Promise.all([poll(begun.body), poll(begun.body), poll(begun.body)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 400, 400], 'one of three that ask at once');
  t.match(await poll(begun.body), refusal('invalid_grant'), 'replayed');
  const token = answers.find(({ status }) => status === 200)?.body.access_token;
  t.match((await app.request('GET', '/auth/me', { token })).body, { id: person.id });
  const log = await app.request('GET', `/admin/audit_log?limit=100&resource_ids=${person.id}`, { token: admin.token });
  const types = log.body.data.map((entry: { type: string }) => entry.type);
  t.same(types.slice(0, 2), ['login.succeeded', 'device_sign_in.approved']);
});

t.test('a client library of RFC 8628 signs in, and waits longer when it is told to', async (t) => {
  const server = {
    issuer: app.url,
    device_authorization_endpoint: `${app.url}/auth/device`,
    token_endpoint: `${app.url}/auth/device/token`,
  };
  const client = new Configuration(server, 'build-agent', undefined, None());
  allowInsecureRequests(client);
  const device = await initiateDeviceAuthorization(client, { scope: 'openid' });
  const shown = await app.request('POST', '/auth/device/request', { headers: browser, body: shownBy(device) });
  t.match(shown, { status: 200, body: { client_name: 'build-agent', state: 'open' } });
  t.match(await poll(device), refusal('authorization_pending'));
  const begun = performance.now();
  const polling = pollDeviceAuthorizationGrant(client, { ...device, interval: 1 });
  await decide(browser, device);
  const tokens = await polling;
  t.ok(performance.now() - begun >= 1000, 'it waited before it asked');
  t.match(tokens, { token_type: 'bearer', access_token: /^svcuser_/, refresh_token: /^svcuserrefresh_/ });
  t.ok((tokens.expiresIn() ?? 0) > 3500, 'the tokens have a lifetime');
  t.match((await app.request('GET', '/auth/me', { token: tokens.access_token })).body, { id: person.id });
  const again = pollDeviceAuthorizationGrant(client, { ...device, interval: 1 });
  const refused = await again.catch((error: unknown) => error);
  t.match(refused, { error: 'invalid_grant', status: 400 }, 'a code works once');
});

/** Sends a form, as clients of OAuth do. */
function form(path: string, text: string): Promise<Answer> {
  return app.request('POST', path, { contentType: 'application/x-www-form-urlencoded', raw: text });
}

t.test('both operations refuse in the form of OAuth, whatever the media type', async (t) => {
  const { device_code: code } = await codes();
  const grant = 'grant_type=urn:ietf:params:oauth:grant-type:device_code';
  const token = '/auth/device/token';
  const wrong = refusal('invalid_request');
  t.match(await form(token, grant), wrong, 'no code');
  t.match(await form(token, `${grant}&device_code=`), wrong, 'a parameter without a value is none');
  t.match(await form(token, `${grant}&device_code=${code}&device_code=${code}`), wrong, 'a parameter twice');
  t.match(await form(token, `device_code=${code}`), wrong, 'no grant type');
  t.match(await form(token, `grant_type=password&device_code=${code}`), refusal('unsupported_grant_type'));
  t.match(await form('/auth/device', 'scope=openid'), wrong, 'no client');
  t.match(await form('/auth/device', `client_id=${'a'.repeat(256)}`), wrong, 'a long name');
  t.match(await app.request('POST', '/auth/device', { body: {} }), wrong, 'JSON, too');
  t.match(await app.request('POST', token, { raw: '{' }), wrong);
  const text = { contentType: 'text/plain', raw: 'client_id=a' };
  t.match(await app.request('POST', '/auth/device', text), { status: 415, body: { error: 'invalid_request' } });
  t.match(await form('/auth/device', `client_id=${'a'.repeat(20_000)}`), { status: 413 });
  const unknown = `${grant}&device_code=${code}&client_id=a&resource=b&device_cod=c`;
  t.match(await form(token, unknown), refusal('authorization_pending'), 'parameters that nobody knows are ignored');
});

t.test('a device that asks too soon has to wait longer', async (t) => {
  const device = await codes();
  t.match(await poll(device), refusal('authorization_pending'));
  t.match(await poll(device), refusal('slow_down'));
  ahead(t, 6);
  t.match(await poll(device), refusal('slow_down'), 'the interval is 10 seconds now');
  ahead(t, 16);
  t.match(await poll(device), refusal('authorization_pending'));
});

t.test('a denied device gets nothing, and nobody approves it afterwards', async (t) => {
  const device = await codes();
  t.match(await decide(browser, device, 'deny'), { status: 200, body: { state: 'denied' } });
  t.match(await poll(device), refusal('access_denied'));
  t.equal((await decide(browser, device)).status, 404);
  t.match(await poll(device), refusal('access_denied'));
});

t.test('the second person who approves gets 404, and the session is that of the first', async (t) => {
  const other = await signUp(app);
  const [device, theirs] = [await codes(), await browserOf(other)];
  const answers = await Promise.all([decide(browser, device), decide(theirs, device)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 404]);
  const winner = answers[0]?.status === 200 ? person : other;
  const { access_token: token } = (await poll(device)).body;
  t.equal((await app.request('GET', '/auth/me', { token })).body.id, winner.id);
});

t.test('codes expire after 10 minutes', async (t) => {
  const [device, approved] = [await codes(), await codes()];
  await decide(browser, approved);
  ahead(t, 601);
  t.match(await poll(device), refusal('expired_token'));
  t.match(await poll(approved), refusal('expired_token'), 'approved in time, and asked for too late');
  t.equal((await decide(browser, device)).status, 404);
});

t.test('a session that is older than 15 minutes decides nothing', async (t) => {
  const old = await browserOf(person);
  ahead(t, 901);
  const device = await codes();
  t.match(await decide(old, device), { status: 403, body: { error: { code: 'sign_in_again' } } });
  t.equal((await decide(await browserOf(person), device)).status, 200, 'after a new sign-in');
});

t.test('no key, no token and no other origin decides', async (t) => {
  const { organizationKey, project, owner } = await createTenant(app, admin);
  const device = await codes();
  const body = { ...{ user_code: device.user_code, decision: 'approve' } };
  for (const token of [organizationKey, project.key, owner.token, owner.refreshToken])
    t.equal((await app.request('POST', '/auth/device/decision', { token, body })).status, 401);
  const { cookie = '' } = browser;
  const foreign = { cookie, origin: 'https://elsewhere.example.com' };
  t.match(await decide(foreign, device), { status: 403, body: { error: { code: 'foreign_origin' } } });
  t.equal((await decide({ cookie }, device)).status, 403, 'without an origin');
  t.equal((await decide({ ...browser, 'content-type': 'text/plain' }, device)).status, 415, 'a form of another site');
  t.equal((await decide({ ...browser, authorization: `Bearer ${owner.token}` }, device)).status, 400);
  t.match(await poll(device), refusal('authorization_pending'));
});

t.test('after 10 wrong codes a person gets 429, also for a right one', async (t) => {
  const guesser = await browserOf(await signUp(app));
  const statuses: number[] = [];
  for (let guess = 0; guess < 11; guess += 1) statuses.push((await decide(guesser, { user_code: 'BBBB-BBBB' })).status);
  t.same([...new Set(statuses.slice(0, 10)), statuses.at(-1)], [404, 429]);
  t.equal((await decide(guesser, await codes())).status, 429);
});

t.test('the 101st sign-in of an address in an hour is refused', async (t) => {
  const statuses: number[] = [];
  for (let count = 0; count < 101; count += 1) statuses.push((await begin('198.51.100.9')).status);
  t.same([...new Set(statuses.slice(0, 100)), statuses.at(-1)], [200, 429]);
});

t.test('a person disabled after the approval gets no session, and a code of another kind is none', async (t) => {
  const victim = await signUp(app);
  const device = await codes();
  await decide(await browserOf(victim), device);
  await User.update({ disabled: true }, { where: { id: victim.id } });
  t.match(await poll(device), refusal('access_denied'));
  const unknown = `${device.device_code.slice(0, -1)}${device.device_code.endsWith('a') ? 'b' : 'a'}`;
  for (const code of [unknown, person.token, device.user_code])
    t.match(await poll({ device_code: code }), refusal('invalid_grant'));
});

t.test('no code is stored in clear', async (t) => {
  const device = await codes();
  const rows = JSON.stringify(await PendingSignIn.findAll({ raw: true }));
  for (const secret of [device.device_code, device.user_code, device.user_code.replace('-', '')])
    t.notOk(rows.includes(secret));
});

t.test('a sign-in link works once, for 15 minutes, from this origin, and no device code does', async (t) => {
  const user = await createUser({ email: newEmail(), name: null, password, isAdmin: false });
  const open = (token: string, headers: Record<string, string> = { origin: app.url }) =>
    app.request('POST', '/auth/session/link', { headers, body: { token } });
  const { token } = await createSignInLink(user);
  t.equal((await open(token, { origin: 'https://elsewhere.example.com' })).status, 403);
  const answers = await Promise.all([open(token), open(token)]);
  t.same(answers.map(({ status }) => status).sort(), [200, 400]);
  const made = answers.find(({ status }) => status === 200);
  t.match(made?.headers.get('set-cookie'), /svc-session=svcuserrefresh_.*HttpOnly/);
  t.equal((await app.request('GET', '/auth/me', { token: made?.body.access_token })).body.id, user.id);
  const late = await createSignInLink(user);
  const device = await codes();
  await decide(browser, device);
  t.match(await open(device.device_code), { status: 400, body: { error: { code: 'token_invalid' } } });
  ahead(t, 901);
  t.match(await open(late.token), { status: 400, body: { error: { code: 'token_invalid' } } });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import t, { type Test } from 'tap';
import { holdLock } from '../../models/dialects/sqlite.ts';
import { startApp } from '../harness/app.ts';
import { type Cli, createCli } from '../harness/cli.ts';
import { shiftClock } from '../harness/clock.ts';
import { type RecordingServer, startRecordingServer } from '../harness/recording-server.ts';
import { type Person, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const accessLifeMs = 3600 * 1000;

async function signedIn(t: Test): Promise<{ svc: Cli; person: Person }> {
  const svc = await createCli(t, app);
  const person = await signUp(app);
  const { code, stderr } = await svc.run(['server', 'login', '--email', person.email], { input: `${password}\n` });
  t.equal(code, 0, stderr);
  return { svc, person };
}

// biome-ignore lint/suspicious/noExplicitAny: the file is what the test is about.
async function savedTokens(svc: Cli): Promise<any> {
  return JSON.parse(await readFile(join(svc.folder, 'logins.json'), 'utf8')).logins[app.url];
}

t.test('an expired access token is refreshed, and the new pair is saved', async (t) => {
  const { svc, person } = await signedIn(t);
  const before = await savedTokens(svc);
  shiftClock(accessLifeMs);
  const me = await svc.json('account', 'get');
  t.equal(me.email, person.email);
  const after = await savedTokens(svc);
  t.not(after.access_token, before.access_token);
  t.not(after.refresh_token, before.refresh_token);
  t.equal(after.email, person.email);
  t.equal((await stat(join(svc.folder, 'logins.json'))).mode & 0o777, 0o600);
});

/** Starts a proxy that holds every refresh until `count` commands know that their token has expired. */
async function startHoldingBack(t: Test, count: number): Promise<RecordingServer> {
  const { promise: all, resolve } = Promise.withResolvers<void>();
  let refused = 0;
  return startRecordingServer(t, async (request) => {
    const { url = '', method = 'GET', headers } = request;
    const body = method === 'GET' ? null : await text(request);
    if (url === '/auth/refresh') await all;
    const { authorization = '', 'content-type': type = 'application/json' } = headers;
    const response = await fetch(app.url + url, { method, headers: { authorization, 'content-type': type }, body });
    if (response.status === 401 && url !== '/auth/refresh') refused += 1;
    if (refused === count) resolve();
    return { status: response.status, body: await response.json() };
  });
}

t.test('concurrent commands that find the token expired all succeed with one refresh', async (t) => {
  const count = 6;
  const svc = await createCli(t, app);
  const { email } = await signUp(app);
  const server = await startHoldingBack(t, count);
  const at = ['--url', server.url];
  const login = await svc.run(['server', 'login', '--email', email, ...at], { input: `${password}\n` });
  t.equal(login.code, 0, login.stderr);
  shiftClock(accessLifeMs);
  const results = await Promise.all(Array.from({ length: count }, () => svc.run(['account', 'get', ...at])));
  t.strictSame(
    results.map(({ code, stderr }) => [code, stderr]),
    results.map(() => [0, '']),
  );
  t.equal(server.requests.filter(({ url }) => url === '/auth/refresh').length, 1);
  shiftClock(accessLifeMs);
  t.equal((await svc.run(['account', 'get', ...at])).code, 0, 'the session is still alive');
});

t.test('a lock is released when its holder dies', async (t) => {
  const { svc } = await signedIn(t);
  const lock = join(svc.folder, 'logins.lock');
  const holder = spawn(process.execPath, [
    '--input-type=module',
    '--eval',
    `import { DatabaseSync } from 'node:sqlite';
     const lock = new DatabaseSync(${JSON.stringify(lock)});
     lock.exec('BEGIN IMMEDIATE');
     console.log('held');
     setInterval(() => undefined, 1000);`,
  ]);
  await once(holder.stdout, 'data');
  await t.rejects(holdLock(lock, 100), 'while it lives, the lock is its own');
  shiftClock(accessLifeMs);
  const waiting = svc.run(['account', 'get']);
  holder.kill('SIGKILL');
  t.equal((await waiting).code, 0);
});

t.test('a login whose session the server has ended is deleted, and the error says to sign in', async (t) => {
  const { svc, person } = await signedIn(t);
  const { access_token: token } = await savedTokens(svc);
  const changed = await app.request('POST', '/auth/me/password', {
    token: person.token,
    body: { current_password: password, password: 'a newer battery staple' },
  });
  t.equal(changed.status, 200);
  const refused = await svc.run(['account', 'get']);
  t.equal(refused.code, 1);
  t.match(refused.stderr, `svc: You are not signed in to ${app.url}.`);
  t.notMatch(refused.stderr, token);
  t.equal(await savedTokens(svc), undefined);
  t.equal((await svc.run(['server', 'logout'])).code, 1, 'there is no saved login to sign out of');
});

t.test('a wrong password is refused, and nothing is saved', async (t) => {
  const svc = await createCli(t, app);
  const { email } = await signUp(app);
  const { code, stderr } = await svc.run(['server', 'login', '--email', email], { input: 'not the password\n' });
  t.strictSame([code, stderr], [1, 'svc: Wrong e-mail address or password.\n']);
  await t.rejects(readFile(join(svc.folder, 'logins.json')), { code: 'ENOENT' });
});

t.test('later commands use the server of the last login', async (t) => {
  const { svc, person } = await signedIn(t);
  const { code, stdout } = await svc.run(['account', 'get', '--json'], { env: { SVC_URL: '' } });
  t.equal(code, 0);
  t.match(stdout, person.email);
});

t.test('logout ends the tokens on the server', async (t) => {
  const { svc } = await signedIn(t);
  const { access_token: token } = await savedTokens(svc);
  t.equal((await svc.run(['server', 'logout'], { env: { SVC_TOKEN: 'svcorg_of_something_else' } })).code, 0);
  t.equal((await app.request('GET', '/auth/me', { token })).status, 401);
});

t.test('the tokens of one server are never sent to another', async (t) => {
  const { svc } = await signedIn(t);
  const other = await startRecordingServer(t, () => ({ status: 200, body: {} }));
  const { code, stderr } = await svc.run(['account', 'get', '--url', other.url]);
  t.equal(code, 1);
  t.match(stderr, `You are not signed in to ${other.url}`);
  t.equal(other.requests.length, 0);
});

t.test('a redirect is not followed, with a token or with a password', async (t) => {
  const svc = await createCli(t, app);
  const target = await startRecordingServer(t, () => ({ status: 200, body: {} }));
  for (const status of [301, 302, 307, 308]) {
    const lure = await startRecordingServer(t, () => ({ status, headers: { location: `${target.url}/auth/me` } }));
    const read = await svc.run(['account', 'get', '--url', lure.url, '--token', 'svcuser_secret']);
    t.equal(read.code, 1);
    t.equal(
      read.stderr,
      `svc: ${lure.url} redirects to ${target.url}/auth/me, which is not followed. Name the final address with --url.\n`,
    );
    const login = await svc.run(['server', 'login', '--email', 'ada@example.com', '--url', lure.url], {
      input: `${password}\n`,
    });
    t.equal(login.code, 1);
    t.equal(lure.requests.length, 2);
  }
  t.equal(target.requests.length, 0);
});

t.test('a credential is sent to another machine only over HTTPS, unless --insecure is given', async (t) => {
  const svc = await createCli(t, app);
  for (const host of ['svc.example.com', '192.0.2.1', '127.0.0.1.example.com', '[2001:db8::1]']) {
    const { code, stderr } = await svc.run(['account', 'get', '--url', `http://${host}:8080`, '--token', 'svcuser_x']);
    t.equal(code, 1);
    t.match(stderr, /over plain HTTP.*--insecure/);
  }
  const forced = await svc.run([
    ...['account', 'get', '--url', 'http://svc.invalid:8080', '--token', 'svcuser_x', '--insecure'],
  ]);
  t.equal(forced.code, 1);
  t.match(
    forced.stderr,
    /^svc: (The host svc\.invalid does not exist\.|http:\/\/svc\.invalid:8080 cannot be reached:) .*\n$/,
    'the command tried to refresh',
  );
  const plain = await svc.run(['account', 'get', '--url', app.url.replace('http:', 'https:'), '--token', 'svcuser_x']);
  t.equal(plain.code, 1);
  t.match(
    plain.stderr,
    /^svc: https:\S+ does not use TLS\. If it is an svc server, use an address that begins with http:\/\/\.\n$/,
  );
  const written = await svc.run(['account', 'get', '--url', 'http://ada:hidden@127.0.0.1', '--token', 'svcuser_x']);
  t.equal(written.code, 2);
  t.notMatch(written.stderr, 'hidden');
});

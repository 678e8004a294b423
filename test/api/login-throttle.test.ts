// Tests that guessing passwords is limited, and that the account's owner can still sign in.

import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { passwordCost, setPasswordCost } from '../../services/people/passwords.ts';
import { client, startApp } from '../harness/app.ts';
import { holdBound, shiftClock } from '../harness/clock.ts';
import { startServer } from '../harness/process.ts';
import { password, signUp } from '../harness/world.ts';

const app = await startApp(t, { SVC_TRUSTED_PROXIES: '127.0.0.0/8' });
const from = (address: string, body: unknown) =>
  app.request('POST', '/auth/login', { body, headers: { 'x-forwarded-for': address } });
const wrong = 'something else entirely';
/** Without a pause the probes would be most of the load. */
const betweenProbesMs = 10;

t.test('after five failures for one account and address, even the right password is refused there', async (t) => {
  const { email } = await signUp(app);
  for (let attempt = 1; attempt <= 5; attempt += 1)
    t.equal((await from('198.51.100.1', { email, password: wrong })).status, 401);
  for (const secret of [wrong, password]) {
    const { status, body, headers } = await from('198.51.100.1', { email, password: secret });
    t.equal(status, 429);
    t.equal(body.error.code, 'rate_limit_exceeded');
    t.ok(Number(headers.get('retry-after')) <= 60);
    t.equal(headers.get('x-ratelimit-limit-requests'), '5');
    t.equal(headers.get('x-ratelimit-remaining-requests'), '0');
  }
  t.equal((await from('198.51.100.2', { email, password })).status, 200, 'another address can still sign in');
  shiftClock(16 * 60_000, t);
  t.equal(
    (await from('198.51.100.1', { email, password })).status,
    200,
    'the first address can sign in after the window',
  );
});

t.test('failures at a time that is months ahead do not count when the clock is set right', async (t) => {
  const { email } = await signUp(app);
  const aheadMs = 100 * 86_400_000;
  shiftClock(aheadMs, t);
  for (let attempt = 1; attempt <= 6; attempt += 1) await from('198.51.100.9', { email, password: wrong });
  t.equal((await from('198.51.100.9', { email, password })).status, 429);
  shiftClock(-aheadMs, t);
  t.equal((await from('198.51.100.9', { email, password })).status, 200);
});

t.test('concurrent attempts do not exceed the limit', async (t) => {
  const { email } = await signUp(app);
  const answers = await Promise.all(Array.from({ length: 20 }, () => from('198.51.100.3', { email, password: wrong })));
  t.equal(answers.filter(({ status }) => status === 401).length, 5);
  t.equal(answers.filter(({ status }) => status === 429).length, 15);
});

t.test('one address may fail fifty times per hour, over all accounts', async (t) => {
  const { email } = await signUp(app);
  const emails = [email, ...Array.from({ length: 49 }, (_, index) => `nobody${index}@example.com`)];
  for (const target of emails) t.equal((await from('198.51.100.4', { email: target, password: wrong })).status, 401);
  const known = await from('198.51.100.4', { email, password: wrong });
  const unknown = await from('198.51.100.4', { email: 'nobody99@example.com', password: wrong });
  t.equal(known.status, 429);
  t.equal(unknown.status, 429);
  t.equal(known.text, unknown.text);
});

t.test('51 failures of others from an address do not lock out a person who signed in from there before', async (t) => {
  const address = '198.51.100.40';
  const { email } = await signUp(app);
  t.equal((await from(address, { email, password })).status, 200);
  for (let index = 0; index < 51; index += 1)
    await from(address, { email: `neighbour${index}@example.com`, password: wrong });
  t.equal((await from(address, { email: 'neighbour99@example.com', password: wrong })).status, 429);
  const stranger = await signUp(app);
  t.equal((await from(address, { email: stranger.email, password })).status, 429, 'an account that is new there');
  t.equal((await from(address, { email, password })).status, 200, 'by its own rule only');
  for (let attempt = 1; attempt <= 5; attempt += 1)
    t.equal((await from(address, { email, password: wrong })).status, 401);
  t.equal((await from(address, { email, password })).status, 429, 'its own rule holds');
});

t.test("a known person's failures do not count against the others at the address", async (t) => {
  const address = '198.51.100.41';
  const people = await Promise.all(Array.from({ length: 11 }, () => signUp(app)));
  for (const { email } of people) t.equal((await from(address, { email, password })).status, 200);
  for (const { email } of people)
    for (let attempt = 1; attempt <= 5; attempt += 1) await from(address, { email, password: wrong });
  const { email } = await signUp(app);
  t.equal((await from(address, { email, password })).status, 200);
});

t.test('a hundred failures of strangers block strangers, and not addresses that signed in before', async (t) => {
  const { email } = await signUp(app);
  t.equal((await from('203.0.113.1', { email, password })).status, 200);
  for (let index = 0; index < 100; index += 1) {
    t.equal((await from(`198.18.${index}.1`, { email, password: wrong })).status, 401);
  }
  t.equal(
    (await from('198.18.200.1', { email, password })).status,
    429,
    'a stranger is refused, even with the right password',
  );
  t.equal((await from('203.0.113.1', { email, password })).status, 200, 'the known address can sign in');
  shiftClock(86_401_000, t);
  t.equal((await from('198.18.200.1', { email, password })).status, 200, 'everybody can sign in a day later');
});

t.test('a caller that is not a trusted proxy cannot choose its client address', async (t) => {
  const { email } = await signUp(app);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    // The trusted proxy adds the right-most address. A caller can invent the others.
    t.equal((await from(`192.0.2.${attempt}, 198.51.100.9`, { email, password: wrong })).status, 401);
  }
  t.equal((await from('192.0.2.77, 198.51.100.9', { email, password })).status, 429);
});

t.test('without trusted proxies, forwarded addresses are ignored', async (t) => {
  const server = await startServer(app.database.settings);
  t.teardown(() => server.end());
  const request = client(t, server.url);
  const body = { email: 'nobody@example.com', password: wrong };
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    const headers = { 'x-forwarded-for': `198.51.100.${attempt}`, forwarded: `for=198.51.100.${attempt}` };
    const { status } = await request('POST', '/auth/login', { body, headers });
    t.equal(status, attempt <= 5 ? 401 : 429);
  }
});

t.test('the IPv6 addresses of one /64 network count as one address', async (t) => {
  const { email } = await signUp(app);
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    t.equal((await from(`2001:db8:1:2::${attempt}`, { email, password: wrong })).status, 401);
  }
  t.equal((await from('2001:db8:1:2:ffff::1', { email, password })).status, 429);
  t.equal((await from('2001:db8:1:3::1', { email, password })).status, 200);
});

t.test('100 concurrent sign-ins do not block the server, and those over the queue limit get an error', async (t) => {
  // Uses the production parameters, not the cheap ones of the harness.
  setPasswordCost(passwordCost);
  const { email } = await signUp(app);
  const attempts = Array.from({ length: 100 }, (_, index) =>
    from(`198.19.0.${index}`, {
      email: index === 0 ? email : `nobody${index}@example.com`,
      password: wrong,
    }),
  );
  let slowestMs = 0;
  let isDone = false;
  const watch = (async () => {
    while (!isDone) {
      const began = performance.now();
      if ((await app.request('GET', '/healthz')).status !== 200) t.fail('the health check failed');
      slowestMs = Math.max(slowestMs, performance.now() - began);
      await wait(betweenProbesMs);
    }
  })();
  const answers = await Promise.all(attempts);
  isDone = true;
  await watch;
  // 503: a slow database did not reach the throttle's rows in time.
  const refused = answers.filter(({ status }) => status === 429 || status === 503);
  t.equal(answers.filter(({ status }) => status === 401).length, 100 - refused.length, 'the other responses are 401');
  for (const { status, body, headers } of refused) {
    t.equal(body.error.code, status === 429 ? 'rate_limit_exceeded' : 'unavailable');
    t.match(headers.get('retry-after'), status === 429 ? /^1$/ : /^\d+$/);
  }
  holdBound(t, 'slowest health check, in ms', slowestMs, 8000);
});

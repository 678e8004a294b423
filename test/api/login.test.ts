import t from 'tap';
import { LoginToken } from '../../models/login.ts';
import { User } from '../../models/user.ts';
import { sweepLogins } from '../../services/people/logins.ts';
import { passwordCost, setPasswordCost } from '../../services/people/passwords.ts';
import { digestOf, mint } from '../../services/tenancy/tokens.ts';
import { startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
// Uses the production parameters, not the cheap ones of the harness.
setPasswordCost(passwordCost);
const login = (body: unknown) => app.request('POST', '/auth/login', { body });
const me = (token: string) => app.request('GET', '/auth/me', { token });
const refresh = (token: string) => app.request('POST', '/auth/refresh', { token });

t.test('a user signs in with email address and password, in any ASCII case of the address', async (t) => {
  const { email } = await signUp(app);
  const { status, body } = await login({ email: email.toUpperCase(), password });
  t.equal(status, 200);
  t.match(body.access_token, /^svcuser_[0-9A-Za-z]{49}$/);
  t.match(body.refresh_token, /^svcuserrefresh_[0-9A-Za-z]{49}$/);
  t.equal(body.token_type, 'bearer');
  const now = Date.now() / 1000;
  t.ok(Math.abs(body.access_expires_at - now - 3600) < 5);
  t.ok(Math.abs(body.refresh_expires_at - now - 30 * 86_400) < 5);
});

t.test('wrong passwords and unknown, disabled and passwordless accounts get the same response', async (t) => {
  const known = await signUp(app);
  const disabled = await signUp(app);
  await User.update({ disabled: true }, { where: { id: disabled.id } });
  const invited = await signUp(app);
  await User.update({ passwordHash: null }, { where: { id: invited.id } });
  const broken = await signUp(app);
  await User.update({ passwordHash: 'not a hash' }, { where: { id: broken.id } });
  const answers = await Promise.all([
    login({ email: known.email, password: 'something else entirely' }),
    login({ email: 'nobody@example.com', password }),
    login({ email: disabled.email, password }),
    login({ email: invited.email, password }),
    login({ email: broken.email, password }),
  ]);
  for (const answer of answers) {
    t.equal(answer.status, 401);
    t.equal(answer.body.error.code, 'invalid_login');
    t.equal(answer.headers.get('www-authenticate'), 'Bearer', 'no token was sent, so none is reported as invalid');
    t.equal(answer.text, answers[0]?.text);
  }
});

t.test('a password hash is not accepted as a password', async (t) => {
  const { id, email } = await signUp(app);
  const user = await User.findOne({ where: { id } });
  const { status } = await login({ email, password: user?.passwordHash });
  t.equal(status, 401);
});

t.test('a password is compared exactly', async (t) => {
  const { token, email } = await signUp(app);
  const spaced = '  späces & \u0000 NUL 🔑  ';
  const change = { current_password: password, password: spaced };
  t.equal((await app.request('POST', '/auth/me/password', { token, body: change })).status, 200);
  t.equal((await login({ email, password: spaced.trim() })).status, 401);
  t.equal((await login({ email, password: spaced })).status, 200);
});

t.test('a hash with weaker parameters is replaced when its user signs in', async (t) => {
  const { id, email } = await signUp(app);
  // argon2id of `password` with 8 MiB and one pass.
  const { hash } = await import('@node-rs/argon2');
  const weak = await hash(password, { memoryCost: 8192, timeCost: 1, parallelism: 1 });
  await User.update({ passwordHash: weak }, { where: { id } });
  t.equal((await login({ email, password })).status, 200);
  const renewed = (await User.findOne({ where: { id } }))?.passwordHash;
  t.match(renewed, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});

t.test('addresses that only look alike are different', async (t) => {
  const { email } = await signUp(app);
  for (const other of [
    `${email} `,
    email.replace('user', 'us\u200ber'),
    email.replace('user', 'ｕser'),
    email.replace('u', 'u\u0308'),
  ]) {
    const { status } = await login({ email: other, password });
    t.ok(status === 401 || status === 422, `${JSON.stringify(other)} → ${status}`);
  }
});

t.test('of ten concurrent refreshes with one token, one succeeds', async (t) => {
  const { refreshToken } = await signUp(app);
  const answers = await Promise.all(Array.from({ length: 10 }, () => refresh(refreshToken)));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(answers.filter(({ status }) => status === 401).length, 9);
});

t.test('an expired token is reported as expired, and no refresh extends the session beyond its end', async (t) => {
  const { token, refreshToken } = await signUp(app);
  shiftClock(3601_000, t);
  const expired = await me(token);
  t.equal(expired.status, 401);
  t.equal(expired.body.error.code, 'token_expired');
  t.match(expired.headers.get('www-authenticate'), /^Bearer/);
  const renewed = (await refresh(refreshToken)).body;
  t.equal((await me(renewed.access_token)).status, 200);
  shiftClock(31 * 86_400_000 - 3601_000, t);
  const late = await refresh(renewed.refresh_token);
  t.equal(late.status, 401);
  t.equal(late.body.error.code, 'token_expired');
});

t.test('no access token outlives its session', async (t) => {
  const { email } = await signUp(app);
  const { body: first } = await login({ email, password });
  const shiftMs = (first.refresh_expires_at - 60) * 1000 - Date.now();
  shiftClock(shiftMs, t);
  const { body } = await refresh(first.refresh_token);
  t.strictSame([body.access_expires_at, body.refresh_expires_at], Array(2).fill(first.refresh_expires_at));
});

t.test('a user who is disabled during a refresh gets no token, and is signed out', async (t) => {
  const { id, refreshToken } = await signUp(app);
  // Imitates the moment between the check of the token and the end of the sessions of a disabled user.
  await User.update({ disabled: true }, { where: { id } });
  t.equal((await refresh(refreshToken)).status, 401);
  await User.update({ disabled: false }, { where: { id } });
  t.equal((await refresh(refreshToken)).status, 401, 'the session has ended');
});

t.test('expired sessions are deleted, and no others', async (t) => {
  const { email } = await signUp(app);
  const { body: old } = await login({ email, password });
  const shiftMs = old.refresh_expires_at * 1000 + 1000 - Date.now();
  shiftClock(shiftMs, t);
  const { body: fresh } = await login({ email, password });
  await sweepLogins();
  const stored = (token: string) => LoginToken.count({ where: { digest: digestOf(token) } });
  t.strictSame([await stored(old.access_token), await stored(old.refresh_token)], [0, 0]);
  t.equal((await me(fresh.access_token)).status, 200);
  t.equal((await refresh(fresh.refresh_token)).status, 200);
});

t.test('a sign-out ends both tokens of its session, and of no other', async (t) => {
  const first = await signUp(app);
  const second = await signIn(app, first.email);
  t.equal((await app.request('POST', '/auth/logout', { token: first.token })).status, 200);
  t.equal((await me(first.token)).status, 401);
  t.equal((await refresh(first.refreshToken)).status, 401);
  t.equal((await me(second.token)).status, 200);
});

t.test('only the digests of tokens are stored', async (t) => {
  const { token, refreshToken } = await signUp(app);
  const stored = (await LoginToken.findAll()).map(({ digest }) => Buffer.from(digest).toString('hex'));
  t.ok(stored.includes(digestOf(token).toString('hex')));
  t.ok(stored.includes(digestOf(refreshToken).toString('hex')));
  const asKey = await me(digestOf(token).toString('hex'));
  t.equal(asKey.status, 401);
});

t.test('all malformed credentials are refused with the same error', async (t) => {
  const { token } = await signUp(app);
  const flipped = token.slice(0, -1) + (token.endsWith('a') ? 'b' : 'a');
  const otherKind = `svcorg_${token.slice('svcuser_'.length)}`;
  for (const credential of [flipped, otherKind, mint('access').value, "'or1=1--", 'x'.repeat(8000)]) {
    const { status, body } = await me(credential);
    t.equal(status, 401);
    t.equal(body.error.code, 'invalid_api_key');
  }
});

import t from 'tap';
import { PasswordReset } from '../../models/password-reset.ts';
import { User } from '../../models/user.ts';
import { digestOf, mint } from '../../services/tenancy/tokens.ts';
import { shiftClock } from '../harness/clock.ts';
import { until } from '../harness/process.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, type Person, password, signIn, signUp, startWithAdmin } from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_SMTP_URL: smtp.url,
  SVC_SMTP_FROM: 'svc <svc@example.org>',
  SVC_PUBLIC_URL: 'https://svc.example.org/',
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
});
const next = 'a longer staple than before';

/** Requests a link, by default from a new client address. */
const ask = (email: unknown, address = newAddress()) =>
  app.request('POST', '/v1/reset_password', { body: { email }, headers: { 'x-forwarded-for': address } });
const validate = (token: unknown) => app.request('POST', '/v1/reset_password/validate', { body: { token } });
const confirm = (token: unknown, secret: unknown = next) =>
  app.request('POST', '/v1/reset_password/confirm', { body: { token, password: secret } });
const me = (token: string) => app.request('GET', '/auth/me', { token });

let callers = 0;

function newAddress(): string {
  callers += 1;
  return `198.51.100.${callers}`;
}

/** Requests a link. Returns the token from the nth email. */
async function linkFor(user: Person, nth = 1): Promise<string> {
  await ask(user.email);
  return tokenIn(await smtp.mailTo(user.email, nth));
}

t.test('a forgotten password is replaced by a link, once, and every session ends', async (t) => {
  const user = await signUp(app);
  const other = await signIn(app, user.email);
  const token = await linkFor(user);
  t.strictSame((await validate(token)).body, { email: user.email });
  t.strictSame((await confirm(token)).body, { status: 'ok' });
  for (const dead of [user, other]) {
    t.equal((await me(dead.token)).status, 401);
    t.equal((await app.request('POST', '/auth/refresh', { token: dead.refreshToken })).status, 401);
  }
  t.equal((await app.request('POST', '/auth/login', { body: { email: user.email, password } })).status, 401);
  t.ok((await signIn(app, user.email, next)).token);
  t.equal((await confirm(token)).status, 400);
});

t.test('a user is notified of a password link that an admin created', async (t) => {
  const user = await signUp(app);
  const { body } = await app.request('POST', `/admin/users/${user.id}/password_link`, { token: admin.token });
  const mail = await smtp.mailTo(user.email);
  t.match(mail.text, `The administrator User (${admin.email}) created a link`);
  t.notOk(mail.text.includes(body.url.split('#token=')[1]), 'only the admin gets the link itself');
});

/** Creates a password link for the user as the admin. Returns its token. */
async function adminLink(maker: Person, userId: string): Promise<string> {
  const { body } = await app.request('POST', `/admin/users/${userId}/password_link`, { token: maker.token });
  return body.url.split('#token=')[1];
}

t.test('a password link ends with the admin who made it, also the link of a new user', async (t) => {
  const maker = await signUp(app, { isAdmin: true });
  const setMaker = (body: unknown) => app.request('POST', `/admin/users/${maker.id}`, { token: admin.token, body });
  const target = await signUp(app, { isAdmin: true });
  const created = await app.request('POST', '/admin/users', {
    token: maker.token,
    body: { email: `by-${maker.id}@example.com` },
  });
  const tokens = [await adminLink(maker, target.id), created.body.password_link.url.split('#token=')[1]];
  const dead = (await confirm(mint('reset').value)).body;
  for (const [gone, back] of [
    [{ disabled: true }, { disabled: false }],
    [{ is_admin: false }, { is_admin: true }],
  ]) {
    t.equal((await setMaker(gone)).status, 200);
    for (const token of tokens) {
      const answers = [await validate(token), await confirm(token)];
      for (const { status, body } of answers) t.strictSame([status, body.error.code], [400, 'token_invalid']);
      t.strictSame(answers[1]?.body, dead, 'like an unknown link');
    }
    t.equal((await setMaker(back)).status, 200);
    for (const token of tokens) t.equal((await validate(token)).status, 200, 'works again with its maker');
  }
  t.ok((await signIn(app, target.email)).token, 'the password is unchanged');
  for (const token of tokens) t.equal((await confirm(token)).status, 200);
});

t.test('a link from before the upgrade, of an unknown maker, is refused', async (t) => {
  const user = await signUp(app);
  const token = await adminLink(admin, user.id);
  await PasswordReset.update({ origin: null, madeBy: null }, { where: { userId: user.id } });
  t.equal((await validate(token)).status, 400);
  t.equal((await confirm(token)).status, 400);
});

t.test('an admin makes no link for the own account, and gets a notice of the link of another admin', async (t) => {
  const own = await app.request('POST', `/admin/users/${admin.id}/password_link`, { token: admin.token });
  t.strictSame([own.status, own.body.error?.code], [409, 'own_account']);
  const other = await signUp(app, { isAdmin: true });
  await app.request('POST', '/auth/me', { token: other.token, body: { name: 'Grace Hopper' } });
  const token = await adminLink(other, admin.id);
  const { text } = await smtp.mailTo(admin.email);
  t.match(text, `The administrator Grace Hopper (${other.email}) created a link`);
  t.notOk(text.includes(token));
});

t.test('a mailed link proves the address, and a link that an admin hands over does not', async (t) => {
  const user = await signUp(app);
  const isVerified = async () =>
    (await app.request('GET', `/admin/users/${user.id}`, { token: admin.token })).body.email_verified;
  t.equal(await isVerified(), false);
  t.equal((await confirm(await adminLink(admin, user.id))).status, 200);
  t.equal(await isVerified(), false);
  t.equal((await confirm(await linkFor(user, 3))).status, 200);
  t.equal(await isVerified(), true);
});

t.test('the link in the email leads to the panel at the public URL, with the token in the fragment', async (t) => {
  const user = await signUp(app);
  const token = await linkFor(user);
  const mail = await smtp.mailTo(user.email);
  const link = `https://svc.example.org/panel/reset#token=${token}`;
  t.match(token, /^svcreset_[0-9A-Za-z]{49}$/);
  t.ok(mail.text.includes(link));
  t.ok(mail.html.includes(`href="${link}"`));
  t.strictSame([mail.from, mail.to], ['svc@example.org', [user.email]]);
  t.equal(mail.headers.get('from'), 'svc <svc@example.org>');
  t.equal(mail.headers.get('to'), user.email);
  t.equal(mail.headers.get('subject'), 'Set a new password');
});

t.test('the Host header of a request does not change the link', async (t) => {
  const user = await signUp(app);
  const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example', forwarded: 'host=evil.example' };
  await app.request('POST', '/v1/reset_password', { body: { email: user.email }, headers });
  t.notMatch((await smtp.mailTo(user.email)).raw, /evil\.example/);
});

t.test('known, unknown, disabled and passwordless accounts get the same response', async (t) => {
  const known = await signUp(app);
  const disabled = await signUp(app);
  const invited = await signUp(app);
  await User.update({ disabled: true }, { where: { id: disabled.id } });
  await User.update({ passwordHash: null }, { where: { id: invited.id } });
  const addresses = [known.email, 'nobody@example.com', disabled.email, invited.email];
  const answers = await Promise.all(addresses.map((email) => ask(email)));
  for (const { status, text, headers } of answers) {
    t.equal(status, 200);
    t.equal(text, '{"status":"ok"}');
    const shown = [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
    t.strictSame(
      shown,
      [...(answers[0]?.headers ?? [])].filter(([name]) => !['x-request-id', 'date'].includes(name)),
    );
  }
  await smtp.mailTo(known.email);
  await smtp.mailTo(invited.email);
  const reached = smtp.mails.flatMap(({ to }) => to);
  t.notOk(reached.includes(disabled.email) || reached.includes('nobody@example.com'));
});

t.test('an invalid address, or several, are refused, and no email is sent', async (t) => {
  const before = smtp.mails.length;
  for (const email of [
    ['a@example.com', 'b@example.com'],
    'a@example.com,b@example.com',
    'a@example.com\r\nBcc: b@example.com',
    '<a@example.com>',
    'a@example.com ',
    { address: 'a@example.com' },
    `${'a'.repeat(250)}@example.com`,
    null,
  ]) {
    t.equal((await ask(email)).status, 422, JSON.stringify(email));
  }
  t.equal(smtp.mails.length, before);
});

t.test('unknown, changed, used, replaced and expired tokens get the same response', async (t) => {
  const used = await signUp(app);
  const usedToken = await linkFor(used);
  await confirm(usedToken);
  const replaced = await signUp(app);
  const replacedToken = await linkFor(replaced);
  const newest = await linkFor(replaced, 2);
  const disabled = await signUp(app);
  const disabledToken = await linkFor(disabled);
  await app.request('POST', `/admin/users/${disabled.id}`, { token: admin.token, body: { disabled: true } });
  const changed = newest.slice(0, -1) + (newest.endsWith('a') ? 'b' : 'a');
  const expired = await signUp(app);
  const expiredToken = await linkFor(expired);
  const digest = digestOf(expiredToken).toString('hex');
  const tokens = [mint('reset').value, changed, usedToken, replacedToken, disabledToken, digest, 'x', replaced.token];
  const answers = [];
  for (const token of tokens) answers.push(await validate(token), await confirm(token));
  shiftClock(3601_000, t);
  answers.push(await validate(expiredToken), await confirm(expiredToken));
  for (const { status, text, body } of answers) {
    t.equal(status, 400);
    t.equal(body.error.code, 'token_invalid');
    t.equal(text, answers[0]?.text);
  }
});

t.test('of ten concurrent uses of one link, one succeeds', async (t) => {
  const user = await signUp(app);
  const token = await linkFor(user);
  const secrets = Array.from({ length: 10 }, (_, index) => `${next} number ${index}`);
  const answers = await Promise.all(secrets.map((secret) => confirm(token, secret)));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(answers.filter(({ status }) => status === 400).length, 9);
  const winner = secrets[answers.findIndex(({ status }) => status === 200)];
  t.ok((await signIn(app, user.email, winner)).token);
});

t.test('a weak password is refused without being repeated, and leaves the link valid', async (t) => {
  const user = await signUp(app, { email: 'dorothy.quillfeather@example.com' });
  const token = await linkFor(user);
  for (const weak of ['password1234', 'dorothy12345', 'quillfeather', 'elevenchars']) {
    const { status, text, body } = await confirm(token, weak);
    t.equal(status, 422);
    t.strictSame(body.detail[0].loc, ['body', 'password']);
    t.notOk(text.includes(weak));
  }
  t.equal((await confirm(token)).status, 200);
});

t.test('the error for an invalid token does not repeat it', async (t) => {
  const { status, body } = await confirm('x'.repeat(256), next);
  t.equal(status, 422);
  t.match(body.detail, [{ loc: ['body', 'token'], input: '••••••••' }]);
});

t.test('the database stores only the digest of a link', async (t) => {
  const user = await signUp(app);
  const token = await linkFor(user);
  const rows = await PasswordReset.findAll({ where: { userId: user.id } });
  t.strictSame(
    rows.map(({ digest }) => Buffer.from(digest)),
    [digestOf(token)],
  );
});

t.test('the fourth email in an hour to an address is not sent, with the same response, without a lock', async (t) => {
  const user = await signUp(app);
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    t.equal((await ask(user.email)).text, '{"status":"ok"}');
    await smtp.mailTo(user.email, attempt);
  }
  t.equal((await ask(user.email)).text, '{"status":"ok"}');
  const token = tokenIn(await smtp.mailTo(user.email, 3));
  t.ok((await signIn(app, user.email)).token, 'the old password still works');
  t.equal((await me(user.token)).status, 200, 'the session still works');
  t.equal((await ask(user.email.toUpperCase())).status, 200, 'the same address in another case');
  await linkFor(await signUp(app));
  t.equal(smtp.mails.filter(({ to }) => to.includes(user.email)).length, 3);
  t.equal((await validate(token)).status, 200);
});

t.test('a new password triggers an email that lists the keys which still work', async (t) => {
  const { owner } = await createTenant(app, admin);
  const key = await app.request('POST', '/v1/organization/admin_api_keys', {
    token: owner.token,
    body: { name: 'Nightly <b>build</b>' },
  });
  await confirm(await linkFor(owner));
  const notice = await smtp.mailTo(owner.email, 2);
  t.equal(notice.headers.get('subject'), 'Your password was changed');
  t.ok(notice.text.includes(`Nightly <b>build</b> (${key.body.redacted_value})`));
  t.ok(notice.html.includes('Nightly &lt;b&gt;build&lt;/b&gt;'));
  t.equal((await app.request('GET', '/v1/organization/admin_api_keys', { token: key.body.value })).status, 200);
});

t.test('a password reset lifts the lock after five failures from the same address', async (t) => {
  const user = await signUp(app);
  const body = { email: user.email, password: 'not my password' };
  for (let attempt = 1; attempt <= 5; attempt += 1) await app.request('POST', '/auth/login', { body });
  t.equal((await app.request('POST', '/auth/login', { body })).status, 429);
  await confirm(await linkFor(user));
  t.ok((await signIn(app, user.email, next)).token);
});

t.test('a password change by other means invalidates an open link', async (t) => {
  const user = await signUp(app);
  const token = await linkFor(user);
  await app.request('POST', '/auth/me/password', {
    token: user.token,
    body: { current_password: password, password: next },
  });
  t.equal((await validate(token)).status, 400);
});

t.test('one client address can trigger twenty emails per hour, over all recipients', async (t) => {
  const users = await Promise.all(Array.from({ length: 22 }, () => signUp(app)));
  for (const { email } of users) t.equal((await ask(email, '203.0.113.1')).text, '{"status":"ok"}');
  const reached = () => users.filter(({ email }) => smtp.mails.some(({ to }) => to.includes(email))).length;
  await until(() => (reached() === 20 ? true : undefined));
  const [, , last] = users.reverse();
  shiftClock(3601_000, t);
  await ask(last?.email, '203.0.113.1');
  await smtp.mailTo(last?.email ?? '', 2);
  t.equal(reached(), 20);
});

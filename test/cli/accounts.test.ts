import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import t, { type Test } from 'tap';
import { User } from '../../models/user.ts';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { countUsers, password, signIn, signUp } from '../harness/world.ts';

const app = await startApp(t);
const cacheMs = 5000;
const pollMs = 100;

function newAddress(): string {
  return `ada-${randomBytes(6).toString('hex')}@example.com`;
}

/** Repeats the request until it is refused, for as long as another server may use a cached state. */
async function untilRefused(t: Test, token: string): Promise<void> {
  const deadline = performance.now() + cacheMs;
  for (;;) {
    const asked = performance.now();
    const { status } = await app.request('GET', '/auth/me', { token });
    if (status === 401) return;
    if (asked > deadline) {
      t.fail('the old token is still accepted after 5 s');
      return;
    }
    await wait(pollMs);
  }
}

t.test('create-admin creates an admin who can sign in', async (t) => {
  const svc = await createCli(t, app);
  const email = newAddress();
  const created = await svc.run(['server', 'create-admin', '--email', email, '--name', 'Ada', '--json'], {
    input: `${password}\nand more\n`,
  });
  t.match(created.json(), { id: /^user_/, email, name: 'Ada', is_admin: true });
  const { token } = await signIn(app, email);
  const { body } = await app.request('GET', '/auth/me', { token });
  t.match(body, { email, name: 'Ada', is_admin: true });
});

t.test('create-admin says which database it wrote to, without its password', async (t) => {
  const svc = await createCli(t, app);
  const { url, dataDir } = app.database;
  const place = url === '' ? join(dataDir, 'svc.sqlite') : url.replace(/\/\/[^@]*@/, '//');
  const args = ['--password', password];
  const { code, stderr } = await svc.run(['server', 'create-admin', '--email', newAddress(), ...args]);
  const kind = url === '' ? 'embedded' : 'MySQL';
  t.strictSame([code, stderr], [0, `written to the ${kind} database ${place}\n`]);
  const asJson = await svc.json('server', 'create-admin', '--email', newAddress(), ...args);
  t.equal(asJson.database, place);
});

t.test('the password comes from the flag, else from SVC_PASSWORD, else from stdin', async (t) => {
  const svc = await createCli(t, app);
  const [byFlag, byVariable] = [newAddress(), newAddress()];
  const options = { input: 'the one on stdin, ignored\n', env: { SVC_PASSWORD: 'the one of the variable' } };
  await svc.run(['server', 'create-admin', '--email', byFlag, '--password', 'the one of the flag'], options);
  await svc.run(['server', 'create-admin', '--email', byVariable], options);
  await signIn(app, byFlag, 'the one of the flag');
  await signIn(app, byVariable, 'the one of the variable');
  const none = await svc.run(['server', 'create-admin', '--email', newAddress()]);
  t.equal(none.code, 2);
  t.match(none.stderr, /^svc: Missing password: .*\n$/);
});

t.test('a terminal asks for the password twice, and never shows it', async (t) => {
  const svc = await createCli(t, app);
  const email = newAddress();
  const typed = await svc.type(
    ['server', 'create-admin', '--email', email],
    [
      ['Password: ', password],
      ['Repeat: ', password],
    ],
  );
  t.equal(typed.code, 0, typed.screen);
  t.match(typed.screen, /created the admin/);
  t.notMatch(typed.screen, password);
  await signIn(app, email);

  const other = newAddress();
  const differing = await svc.type(
    ['server', 'create-admin', '--email', other],
    [
      ['Password: ', password],
      ['Repeat: ', `${password}!`],
    ],
  );
  t.equal(differing.code, 1);
  t.match(differing.screen, /svc: The two passwords differ\./);
  const refused = await app.request('POST', '/auth/login', { body: { email: other, password } });
  t.equal(refused.status, 401, 'no user was created');
});

t.test('Ctrl-C at the password prompt ends the command, and creates no user', async (t) => {
  const svc = await createCli(t, app);
  const before = await countUsers();
  const { code, screen } = await svc.type(
    ['server', 'create-admin', '--email', newAddress()],
    [['Password: ', '\u0003']],
  );
  t.equal(code, 1);
  t.match(screen, /No password was given/);
  t.equal(await countUsers(), before);
});

t.test('create-admin refuses an existing address in any case, and changes nothing', async (t) => {
  const svc = await createCli(t, app);
  const { email } = await signUp(app);
  const before = await countUsers();
  const again = await svc.run(['server', 'create-admin', '--email', email.toUpperCase()], {
    input: 'quite another password\n',
  });
  t.equal(again.code, 1);
  t.equal(again.stderr, `svc: There is already a user with the address ${email.toUpperCase()}.\n`);
  t.equal(await countUsers(), before);
  await signIn(app, email);
});

t.test('two concurrent create-admin with one address create one user', async (t) => {
  const svc = await createCli(t, app);
  const before = await countUsers();
  const email = newAddress();
  const args = ['server', 'create-admin', '--email', email];
  const both = await Promise.all([
    svc.run(args, { input: `${password}\n` }),
    svc.run(args, { input: `${password}\n` }),
  ]);
  t.strictSame(both.map(({ code }) => code).sort(), [0, 1]);
  t.equal(await countUsers(), before + 1);
  await signIn(app, email);
});

t.test('invalid values are refused in words, and no password is shown', async (t) => {
  const svc = await createCli(t, app);
  const before = await countUsers();
  const args = (email: string, name: string): string[] => ['server', 'create-admin', '--email', email, '--name', name];
  const wrong = await svc.run(args('ada', ' '), { input: 'too short\n' });
  t.equal(wrong.code, 1);
  t.match(
    wrong.stderr,
    '--email must be an e-mail address, such as ada@example.com. An email address must have an @-sign.',
  );
  t.match(wrong.stderr, '--name: a name needs a character that can be seen.');
  t.match(wrong.stderr, 'The password must have at least 12 characters.');
  t.notMatch(wrong.stderr, 'too short');
  t.equal(wrong.stderr.split('\n').length, 2, 'a single line');
  const common = await svc.run(args(newAddress(), 'Ada'), { input: 'password123456\n' });
  t.equal(common.code, 1);
  t.match(common.stderr, /^svc: The password is a common one; choose another\./);
  t.equal(await countUsers(), before);
});

t.test('password-reset sets the password, and ends all sessions on the running server within 5 s', async (t) => {
  const svc = await createCli(t, app);
  const person = await signUp(app);
  await app.request('GET', '/auth/me', { token: person.token });
  const reset = await svc.run(['server', 'password-reset', '--email', person.email], {
    input: 'a newer battery staple\n',
  });
  t.strictSame(
    [reset.code, reset.stdout],
    [0, `set the password of ${person.email}, and ended all sessions of the user\n`],
  );
  await untilRefused(t, person.token);
  const refreshed = await app.request('POST', '/auth/refresh', { token: person.refreshToken });
  t.equal(refreshed.status, 401);
  const old = await app.request('POST', '/auth/login', { body: { email: person.email, password } });
  t.equal(old.status, 401);
  await signIn(app, person.email, 'a newer battery staple');
});

t.test('password-reset --link creates a link that sets the password once, and invalidates other links', async (t) => {
  const svc = await createCli(t, app);
  const person = await signUp(app);
  const args = ['server', 'password-reset', '--link', '--email', person.email];
  const env = { SVC_PUBLIC_URL: 'https://svc.example.com' };
  const admin = await signUp(app, { isAdmin: true });
  const tokens = { reset_seconds: 7200 };
  t.equal((await app.request('PATCH', '/admin/config', { token: admin.token, body: { tokens } })).status, 200);
  const [first, second] = [await svc.run(args, { env }), await svc.run([...args, '--json'], { env })];
  t.match(
    first.stdout,
    /^anyone who opens this link can set the password of \S+, once, until \d{4}-\d\d-\d\d \d\d:\d\d:\nhttps:\S+\n$/,
  );
  const link = second.json();
  t.match(link, {
    id: person.id,
    email: person.email,
    url: /^https:\/\/svc\.example\.com\/panel\/reset#token=svcreset_/,
  });
  t.ok(Math.abs(link.expires_at - Date.now() / 1000 - 7200) < 60);
  t.equal((await app.request('GET', '/auth/me', { token: person.token })).status, 200, 'nothing changes before that');
  const [older, token] = [first.stdout, link.url].map((text: string) => text.trim().split('#token=')[1]);
  const confirm = (one: unknown) =>
    app.request('POST', '/v1/reset_password/confirm', { body: { token: one, password: 'a newer battery staple' } });
  t.equal((await confirm(older)).status, 400);
  t.equal((await confirm(token)).status, 200);
  t.equal((await confirm(token)).status, 400);
  await untilRefused(t, person.token);
  await signIn(app, person.email, 'a newer battery staple');
  const { body } = await app.request('GET', '/admin/audit_log', { token: admin.token });
  const noted = body.data.filter(({ type }: { type: string }) => type === 'password_reset.created');
  const entry = { target_id: person.id, actor: { session: { user: { id: null } } } };
  t.match(noted, [entry, entry], 'the actor is the operator');
  t.notMatch(JSON.stringify(body), token as string);
});

t.test('password-reset --link is refused if the link would not work', async (t) => {
  const svc = await createCli(t, app);
  const person = await signUp(app);
  const args = ['server', 'password-reset', '--link', '--email'];
  const both = await svc.run([...args, person.email, '--password', 'a newer battery staple']);
  t.match([both.code, both.stderr], [2, /^svc: --link and --password cannot be used together: .*\n$/]);
  const none = await svc.run([...args, newAddress()]);
  t.match([none.code, none.stderr], [1, /^svc: No user has the e-mail address /]);
  const wrong = await svc.run([...args, 'ada']);
  t.match([wrong.code, wrong.stderr], [1, /^svc: --email must be an e-mail address/]);
  await User.update({ disabled: true }, { where: { id: person.id } });
  const disabled = await svc.run([...args, person.email]);
  t.match(
    [disabled.code, disabled.stderr],
    [1, /^svc: The user \S+ is disabled and cannot sign in\. An admin can enable the account\.\n$/],
  );
});

t.test('password-reset refuses an unknown address', async (t) => {
  const svc = await createCli(t, app);
  const email = newAddress();
  const { code, stderr } = await svc.run(['server', 'password-reset', '--email', email], { input: `${password}\n` });
  t.equal(code, 1);
  t.equal(stderr, `svc: No user has the e-mail address ${email}.\n`);
});

t.test('commands that work on the database refuse --url and --token', async (t) => {
  const svc = await createCli(t, app);
  const args = ['server', 'create-admin', '--email', newAddress(), '--url', app.url];
  const { code, stderr } = await svc.run(args, { input: `${password}\n` });
  t.equal(code, 2);
  t.match(stderr, /^svc: This command works on the database .*\n$/);
});

t.test('a wrong setting and an unreachable database each give one clear line', async (t) => {
  const svc = await createCli(t, app);
  const args = ['server', 'create-admin', '--email', newAddress()];
  const setting = await svc.run(args, { input: `${password}\n`, env: { SVC_DATABASE_POOL: 'many' } });
  t.equal(setting.code, 1);
  t.match(setting.stderr, /^svc: SVC_DATABASE_POOL must be a whole number .*\n$/);
  const gone = await svc.run(args, {
    input: `${password}\n`,
    env: { SVC_DATABASE_URL: 'mysql://svc:hidden@127.0.0.1:9/svc', SVC_DATABASE_WAIT_SECONDS: '0' },
  });
  t.equal(gone.code, 1);
  t.match(gone.stderr, /^svc: The database cannot be used: .*\n$/);
  t.notMatch(gone.stderr, 'hidden');
});

t.test('commands that need a database do not create one in a mistyped folder', async (t) => {
  const svc = await createCli(t, app);
  const SVC_DATA_DIR = join(t.testdir(), 'mistyped');
  for (const args of [
    ['audit', 'verify'],
    ['secrets', 'reset', '--yes'],
    ['server', 'password-reset', '--email', newAddress(), '--link'],
  ]) {
    const { code, stderr } = await svc.run(args, { env: { SVC_DATABASE_URL: '', SVC_DATA_DIR } });
    t.equal(code, 1, args.join(' '));
    t.match(stderr, /^svc: There is no database in '.*mistyped'\. Set SVC_DATA_DIR or SVC_DATABASE_URL/);
    t.notOk(existsSync(SVC_DATA_DIR));
  }
});

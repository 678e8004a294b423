// `svc server login --device` and `--sso`, and the link of the operator.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import { startApp } from '../harness/app.ts';
import { createCli, type Started } from '../harness/cli.ts';
import { newEmail } from '../harness/fixtures.ts';
import { startLyingProxy } from '../harness/lying-proxy.ts';
import { startServer, until } from '../harness/process.ts';
import { type Person, password, signInBrowser, signUp } from '../harness/world.ts';

const app = await startApp(t);

/** Returns the page and the code that the command prints. */
async function printed({ child }: Started): Promise<{ page: string; code: string }> {
  let text = '';
  child.stderr?.on('data', (bytes: Buffer) => {
    text += bytes.toString();
  });
  await until(() => /approve the code [A-Z-]{9}/.exec(text)?.[0]);
  const [, page = ''] = /Open (\S+)/.exec(text) ?? [];
  const [, code = ''] = /approve the code ([A-Z-]{9})/.exec(text) ?? [];
  return { page, code };
}

async function decide({ email }: Person, code: string, decision: 'approve' | 'deny'): Promise<number> {
  const headers = await signInBrowser(app, email);
  const body = { user_code: code, decision };
  return (await app.request('POST', '/auth/device/decision', { headers, body })).status;
}

t.test('--device waits for the approval, and saves the session of the person who approved', async (t) => {
  const svc = await createCli(t, app);
  const person = await signUp(app);
  const command = svc.start(['server', 'login', '--device', '--json']);
  const { page, code } = await printed(command);
  t.equal(page, `${app.url}/panel#/device?code=${code}`);
  t.equal(await decide(person, code, 'approve'), 200);
  const result = await command.result;
  t.match(result.json(), { url: app.url, email: person.email });
  const sessions = await svc.json('session', 'list');
  t.match(sessions.data[0], { client_name: /^svc on /, is_current: true });
  t.equal((await svc.run(['server', 'logout'])).code, 0);
  t.equal(await PendingSignIn.count(), 0, 'its code is used up');
});

t.test('--sso opens a browser at the sign-in of the provider, and a refusal ends the command', async (t) => {
  const svc = await createCli(t, app);
  const opened = join(svc.folder, 'opened');
  await mkdir(svc.folder, { recursive: true });
  await writeFile(join(svc.folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
  const env = { PATH: `${svc.folder}${delimiter}${process.env.PATH}` };
  const command = svc.start(['server', 'login', '--sso', 'company'], { env });
  const { page, code } = await printed(command);
  t.equal(page, `${app.url}/panel#/device?code=${code}&provider=company`);
  t.equal(await decide(await signUp(app), code, 'deny'), 200);
  const { code: exit, stderr } = await command.result;
  t.equal(exit, 1);
  t.match(stderr, /The user has refused the sign-in\./);
  t.equal(await readFile(opened, 'utf8'), page);
});

t.test('--sso opens no address that is not of the web, whatever the server says', async (t) => {
  const svc = await createCli(t, app);
  const opened = join(svc.folder, 'opened');
  await mkdir(svc.folder, { recursive: true });
  await writeFile(join(svc.folder, 'xdg-open'), `#!/bin/sh\nprintf %s "$1" > '${opened}'\n`, { mode: 0o755 });
  const env = { PATH: `${svc.folder}${delimiter}${process.env.PATH}` };
  const url = await startLyingProxy(t, app.url, ({ body }, request) => {
    if (request === 'POST /auth/device') body.verification_uri_complete = 'file:///usr/bin/calculator';
  });
  const command = svc.start(['server', 'login', '--sso', '--url', url], { env });
  const { code } = await printed(command);
  t.equal(await decide(await signUp(app), code, 'deny'), 200);
  t.equal((await command.result).code, 1);
  await t.rejects(readFile(opened), { code: 'ENOENT' });
});

t.test('an address, a password or a token beside --device is wrong usage, and so is nothing', async (t) => {
  const svc = await createCli(t, app);
  for (const args of [['--device', '--email', 'a@b.de'], ['--sso', '--password', 'x'], []]) {
    const { code } = await svc.run(['server', 'login', ...args]);
    t.equal(code, 2, args.join(' '));
  }
});

t.test('sign-in-link makes a link for an enabled user, and the audit log says so', async (t) => {
  const svc = await createCli(t, app);
  const admin = await signUp(app, { isAdmin: true });
  const made = await svc.json('server', 'sign-in-link', '--email', admin.email);
  t.match(made, { id: admin.id, email: admin.email, url: /\/panel\/sign-in#token=svcsignin_/ });
  const token = made.url.split('#token=')[1];
  const headers = { origin: app.url };
  const signedIn = await app.request('POST', '/auth/session/link', { headers, body: { token } });
  t.equal(signedIn.status, 200);
  const query = `limit=10&event_types=sign_in_link.created&resource_ids=${admin.id}`;
  const log = await app.request('GET', `/admin/audit_log?${query}`, { token: signedIn.body.access_token });
  t.equal(log.body.data.length, 1);
  const unknown = await svc.run(['server', 'sign-in-link', '--email', newEmail()]);
  t.same([unknown.code, /No user has the e-mail address/.test(unknown.stderr)], [1, true]);
});

t.test('without passwords and with a provider that is away, a sign-in-link lets the admin in', async (t) => {
  const admin = await signUp(app, { isAdmin: true });
  const company = { name: 'company', issuer: 'http://127.0.0.1:9', client_id: 'svc', client_secret: 'any secret' };
  const settings = { SVC_SSO_PROVIDERS: JSON.stringify([company]), SVC_SSO_PASSWORDS: 'none' };
  const { dataDir, url: database } = app.database;
  const server = await startServer({ ...settings, SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: database });
  t.teardown(() => server.end());
  const post = (path: string, body: object): Promise<Response> =>
    fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(body),
    });
  t.equal((await fetch(`${server.url}/auth/sso/company`)).status, 502, 'the provider is away');
  t.equal((await post('/auth/login', { email: admin.email, password })).status, 403);
  const svc = await createCli(t, app);
  const { stdout } = await svc.run(['server', 'sign-in-link', '--email', admin.email, '--json'], { env: settings });
  const token = String(JSON.parse(stdout).url).split('#token=')[1];
  const signedIn = await post('/auth/session/link', { token });
  t.equal(signedIn.status, 200);
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${access_token}` };
  t.equal((await fetch(`${server.url}/admin/config`, { headers })).status, 200, 'an admin, on that server');
  t.equal((await post('/auth/session/link', { token })).status, 400, 'once');
});

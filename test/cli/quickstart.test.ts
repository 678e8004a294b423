// Tests `svc quickstart`: from a server without an account to a key that answers, and nothing twice.

import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { password } from '../harness/world.ts';

const env = { SVC_PASSWORD: password };

t.test('quick start makes what is missing once, and its key answers', async (t) => {
  const app = await startApp(t);
  t.setTimeout(120_000);
  const svc = await createCli(t, app);
  const quickstart = (...args: string[]) => svc.run(['quickstart', ...args], { env });
  t.match(await quickstart('--json'), { code: 2, stderr: /Missing --email <address>/ });
  const nowhere = await quickstart('--email', 'ada@example.com', '--url', `http://127.0.0.1:${await freePort()}`);
  t.match(nowhere, { code: 1, stderr: /^svc: No server listens at \S+\. Start the server with / });

  const settings = { ...env, SVC_URL: '', SVC_HOST: '0.0.0.0', SVC_PORT: new URL(app.url).port };
  const first = await svc.run(['quickstart', '--email', 'ada@example.com', '--json'], { env: settings });
  t.equal(first.code, 0, first.stderr);
  const made = first.json();
  t.match(made, {
    url: app.url,
    panel_url: `${app.url}/panel`,
    admin: { email: 'ada@example.com' },
    organization: { id: /^org_/, name: 'My organization' },
    project: { id: /^proj_/, name: 'My project' },
    api_key: { id: /^key_/, value: /^svcproj_/ },
    vector_store: null,
    created: ['admin', 'organization', 'project', 'key'],
  });
  t.equal((await stat(join(svc.folder, 'logins.json'))).mode & 0o777, 0o600);
  const ask = async () => (await app.request('GET', '/v1/vector_stores', { token: made.api_key.value })).status;
  t.equal(await ask(), 200);
  const { expires_at: expires } = await svc.json('api-key', 'get', 'quickstart');
  t.ok(Math.abs(expires - Date.now() / 1000 - 90 * 86_400) < 600, 'the key expires after 90 days');

  const again = (await quickstart('--json')).json();
  t.strictSame(again, { ...made, created: [] });
  const shown = await quickstart();
  t.equal(shown.stdout, `${made.commands.join('\n')}\n`);
  t.match(shown.stderr, /^Nothing was missing\. Signed in as ada@example\.com; /);
  t.match(await quickstart('--email', 'eve@example.com'), { code: 1, stderr: /^svc: You are signed in as ada@/ });

  const demo = (await quickstart('--demo', '--json')).json();
  t.match(demo, { vector_store: { id: /^vs_/, name: 'About svc' }, created: ['vector store'] });
  const found = await svc.run(['vector-store', 'search', 'About svc', 'How do I make a backup?']);
  t.match(found.stdout, /^0\.\d+ {2}backups\.md /, 'the first search finds the right document');
  t.strictSame((await quickstart('--demo', '--json')).json().created, []);

  t.equal((await svc.run(['server', 'logout'])).code, 0);
  t.equal(await ask(), 401, 'the logout deletes the key');

  const other = await createCli(t, app);
  const stranger = await other.run(['quickstart', '--email', 'eve@example.com'], { env });
  t.match(stranger, { code: 1, stderr: /The server has accounts already, so quick start makes no other admin\.\n$/ });
  const elsewhere = await other.run(['quickstart', '--email', 'ada@example.com', '--keep', '--json'], { env });
  t.match(elsewhere.json(), { created: ['key'], project: made.project }, 'another home makes one more key');
  t.equal((await other.json('api-key', 'get', elsewhere.json().api_key.id)).expires_at, null);

  const { logins } = JSON.parse(await readFile(join(other.folder, 'logins.json'), 'utf8'));
  await app.request('POST', '/auth/logout', { token: logins[app.url].access_token });
  const later = await other.run(['quickstart', '--email', 'ada@example.com', '--json'], { env });
  t.match(later.json(), { created: [], project: made.project }, 'it signs in again after the saved session has ended');
});

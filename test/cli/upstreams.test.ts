// Tests the commands that connect upstreams.

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { startUpstream } from '../harness/upstream.ts';
import { signUp } from '../harness/world.ts';

t.test('an upstream is added, tested, listed, changed and removed by its name', async (t) => {
  const app = await startApp(t, { SVC_UPSTREAM_ALLOWED_CIDRS: '127.0.0.0/8' });
  const { token } = await signUp(app, { isAdmin: true });
  const svc = await createCli(t, app);
  const upstream = await startUpstream(t, { models: ['large', 'small'] });
  const run = (...args: string[]) => svc.run(['upstream', ...args, '--token', token]);
  t.match(await run('list'), { code: 0, stderr: /^No upstreams yet\. Add one with "svc upstream add NAME / });
  t.match(await run('add', 'main'), { code: 2, stderr: 'svc: Missing --url <address>. --help shows an example.\n' });
  const added = await run('add', 'main', '--url', upstream.url, '--api-key', 'sk-0123456789');
  t.match(added, {
    code: 0,
    stdout: `added the upstream main (${upstream.url})\n`,
    stderr: /"svc upstream test main"/,
  });
  t.match(await run('add', 'main', '--url', upstream.url), { code: 1, stderr: /There is an upstream main already/ });
  const tested = await run('test', 'main');
  t.match(tested, { code: 0, stdout: /^main {2}ok / }, tested.stderr);
  t.match((await run('list')).stdout, /^main +http/m);
  const renamed = await svc.json('upstream', 'update', 'main', '--model', 'big=large', '--token', token);
  t.match(renamed, { models: [{ id: 'big', upstream_id: 'large' }], api_key: '••••••••' }, 'the key stays');
  const update = (...args: string[]) => svc.json('upstream', 'update', 'main', ...args, '--token', token);
  t.match(await update('--context-length', 'big=512', '--max-inputs', 'big=32'), {
    models: [{ id: 'big', upstream_id: 'large', context_length: 512, max_inputs: 32 }],
  });
  t.match(await run('update', 'main', '--max-inputs', 'small=32'), { code: 2, stderr: /--max-inputs names .*'small'/ });
  t.match(await run('update', 'main', '--max-inputs', 'big=few'), { code: 2, stderr: /takes NAME=NUMBER/ });
  t.equal((await svc.json('upstream', 'update', 'main', '--all-models', '--token', token)).models, null);
  const piped = await svc.run(['upstream', 'update', 'main', '--api-key', '-', '--token', token], {
    input: 'sk-new\n',
  });
  t.match(piped, { code: 0, stdout: 'changed the upstream main\n' });
  t.match(await run('update', 'main'), { code: 2, stderr: /^svc: Nothing to change\./ });
  t.match(await run('update', 'mian', '--all-models'), { code: 1, stderr: /Did you mean 'main'\?/ });
  t.match(await run('update', 'main', '--url', 'nonsense', '--api-key', 'sk-new'), { code: 1, stderr: /^svc: --url / });
  t.match(await run('remove', 'main'), { code: 2, stderr: /Confirm with --yes/ });
  t.match(await run('remove', 'main', '--yes'), { code: 0, stdout: 'removed the upstream main\n' });
  t.match(await run('remove', 'main', '--yes'), { code: 1, stderr: /^svc: There is no upstream 'main'\./ });
});

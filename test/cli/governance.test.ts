// Tests usage, the audit log and the configuration on the command line.

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { createCli } from '../harness/cli.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startServer } from '../harness/process.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['chat-model', '=cmd|calc'] });
const world = await startInference(t, [upstream.settings({ prices: { 'chat-model': { input: 2.5, output: 10 } } })]);
const { app, admin } = world;
const cli = await createCli(t, app);

t.test('usage is printed as a table, or as CSV whose fields a spreadsheet never runs as formulas', async (t) => {
  const tenant = await tenantOf(app, admin);
  await tenant.post('/v1/chat/completions', question());
  await tenant.post('/v1/chat/completions', question({ model: '=cmd|calc' }));
  await app.app.services.usage.flush();
  const flags = ['--group-by', 'model', '--token', tenant.organizationKey];
  const csv = await cli.run(['usage', 'completions', '--csv', ...flags]);
  t.equal(csv.code, 0, csv.stderr);
  const [head, ...lines] = csv.stdout.trim().split('\n');
  t.equal(
    head,
    'start_time,model,input_tokens,input_cached_tokens,output_tokens,num_model_requests,num_failed_requests',
  );
  t.match(lines.sort().join('\n'), /^\d{4}-\d\d-\d\dT00:00:00\.000Z,'=cmd\|calc,9,0,3,1,0\n\S+,chat-model,9,0,3,1,0$/);
  const costs = await cli.run(['usage', 'costs', '--csv', ...flags]);
  t.match(costs.stdout, /^start_time,model,amount_usd\n\S+,chat-model,0\.0000525\n$/);
  const table = await cli.run([
    'usage',
    'requests',
    '--width',
    '1h',
    '--from',
    '2026-01-01',
    '--to',
    '2026-01-03',
    '--token',
    tenant.organizationKey,
  ]);
  t.match(table, { code: 0, stderr: /^No usage in this period\./ });
  t.equal((await cli.run(['usage', 'completions', '--group-by', 'colour'])).code, 2);
  t.equal((await cli.run(['usage', 'completions', '--from', 'tomorrow-ish'])).code, 2);
});

t.test('the spend limit of a project is set, read and removed', async (t) => {
  const tenant = await tenantOf(app, admin);
  const svc = (...words: string[]) =>
    cli.run(['spend-limit', ...words, '--project', tenant.project.id, '--token', tenant.organizationKey]);
  t.match(await svc('update', '--usd', '15'), { code: 0, stdout: /threshold_amount +\$15\.00/ });
  t.match(await svc('get'), { code: 0, stdout: /^enforcement\n {2}status +inactive/m });
  t.match(await svc('delete', '--yes'), { code: 0, stdout: /^deleted the spend-limit\n$/ });
  t.match(await svc('get'), { code: 1, stderr: /has no spend limit/ });
});

t.test('the audit log is listed, and verified in the database', async (t) => {
  const tenant = await tenantOf(app, admin);
  const list = await cli.run(['audit', 'list', '--type', 'project.created', '--token', tenant.organizationKey]);
  t.equal(list.code, 0, list.stderr);
  t.match(list.stdout, new RegExp(`project\\.created +${tenant.sibling.id}`));
  t.notMatch(list.stdout, /api_key\.created/);
  t.equal((await cli.run(['audit', 'list', '--server', '--token', admin.token])).code, 0);
  const mistyped = await cli.run(['audit', 'list', '--type', 'project.create', '--token', tenant.organizationKey]);
  t.equal(mistyped.stderr, "No entries match these flags. Did you mean --type 'project.created'?\n");
  const { head, problems } = await cli.json('audit', 'verify');
  t.strictSame(problems, []);
  t.equal((await cli.run(['audit', 'verify', '--expect', head])).code, 0);
  await AuditEntry.update({ details: '{"name":"Another"}' }, { where: { targetId: tenant.project.id } });
  const broken = await cli.run(['audit', 'verify', '--expect', head]);
  t.match(broken, { code: 1, stdout: /was changed/, stderr: /the audit log was changed/ });
});

t.test('CLI changes in the database are recorded in the audit log', async (t) => {
  const email = 'operator-made@example.com';
  await cli.json('server', 'create-admin', '--email', email, '--password', 'a long and unusual one');
  const entry = await AuditEntry.findOne({ where: { type: 'user.added', actorKind: 'operator' } });
  t.match(JSON.parse(entry?.details ?? '{}'), { email, is_admin: true });
  const listed = await cli.run(['audit', 'list', '--server', '--type', 'user.added', '--token', admin.token]);
  t.match(listed.stdout, new RegExp(`${entry?.targetId} +command line +-`));
});

t.test('a live setting is set and unset, and the provenance shows its source', async (t) => {
  const admins = ['--token', admin.token];
  const set = await cli.run(['config', 'set', 'tokens.reset_seconds', '1800', ...admins]);
  t.strictSame([set.code, set.stdout], [0, 'tokens.reset_seconds  30 min\n']);
  const listed = await cli.run(['config', 'provenance', ...admins]);
  t.match(listed.stdout, /^tokens\.reset_seconds +stored +yes +20\S+ \d\d:\d\d +user_\S+ +SVC_RESET_TOKEN_SECONDS$/m);
  t.match(listed.stdout, /^server\.host +default +no +- +- +SVC_HOST$/m);
  const { settings } = await cli.json('config', 'provenance', '--live', ...admins);
  t.ok(settings.length > 5 && settings.every((one: { live: boolean }) => one.live));
  t.strictSame(await cli.json('config', 'set', 'tokens.reset_seconds', '--unset', ...admins), {
    path: 'tokens.reset_seconds',
    value: 3600,
  });
  const secret = await cli.run(['config', 'set', 'worker.token', ...admins], { input: 'workers-say-this\n' });
  t.strictSame([secret.code, secret.stdout], [0, 'worker.token  ••••••••\n']);
  t.equal((await cli.json('config', 'reveal', 'worker.token', ...admins)).value, 'workers-say-this');
  t.equal((await cli.json('config', 'set', 'worker.token', '--unset', ...admins)).value, null);
});

t.test('upstreams are set from a file, so that other users of the machine cannot see the keys', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-set-'));
  t.teardown(() => rm(folder, { recursive: true }));
  const file = join(folder, 'upstreams.yaml');
  // The environment of this server sets no upstreams.
  const open = await startServer(app.database.settings);
  t.teardown(() => open.end());
  const admins = ['--token', admin.token, '--url', open.url];
  await writeFile(file, '- name: hosted\n  base_url: https://llm.example.com/v1\n  api_key: sk-of-the-file\n');
  const { code, stdout } = await cli.run(['config', 'set', 'upstreams', '--file', file, ...admins]);
  t.equal(code, 0);
  t.match(stdout, /^upstreams\n {2}1\.\n {4}name +hosted\n[\s\S]*^ {4}api_key +••••••••$/m);
  t.equal((await cli.json('config', 'reveal', 'upstreams.0.api_key', ...admins)).value, 'sk-of-the-file');
  const listed = await cli.run(['config', 'upstreams', ...admins]);
  t.match(
    listed.stdout,
    /^NAME +BASE URL +MODELS +RESPONSES +PAUSED +LAST FAILURE +FAILED AT\nhosted +https:\/\/llm\.example\.com\/v1 +- +native +- /,
  );
  const { value } = await cli.json('config', 'set', 'upstreams', '--unset', ...admins);
  t.strictSame(value, []);
  await writeFile(file, '- {');
  for (const path of [file, join(folder, 'nothing')]) {
    const refused = await cli.run(['config', 'set', 'upstreams', '--file', path, ...admins]);
    t.equal(refused.code, 2);
    t.match(refused.stderr, /cannot be read/);
  }
});

t.test('an unknown live setting, or an invalid value, is refused in one line', async (t) => {
  for (const [path, value, line] of [
    ['server.host', '127.0.0.1', /^svc: server\.host: .*changes with a restart only/],
    ['server.hots', '127.0.0.1', /^svc: There is no setting 'server\.hots'\. Did you mean 'server\.host'\?/],
    ['tokens.reset_seconds', 'soon', /^svc: tokens\.reset_seconds must be a whole number/],
  ] as const) {
    const { code, stderr } = await cli.run(['config', 'set', path, value, '--token', admin.token]);
    t.equal(code, 1);
    t.match(stderr, line);
  }
  const both = await cli.run(['config', 'set', 'tokens.reset_seconds', '5', '--unset', '--token', admin.token]);
  t.equal(both.code, 2);
});

t.test('a configuration file is checked without a server', async (t) => {
  const folder = t.testdir({ 'good.yaml': 'log: { level: debug }', 'bad.yaml': 'log: { level: loud }\nnothing: 1' });
  const good = await cli.run(['config', 'check', join(folder, 'good.yaml')]);
  t.strictSame([good.code, good.stdout], [0, `${join(folder, 'good.yaml')} is valid\n`]);
  const bad = await cli.run(['config', 'check', join(folder, 'bad.yaml')]);
  t.equal(bad.code, 1);
  t.match(bad.stdout, /nothing in .*bad\.yaml is not a setting\.\nlog\.level in .*bad\.yaml must be one of/);
  t.match(JSON.parse((await cli.run(['config', 'schema'])).stdout), { type: 'object', properties: { log: {} } });
});

t.test('the configuration is printed by group, with units, tables of objects and no JSON', async (t) => {
  const { stdout } = await cli.run(['config', 'get', '--token', admin.token]);
  t.match(stdout, /^tokens\n {2}access_seconds +1 h\n/m);
  t.match(stdout, /^ {2}max_body_bytes +1 MB \(1,048,576 bytes\)$/m);
  t.match(stdout, /^ {2}retry_schedule +1 s, 5 s, 30 s, 2 min, 10 min, 30 min$/m);
  t.match(stdout, /^upstreams\n {2}1\.\n {4}name +\S+\n/m);
  t.match(stdout, /^ {6}ID +UPSTREAM ID +KIND /m);
  t.notMatch(stdout, /\[object|[{}]|""/);
});

t.test('the configuration is shown with masked secrets', async (t) => {
  const { stdout, code } = await cli.run(['config', 'get', '--json', '--token', admin.token]);
  t.equal(code, 0);
  t.notOk(stdout.includes(upstream.key));
  t.equal((await cli.json('config', 'reveal', 'upstreams.0.api_key', '--token', admin.token)).value, upstream.key);
});

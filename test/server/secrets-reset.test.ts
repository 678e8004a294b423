// Tests `svc secrets reset` after the loss of the secrets key.

import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { closeDatabase, openDatabase } from '../../models/index.ts';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import { chainEntries } from '../../services/audit/chain.ts';
import { secretsUnder } from '../../services/settings/secrets.ts';
import { client } from '../harness/app.ts';
import { createCli } from '../harness/cli.ts';
import { createDatabase } from '../harness/database.ts';
import { runServer, type ServerProcess, startServer, startWorker, until } from '../harness/process.ts';
import { loopbackSettings, type Received, startReceiver } from '../harness/receiver.ts';
import { fill } from '../harness/template.ts';
import { password } from '../harness/world.ts';

t.setTimeout(600_000);

const oldEntries = 600;
const strongKey = 'Zk4tQw8nVb2xLm6cRj0sYh3dPf7gTa1u';
const database = await createDatabase();
await fill(database);
t.teardown(() => database.drop());
const settings = {
  ...database.settings,
  // Nothing listens at this address, so that emails stay in the queue.
  SVC_SMTP_URL: 'smtp://127.0.0.1:1',
  ...loopbackSettings,
};
const cli = await createCli(t, { url: '', database });
const receiver = await startReceiver(t);
const email = 'ada@example.com';
let server: ServerProcess;
let ask: ReturnType<typeof client>;
let admin: string;
let hook: { id: string; token: string; secret: string };

async function start(more: Record<string, string> = {}): Promise<void> {
  server = await startServer({ ...settings, ...more });
  ask = client(t, server.url);
  const { body } = await ask('POST', '/auth/login', { body: { email, password } });
  admin = body.access_token;
}

async function withDatabase<T>(work: () => Promise<T>): Promise<T> {
  await openDatabase({ url: database.url, dataDir: database.dataDir, poolSize: 2, timeoutMs: 8000 });
  try {
    return await work();
  } finally {
    await closeDatabase();
  }
}

const project = async (change?: Record<string, unknown>) => {
  const path = `/v1/organization/projects/${hook.id}`;
  const { token } = hook;
  return (await (change === undefined ? ask('GET', path, { token }) : ask('POST', path, { token, body: change }))).body;
};
const testWebhook = () =>
  ask('POST', `/v1/organization/projects/${hook.id}/webhook_test`, {
    token: hook.token,
    body: { type: 'vector_store.file_batch.failed' },
  });
const verify = (...args: string[]) => cli.run(['audit', 'verify', ...args]);

function isSignedWith(secret: string, { headers, body }: Received): boolean {
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  return headers['webhook-signature'] === `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

t.test('a server encrypts a webhook secret, a setting and an email, and writes its audit log', async (t) => {
  await cli.json('server', 'create-admin', '--email', email, '--password', password);
  t.match(await cli.run(['secrets', 'reset', '--yes']), { code: 1, stderr: /nothing to reset/ }, 'no key is lost');
  await start();
  const { organization } = (
    await ask('POST', '/admin/organization/', { token: admin, body: { name: 'Analytical Engines' } })
  ).body;
  t.ok(organization.id);
  const key = await ask('POST', '/v1/organization/admin_api_keys', { token: admin, body: { name: 'deploy' } });
  const token: string = key.body.value;
  const created = await ask('POST', '/v1/organization/projects', {
    token,
    body: { name: 'Hooked', webhook_url: receiver.url },
  });
  hook = { id: created.body.id, token, secret: created.body.webhook_secret };
  await ask('POST', '/v1/organization/projects', { token, body: { name: 'Without a webhook' } });
  t.equal((await testWebhook()).status, 200);
  const [first] = await receiver.wait(1);
  t.ok(isSignedWith(hook.secret, first as Received));
  const change = { worker: { token: 'workers-say-this-0123456789' }, tokens: { reset_seconds: 1800 } };
  t.equal((await ask('PATCH', '/admin/config', { token: admin, body: change })).status, 200);
  t.equal((await ask('POST', '/v1/reset_password', { body: { email } })).status, 200);
  const mails = () => Job.count({ where: { kind: 'mail' } });
  await withDatabase(() => until(async () => ((await mails()) === 1 ? true : undefined)));
  await server.end();
  // Adds unchained entries, more than are read at a time.
  await withDatabase(async () => {
    const entry = { organizationId: null, projectId: null, type: 'user.added', actorKind: 'operator' as const };
    const nobody = { actorId: null, userId: null, email: null, address: '', requestId: '', targetId: null };
    const rows = Array.from({ length: oldEntries }, (_, index) => ({
      ...entry,
      ...nobody,
      id: `audit_00${String(index).padStart(24, '0')}`,
      details: '{}',
      createdAt: nowSeconds(),
      ownSeal: 'of a lost key',
      place: null,
      seal: null,
    }));
    await AuditEntry.bulkCreate(rows);
  });
});

t.test('without the key the start is refused with the reset command, which asks for confirmation', async (t) => {
  const head = (await cli.json('audit', 'verify').catch(() => undefined))?.head;
  t.equal(head, undefined, 'unreadable values are found while the key exists');
  await rm(join(database.dataDir, 'secrets.key'));
  t.match(await runServer(settings), { code: 1, stderr: /`svc secrets reset`/ });
  t.match(await runServer({ ...settings, SVC_SECRETS_KEY: 'another' }), { code: 1, stderr: /`svc secrets reset`/ });
  t.match((await cli.run(['secrets', 'reset', '--url', 'http://elsewhere'])).code, 2);
  const asked = await cli.run(['secrets', 'reset']);
  t.match(asked, { code: 2, stdout: '', stderr: /--yes/ });
  t.match(asked.stderr, new RegExp(`1 webhook disabled.*: ${hook.id}\n`));
  t.match(asked.stderr, /1 stored secret setting removed: worker\.token\n/);
  t.match(asked.stderr, /1 mail with a link/);
  t.match(await cli.type(['secrets', 'reset'], [['continue: ', 'no']]), { code: 1, screen: /Nothing was changed\./ });
  t.match(await runServer(settings), { code: 1 }, 'nothing was changed');
});

let entriesBefore: number;

t.test('after a reset the server starts, and lists which secrets must be set again', async (t) => {
  const reset = await cli.json('secrets', 'reset', '--yes');
  entriesBefore = reset.audit_entries;
  t.ok(entriesBefore > oldEntries);
  t.strictSame(reset, { webhooks: [hook.id], settings: ['worker.token'], mails: 1, audit_entries: entriesBefore });
  await start();
  t.ok(admin, 'users can still sign in');
  t.match(await project(), { webhook_url: receiver.url, webhook_secret: null, webhook_disabled_at: Number });
  const refused = await testWebhook();
  t.strictSame([refused.status, refused.body.error.code], [409, 'webhook_disabled'], 'nothing is sent unsigned');
  t.match(
    await project({ name: 'Renamed', webhook_signing: 'dual' }),
    { webhook_secret: null },
    'nor with a guessed secret',
  );
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  t.match(await project({ webhook_url: receiver.url, webhook_secret: secret, webhook_signing: 'literal' }), {
    webhook_disabled_at: null,
  });
  await testWebhook();
  const posts = await receiver.wait(2);
  t.ok(isSignedWith(secret, posts.at(-1) as Received));
  hook.secret = secret;
  const revealed = () => ask('GET', '/admin/config/reveal/worker.token', { token: admin });
  t.equal((await revealed()).body.value, '');
  t.match(
    (await ask('GET', '/admin/config', { token: admin })).body,
    { tokens: { reset_seconds: 1800 } },
    'other settings do not change',
  );
  await ask('PATCH', '/admin/config', { token: admin, body: { worker: { token: 'workers-say-another-012345' } } });
  t.equal((await revealed()).body.value, 'workers-say-another-012345');
  const log = await ask('GET', '/v1/organization/audit_logs', { token: hook.token, query: { limit: '100' } });
  const types = log.body.data.map(({ type }: { type: string }) => type);
  t.ok(types.includes('project.webhook_disabled'), 'the owner sees the reason');
  t.ok(types.includes('project.created'), 'and earlier entries');
  const servers = await ask('GET', '/admin/audit_log?event_types=secrets.reset', { token: admin });
  t.equal(servers.body.data.length, 1);
});

t.test('the audit log is verified from the reset on, and earlier entries are reported as unverifiable', async (t) => {
  const { entries, unproven, head, problems } = await cli.json('audit', 'verify');
  t.strictSame([unproven, problems], [entriesBefore, []]);
  t.ok(entries > entriesBefore);
  t.match(await verify('--expect', head), {
    code: 0,
    stdout: new RegExp(
      `since the secrets key was reset; .*\nthe first ${entriesBefore} entries are from before the reset`,
    ),
  });
  const earlier = `3:${'ab'.repeat(32)}`;
  t.match(await verify('--expect', earlier), { code: 1, stdout: /were sealed anew.*it is unknown/ });
  await server.end();
  for (const place of [2, entriesBefore + 1]) {
    const change = (details: string) => withDatabase(() => AuditEntry.update({ details }, { where: { place } }));
    const [{ details = '' } = {}] = await withDatabase(() => AuditEntry.findAll({ where: { place }, raw: true }));
    await change('{"changed":true}');
    t.match(await verify(), { code: 1, stdout: new RegExp(`entry ${place} .* was changed`) });
    await change(details);
  }
  t.equal((await verify()).code, 0);
});

t.test('a key that is lost again is replaced by one from the environment', async (t) => {
  const key = { SVC_SECRETS_KEY: strongKey };
  await rm(join(database.dataDir, 'secrets.key'));
  const before = await withDatabase(() => AuditEntry.count());
  t.match(await cli.run(['secrets', 'reset', '--yes'], { env: key }), { code: 0, stdout: /SVC_SECRETS_KEY/ });
  await start(key);
  t.match(await project(), { webhook_secret: null, webhook_disabled_at: Number });
  await project({ webhook_url: receiver.url });
  await testWebhook();
  await receiver.wait(3);
  await server.end();
  t.match(await runServer(settings), { code: 1, stderr: /`svc secrets reset`/ });
  const verified = await cli.run(['audit', 'verify', '--json'], { env: key });
  t.match(verified.json(), { unproven: before, problems: [] });
  t.equal(await until(() => withDatabase(() => Project.count())), 2, 'no project is lost');
});

t.test('a server and a worker that still have the old key stop by themselves, and write nothing', async (t) => {
  const settings = database.settings;
  const running = [
    await startServer({ ...settings, SVC_SECRETS_KEY: strongKey }),
    await startWorker({ ...settings, SVC_SECRETS_KEY: strongKey }),
  ];
  const exits = running.map(({ child }) => once(child, 'close'));
  await cli.json('secrets', 'reset', '--yes');
  t.strictSame(await Promise.all(exits), [
    [1, null],
    [1, null],
  ]);
  for (const { output } of running) t.match(output(), /"level":"fatal".*was reset while this process was running/);
  const underTheOld = withDatabase(() => chainEntries(secretsUnder(strongKey)));
  await t.rejects(underTheOld, { message: /was reset/ }, 'a process with the old key cannot write either');
  t.match(await verify(), { code: 0 });
  await start();
  await server.end();
  t.match(await verify(), { code: 0 }, 'everything works with the new key');
});

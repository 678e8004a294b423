// Calls the organization API with the official client, unmodified: every method of `client.admin.organization` with real
// arguments. Prints how many of the public API's operations this server serves, and the missing ones.

import OpenAI from 'openai';
import t from 'tap';
import { question, startInference } from '../../harness/inference.ts';
import { startSmtp } from '../../harness/smtp.ts';
import { startUpstream } from '../../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test walks through the client's resources by name.
type Loose = any;

const smtp = await startSmtp(t);
const upstream = await startUpstream(t, { models: ['chat-model'] });
const settings = upstream.settings({ prices: { 'chat-model': { input: 2.5, output: 10 } } });
const world = await startInference(t, [settings], { SVC_SMTP_URL: smtp.url });
const { app, project } = world;
const client = new OpenAI({
  baseURL: `${app.url}/v1`,
  apiKey: 'unused',
  adminAPIKey: world.owner.token,
  maxRetries: 0,
});
const { organization } = client.admin;

/** The client's newer methods, which are not among the 119 operations. */
const newer =
  /^(externalKeys|externalStorage|workloadIdentityProviders|projects\.serviceTierSettings|usage\.decisions|projects\.apiKeys\.update)\b/;

/** Operations that this server does not serve. */
const missing = [
  /^certificates\./,
  /^dataRetention\./,
  /^groups\./,
  /^projects\.certificates\./,
  /^projects\.(dataRetention|modelPermissions|rateLimits|spendAlerts)\./,
  /^projects\.groups\./,
  /^projects\.hostedToolPermissions\./,
  /^projects\.roles\./,
  /^projects\.serviceAccounts\./,
  /^projects\.users\./,
  /^roles\./,
  /^spend(Alerts|Limit)\./,
  /^users\.roles\./,
];

const methods: string[] = [];
const succeeded = new Set<string>();

/** Notes the success of every method of the resource and of the resources in it. */
function watch(resource: Loose, prefix: string): void {
  for (const name of Object.getOwnPropertyNames(Object.getPrototypeOf(resource))) {
    if (name === 'constructor') continue;
    const method = resource[name].bind(resource);
    methods.push(prefix + name);
    resource[name] = (...given: unknown[]) => {
      const answer = method(...given);
      answer.then(
        () => succeeded.add(prefix + name),
        () => undefined,
      );
      return answer;
    };
  }
  for (const [name, inner] of Object.entries<Loose>(resource)) {
    if (inner?._client === client) watch(inner, `${prefix}${name}.`);
  }
}
watch(organization, '');

t.test('usage of every kind, and costs', async (t) => {
  await world.post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  const { costs, ...reports } = organization.usage as Loose;
  const window = { start_time: Math.floor(Date.now() / 1000) - 86_400, project_ids: [project.id], limit: 2 };
  t.match(await organization.usage.costs(window), { object: 'page', data: [{}, {}] });
  const kinds = methods.filter((name) => name.startsWith('usage.') && !newer.test(name) && name !== 'usage.costs');
  for (const kind of kinds) {
    const { data } = await reports[kind.slice('usage.'.length)](window);
    const results = data.flatMap((bucket: Loose) => bucket.results);
    t.equal(data.length, 2, kind);
    if (kind === 'usage.completions') t.match(results, [{ num_model_requests: 1 }]);
    else
      t.ok(
        results.every((result: Loose) => result.usage_bytes === 0),
        kind,
      );
  }
});

t.test('keys of the organization and of a project', async (t) => {
  const { adminAPIKeys } = organization;
  const key = await adminAPIKeys.create({ name: 'Terraform', expires_in_seconds: 3600 });
  t.match(key, { object: 'organization.admin_api_key', value: /^svcorg_/, owner: { type: 'user' } });
  t.match(await adminAPIKeys.retrieve(key.id), { id: key.id, name: 'Terraform' });
  const listed = [];
  for await (const { id } of adminAPIKeys.list({ limit: 1 })) listed.push(id);
  t.ok(listed.includes(key.id));
  t.match(await adminAPIKeys.delete(key.id), { object: 'organization.admin_api_key.deleted', deleted: true });

  const { apiKeys } = organization.projects;
  const of = { project_id: project.id };
  const page = await apiKeys.list(project.id, { owner_project_access: 'active' });
  const [first] = page.data;
  t.match(first, { object: 'organization.project.api_key', owner: { type: 'user' }, owner_project_access: 'active' });
  const id = first?.id ?? '';
  t.match(await apiKeys.retrieve(id, of), { id });
  const before = Math.floor(Date.now() / 1000);
  const { expires_at: expiry } = await apiKeys.update(id, { ...of, expires_in_seconds: 3600 });
  t.ok((expiry ?? 0) >= before + 3600);
  t.match(await apiKeys.delete(id, of), { id, object: 'organization.project.api_key.deleted', deleted: true });
});

t.test('projects', async (t) => {
  const { projects } = organization;
  const made = await projects.create({ name: 'By the client', external_key_id: null });
  t.match(made, { object: 'organization.project', status: 'active' });
  t.match(await projects.update(made.id, { name: 'Renamed' }), { name: 'Renamed' });
  t.match(await projects.retrieve(made.id), { id: made.id, name: 'Renamed' });
  t.match(await projects.archive(made.id), { status: 'archived' });
  const ids = [];
  for await (const { id } of projects.list({ limit: 1, include_archived: true })) ids.push(id);
  t.ok(ids.includes(made.id));
});

t.test('invites', async (t) => {
  const { invites } = organization;
  const projects = [{ id: project.id, role: 'member' as const }];
  const made = await invites.create({ email: 'grace@example.com', role: 'reader', projects });
  t.match(made, { object: 'organization.invite', status: 'pending', role: 'reader' });
  t.match(await invites.retrieve(made.id), { id: made.id });
  const ids = [];
  for await (const { id } of invites.list({ limit: 1 })) ids.push(id);
  t.strictSame(ids, [made.id]);
  t.match(await invites.delete(made.id), { object: 'organization.invite.deleted', deleted: true });
});

t.test('users', async (t) => {
  const { users } = organization;
  const { id, email } = world.member;
  t.match(await users.retrieve(id), { object: 'organization.user', id, email });
  t.match(await users.update(id, { role: 'owner' }), { role: 'owner' });
  t.match(await users.update(id, { role: 'reader' }), { role: 'member' });
  t.match((await users.list({ emails: [email] })).data, [{ id }]);
  t.match(await users.delete(id), { id, object: 'organization.user.deleted', deleted: true });
});

t.test('the audit log', async (t) => {
  const page = await organization.auditLogs.list({ limit: 2, event_types: ['project.created'] });
  t.match(page.data, [{ type: 'project.created', 'project.created': { id: String } }, {}]);
});

t.test('the spend limit of a project', async (t) => {
  const { spendLimit } = organization.projects;
  const limit = { threshold_amount: 100, currency: 'USD', interval: 'month' } as const;
  t.match(await spendLimit.update(project.id, limit), { object: 'project.spend_limit', ...limit });
  t.match(await spendLimit.retrieve(project.id), { ...limit, enforcement: { status: 'inactive' } });
  t.strictSame(await spendLimit.delete(project.id), { object: 'project.spend_limit.deleted', deleted: true });
});

t.test('every operation is served but those that are known to be missing', (t) => {
  const asked = methods.filter((name) => !newer.test(name));
  const absent = asked.filter((name) => !succeeded.has(name));
  t.equal(asked.length, 119);
  t.comment(`${asked.length - absent.length} of ${asked.length}; missing: ${absent.join(' ')}`);
  t.strictSame(
    absent,
    asked.filter((name) => missing.some((pattern) => pattern.test(name))),
  );
  t.end();
});

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
const missing = [/^certificates\./, /^projects\.certificates\./, /^projects\.hostedToolPermissions\./];

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

t.test('service accounts of a project', async (t) => {
  const { serviceAccounts, apiKeys } = organization.projects;
  const of = { project_id: project.id };
  const made = await serviceAccounts.create(project.id, { name: 'Import', expires_in_seconds: 3600 });
  t.match(made, { object: 'organization.project.service_account', role: 'member', api_key: { value: /^svcproj_/ } });
  const alone = await serviceAccounts.create(project.id, { name: 'Later', create_service_account_only: true });
  t.equal(alone.api_key, null);
  t.match(await serviceAccounts.retrieve(made.id, of), { id: made.id, name: 'Import' });
  t.match(await serviceAccounts.update(made.id, { ...of, name: 'Export', role: 'owner' }), { role: 'owner' });
  const key = await serviceAccounts.apiKeys.create(made.id, { ...of, name: 'Second', scopes: ['model.request'] });
  t.match(key, { object: 'organization.project.service_account.api_key', name: 'Second', value: /^svcproj_/ });
  t.match(await apiKeys.retrieve(key.id, of), { owner: { type: 'service_account', service_account: { id: made.id } } });
  t.strictSame(await names(serviceAccounts.list(project.id, { limit: 1 })), ['Export', 'Later']);
  t.match(await serviceAccounts.delete(made.id, of), { object: 'organization.project.service_account.deleted' });
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

t.test('roles, groups and their assignments, in the organization and in a project', async (t) => {
  const { roles, groups, users, projects } = organization;
  const definition = { role_name: 'Auditor', permissions: ['audit_log.read'], description: null };
  const role = await roles.create(definition);
  t.match(role, { object: 'role', predefined_role: false, resource_type: 'api.organization' });
  t.match(await roles.retrieve(role.id), { id: role.id });
  t.match(await roles.update(role.id, { role_name: 'Reviewer' }), { name: 'Reviewer' });
  t.strictSame(await names(roles.list({ limit: 1 })), ['owner', 'member', 'Reviewer']);

  const group = await groups.create({ name: 'Research' });
  t.match(await groups.update(group.id, { name: 'Science' }), { name: 'Science' });
  t.match(await groups.retrieve(group.id), { id: group.id, group_type: 'group' });
  t.strictSame(await names(groups.list({ limit: 1 })), ['Science']);
  const user = { group_id: group.id };
  const user_id = world.member.id;
  t.match(await groups.users.create(group.id, { user_id }), { object: 'group.user' });
  t.match(await groups.users.retrieve(user_id, user), { id: user_id });
  t.strictSame(await names(groups.users.list(group.id, { limit: 1 })), ['User']);

  const of = { project_id: project.id };
  const own = await projects.roles.create(project.id, { role_name: 'Reader', permissions: ['files.read'] });
  t.match(await projects.roles.retrieve(own.id, of), { id: own.id, resource_type: 'api.project' });
  t.match(await projects.roles.update(own.id, { ...of, permissions: ['files.read', 'models.read'] }), { id: own.id });
  t.strictSame(await names(projects.roles.list(project.id, { limit: 2 })), ['owner', 'member', 'viewer', 'Reader']);

  t.match(await users.roles.create(user_id, { role_id: role.id }), { object: 'user.role', user: { id: user_id } });
  t.match(await users.roles.retrieve(role.id, { user_id }), { id: role.id });
  t.strictSame(await names(users.roles.list(user_id, { limit: 1 })), ['member', 'Reviewer']);
  t.match(await users.roles.delete(role.id, { user_id }), { deleted: true });
  t.match(await groups.roles.create(group.id, { role_id: role.id }), { object: 'group.role' });
  t.match(await groups.roles.retrieve(role.id, { group_id: group.id }), { id: role.id });
  t.strictSame(await names(groups.roles.list(group.id, { limit: 1 })), ['Reviewer']);
  t.match(await groups.roles.delete(role.id, { group_id: group.id }), { deleted: true });

  const added = await projects.users.create(project.id, { user_id, role: 'member' });
  t.match(added, { object: 'organization.project.user', role: 'member' });
  t.match(await projects.users.create(project.id, { email: added.email ?? '', role: 'viewer' }), { id: user_id });
  t.match(await projects.users.update(user_id, { ...of, role: 'owner' }), { role: 'owner' });
  t.match(await projects.users.retrieve(user_id, of), { id: user_id });
  t.strictSame(await names(projects.users.list(project.id, { limit: 1 })), ['User']);
  const ofUser = { ...of, user_id };
  t.match(await projects.users.roles.create(user_id, { ...of, role_id: own.id }), { object: 'user.role' });
  t.match(await projects.users.roles.retrieve(own.id, ofUser), { id: own.id });
  t.strictSame(await names(projects.users.roles.list(user_id, { ...of, limit: 1 })), ['owner', 'Reader']);
  t.match(await projects.users.roles.delete(own.id, ofUser), { deleted: true });
  t.match(await projects.users.delete(user_id, of), { object: 'organization.project.user.deleted' });

  const joined = await projects.groups.create(project.id, { group_id: group.id, role: own.id });
  t.match(joined, { object: 'project.group', group_name: 'Science' });
  t.match(await projects.groups.retrieve(group.id, { ...of, group_type: 'group' }), { group_id: group.id });
  t.equal((await projects.groups.list(project.id, { limit: 1 })).data.length, 1);
  const ofGroup = { ...of, group_id: group.id };
  const [viewer = ''] = (await projects.roles.list(project.id)).data
    .filter(({ name }) => name === 'viewer')
    .map(({ id }) => id);
  t.match(await projects.groups.roles.create(group.id, { ...of, role_id: viewer }), { object: 'group.role' });
  t.match(await projects.groups.roles.retrieve(viewer, ofGroup), { id: viewer });
  t.strictSame(await names(projects.groups.roles.list(group.id, { ...of, limit: 1 })), ['viewer', 'Reader']);
  t.match(await projects.groups.roles.delete(viewer, ofGroup), { deleted: true });
  t.match(await projects.groups.delete(group.id, of), { object: 'project.group.deleted' });

  t.match(await projects.roles.delete(own.id, of), { object: 'role.deleted' });
  t.match(await groups.users.delete(user_id, user), { object: 'group.user.deleted' });
  t.match(await groups.delete(group.id), { object: 'group.deleted' });
  t.match(await roles.delete(role.id), { object: 'role.deleted' });
});

/** Walks over all pages. */
async function names(list: AsyncIterable<{ name?: string | null }>): Promise<unknown[]> {
  const found = [];
  for await (const { name } of list) found.push(name);
  return found;
}

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

t.test('spend limits', async (t) => {
  const { spendLimit: ofWhole } = organization;
  const { spendLimit } = organization.projects;
  const limit = { threshold_amount: 100, currency: 'USD', interval: 'month' } as const;
  const enforcement = { status: 'inactive' };
  t.match(await spendLimit.update(project.id, limit), { object: 'project.spend_limit', ...limit });
  t.match(await spendLimit.retrieve(project.id), { ...limit, enforcement });
  t.strictSame(await spendLimit.delete(project.id), { object: 'project.spend_limit.deleted', deleted: true });
  t.match(await ofWhole.update(limit), { object: 'organization.spend_limit', ...limit });
  t.match(await ofWhole.retrieve(), { ...limit, enforcement });
  t.strictSame(await ofWhole.delete(), { object: 'organization.spend_limit.deleted', deleted: true });
});

t.test('spend alerts', async (t) => {
  const { spendAlerts: ofWhole } = organization;
  const { spendAlerts } = organization.projects;
  const channel = { type: 'email' as const, recipients: ['grace@example.com'] };
  const alert = { threshold_amount: 100, currency: 'USD', interval: 'month', notification_channel: channel } as const;
  const of = { project_id: project.id };
  const [whole, part] = [await ofWhole.create(alert), await spendAlerts.create(project.id, alert)];
  t.match([whole, part], [{ object: 'organization.spend_alert' }, { object: 'project.spend_alert' }]);
  t.match(await ofWhole.retrieve(whole.id), { ...alert, id: whole.id });
  t.match(await spendAlerts.retrieve(part.id, of), { ...alert, id: part.id });
  t.match(await ofWhole.update(whole.id, { ...alert, threshold_amount: 7 }), { threshold_amount: 7 });
  t.match(await spendAlerts.update(part.id, { ...alert, ...of, threshold_amount: 7 }), { threshold_amount: 7 });
  t.match((await ofWhole.list()).data, [{ id: whole.id }]);
  t.match((await spendAlerts.list(project.id)).data, [{ id: part.id }]);
  t.match(await ofWhole.delete(whole.id), { object: 'organization.spend_alert.deleted', deleted: true });
  t.match(await spendAlerts.delete(part.id, of), { object: 'project.spend_alert.deleted', deleted: true });
});

t.test('data retention', async (t) => {
  const { dataRetention: ofWhole } = organization;
  const { dataRetention } = organization.projects;
  const object = 'project.data_retention';
  const type = 'modified_abuse_monitoring';
  t.strictSame(await ofWhole.retrieve(), { object: 'organization.data_retention', type });
  t.match(await ofWhole.update({ retention_type: type }), { type });
  t.match(await dataRetention.update(project.id, { retention_type: 'none' }), { object, type: 'none' });
  t.match(await dataRetention.retrieve(project.id), { object, type: 'none' });
});

t.test('model permissions and rate limits of a project', async (t) => {
  const { modelPermissions, rateLimits } = organization.projects;
  const permissions = { mode: 'deny_list', model_ids: ['other-model'] } as const;
  t.match(await modelPermissions.update(project.id, permissions), { object: 'project.model_permissions' });
  t.match(await modelPermissions.retrieve(project.id), permissions);
  t.match(await modelPermissions.delete(project.id), { deleted: true });
  const limits = [];
  for await (const limit of rateLimits.listRateLimits(project.id, { limit: 1 })) limits.push(limit);
  const limit = limits.find(({ model }) => model === 'chat-model');
  const change = { project_id: project.id, max_requests_per_1_minute: 60 };
  t.match(await rateLimits.updateRateLimit(limit?.id ?? '', change), { max_requests_per_1_minute: 60 });
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

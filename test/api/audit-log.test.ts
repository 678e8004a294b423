import t from 'tap';
import { AuditChain, AuditEntry } from '../../models/audit-entry.ts';
import { nowSeconds } from '../../models/clock.ts';
import { createdAt, idFrom } from '../../models/ids.ts';
import { User } from '../../models/user.ts';
import { createClient } from '../../scripts/client/index.ts';
import { chainEntries, verifyChain } from '../../services/audit/chain.ts';
import { type Answer, client } from '../harness/app.ts';
import { upload } from '../harness/forms.ts';
import { startServer, until } from '../harness/process.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import {
  createTenant,
  password,
  signIn,
  signInBrowser,
  signUp,
  startWithAdmin,
  type Tenant,
} from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, { SVC_SMTP_URL: smtp.url });
const { secrets } = app.app.services;
const path = '/v1/organization/audit_logs';

type Entry = Record<string, unknown> & { id: string; type: string; actor: Record<string, unknown> };

async function entriesOf({ organizationKey }: Tenant, query: Record<string, string> = {}): Promise<Entry[]> {
  const all = { limit: '100', order: 'asc', ...query };
  return (await app.request('GET', path, { token: organizationKey, query: all })).body.data;
}

t.test('each change of an organization is recorded with actor, object and client address', async (t) => {
  const tenant = await createTenant(app, admin);
  const { organizationKey, organizationKeyId, owner, project } = tenant;
  const projectPath = `/v1/organization/projects/${project.id}`;
  const { limits: noLimits } = (await app.request('GET', projectPath, { token: organizationKey })).body;
  const limits = { requests_per_minute: 900 };
  const change = { name: 'Renamed', models: ['m'], limits, store_responses: false };
  await app.request('POST', projectPath, { token: owner.token, body: change });
  await app.request('POST', `${projectPath}/api_keys/${project.keyId}`, {
    token: organizationKey,
    body: { name: 'K2' },
  });
  await app.request('DELETE', `${projectPath}/api_keys/${project.keyId}`, { token: organizationKey });
  const { headers } = await app.request('POST', `${projectPath}/archive`, { token: organizationKey });
  const entries = await entriesOf(tenant, { project_ids: project.id });
  t.strictSame(
    entries.map(({ type, target_id: target }) => [type, target]),
    [
      ['project.created', project.id],
      ['api_key.created', project.keyId],
      ['project.updated', project.id],
      ['api_key.updated', project.keyId],
      ['api_key.deleted', project.keyId],
      ['project.archived', project.id],
    ],
  );
  const updated = entries[2];
  t.match(updated?.actor, { type: 'session', session: { user: { id: owner.id, email: owner.email } } });
  t.match(updated, { ip_address: '127.0.0.1', organization_id: tenant.organizationId });
  t.strictSame(updated?.['project.updated'], {
    id: project.id,
    changes_requested: { ...change, title: 'Renamed' },
    previous_values: { name: 'Project', models: [], limits: noLimits, store_responses: true },
  });
  t.match(entries[3]?.['api_key.updated'], { changes_requested: { name: 'K2' }, previous_values: { name: 'Key' } });
  const archived = entries.at(-1);
  t.match(archived?.actor, {
    type: 'api_key',
    api_key: { id: organizationKeyId, name: 'Key', user: { id: owner.id } },
  });
  t.match(archived, {
    target_name: 'Renamed',
    project: { id: project.id, name: 'Renamed' },
    organization_name: 'Tenant',
  });
  t.equal(entries[1]?.target_name, null, 'a deleted key has no name any more');
  t.equal(archived?.request_id, headers.get('x-request-id'));
});

t.test('changes in a project are recorded with the action of their operation, and what they replaced', async (t) => {
  const tenant = await createTenant(app, admin);
  const { key: token } = tenant.project;
  const made = { name: 'Handbook', metadata: { floor: '1' }, expires_after: { anchor: 'last_active_at', days: 7 } };
  const { body } = await app.request('POST', '/v1/vector_stores', { token, body: made });
  const store = `/v1/vector_stores/${body.id}`;
  const fileId = await upload(app, token, { content: 'Behind the clock.', filename: 'keys.md' });
  await app.request('POST', `${store}/files`, { token, body: { file_id: fileId, attributes: { floor: 1 } } });
  await app.request('POST', store, { token, body: { metadata: { floor: '2' }, expires_after: made.expires_after } });
  await app.request('POST', `${store}/files/${fileId}`, { token, body: { attributes: { room: 'engine' } } });
  await app.request('DELETE', store, { token });
  const entries = await entriesOf(tenant, { resource_ids: body.id });
  t.strictSame(
    entries.map(({ type }) => type),
    ['vector_store.created', 'vector_store_file.created', 'vector_store.updated', 'vector_store.deleted'],
  );
  t.match(entries[0]?.['vector_store.created'], { id: body.id, fields: ['name', 'metadata', 'expires_after'] });
  t.match(entries[2]?.['vector_store.updated'], {
    changes_requested: { metadata: { floor: '2' }, expires_after: made.expires_after },
    previous_values: { metadata: { floor: '1' }, expires_after: made.expires_after },
  });
  const [ofFile] = await entriesOf(tenant, { event_types: 'vector_store_file_attributes.updated' });
  t.match(ofFile?.['vector_store_file_attributes.updated'], {
    id: fileId,
    vector_store_id: body.id,
    changes_requested: { attributes: { room: 'engine' } },
    previous_values: { attributes: { floor: 1 } },
  });
});

t.test('invitations, joins, role changes and removals are recorded with their actor', async (t) => {
  const { owner, organizationId, organizationKey, ...tenant } = await createTenant(app, admin);
  const email = `told-${owner.id.toLowerCase()}@example.com`;
  const body = { email, organization_id: organizationId };
  t.equal((await app.request('POST', '/v1/invitations/create', { token: owner.token, body })).status, 200);
  const token = tokenIn(await smtp.mailTo(email));
  await app.request('POST', '/v1/invitations/validate', { body: { token } });
  const { body: login } = await app.request('POST', '/v1/invitations/register', {
    body: { token, password, name: 'B' },
  });
  const { id } = (await app.request('GET', '/auth/me', { token: login.access_token })).body;
  const member = `/v1/organization/users/${id}`;
  await app.request('POST', member, { token: organizationKey, body: { role: 'owner' } });
  await app.request('DELETE', member, { token: owner.token });
  const entries = await entriesOf({ owner, organizationId, organizationKey, ...tenant });
  const told = entries.filter(({ type }) => /^(invite|user)\./.test(type));
  t.strictSame(
    told.map(({ type, actor }) => [type, actor.type]),
    [
      ['invite.sent', 'session'],
      ['user.added', 'session'],
      ['invite.accepted', 'session'],
      ['user.updated', 'api_key'],
      ['user.deleted', 'session'],
    ],
  );
  t.equal(told[0]?.target_name, email, 'an invitation is named by its address');
  t.match(told[2]?.actor, { session: { user: { id, email } } });
  t.match(told[3]?.['member.updated'], {
    id,
    changes_requested: { role: 'owner' },
    previous_values: { role: 'member' },
  });
  t.strictSame(told[3]?.['user.updated'], told[3]?.['member.updated']);
  t.match(told[0]?.['invite.sent'], { id: String, data: { email } });
  t.match(told[0]?.['invitation.created'], { id: told[0]?.target_id, email });
  for (const filter of ['invite.sent', 'invitation.created', 'invite.*', 'user.*', 'member.updated']) {
    const query = { event_types: filter };
    const { body: found } = await app.request('GET', '/v1/organization/audit_logs', { token: organizationKey, query });
    const types: string[] = found.data.map(({ type }: { type: string }) => type);
    const expected = entries
      .map(({ type }) => type)
      .filter((type) => {
        if (filter.endsWith('*')) return type.startsWith(filter.slice(0, -1));
        return type === ({ 'invitation.created': 'invite.sent', 'member.updated': 'user.updated' }[filter] ?? filter);
      });
    t.strictSame(types.sort(), expected.sort(), filter);
    t.ok(types.length > 0, filter);
  }
  t.notOk(JSON.stringify(entries).includes(token));
});

t.test('a password set by a link is recorded, and the request for the link is not', async (t) => {
  const { id, email } = await signUp(app);
  await app.request('POST', '/v1/reset_password', { body: { email } });
  const token = tokenIn(await smtp.mailTo(email));
  const before = await serverEntriesOf(id);
  await app.request('POST', '/v1/reset_password/validate', { body: { token } });
  t.strictSame(await serverEntriesOf(id), before);
  const body = { token, password: 'a longer staple than before' };
  t.equal((await app.request('POST', '/v1/reset_password/confirm', { body })).status, 200);
  const [newest] = await serverEntriesOf(id);
  t.match(newest, { type: 'password.reset', actor: { type: 'session', session: { user: { id, email } } } });
  const { text } = await app.request('GET', '/admin/audit_log', { token: admin.token, query: { limit: 100 } });
  t.notOk(text.includes('reset.created'));
});

t.test('the sign-out of a browser is recorded with its user, and one without a session is not', async (t) => {
  const { id, email } = await signUp(app);
  const headers = await signInBrowser(app, email);
  for (const turn of [1, 2])
    t.equal((await app.request('DELETE', '/auth/session', { headers })).status, 200, `${turn}`);
  const { body } = await app.request('GET', '/admin/audit_log', { token: admin.token, query: { limit: 100 } });
  const outs = body.data.filter(({ type }: Entry) => type === 'logout.succeeded');
  t.equal(outs.filter(({ actor }: Entry) => JSON.stringify(actor).includes(id)).length, 1);
  t.notOk(body.data.some(({ type }: Entry) => type.includes('session')));
});

/** Returns the entries about the object from the whole server, newest first. */
async function serverEntriesOf(id: string): Promise<Entry[]> {
  const query = { resource_ids: id, limit: '100' };
  return (await app.request('GET', '/admin/audit_log', { token: admin.token, query })).body.data;
}

t.test('successful and failed sign-ins are recorded without the typed data', async (t) => {
  const { id, email } = await signUp(app);
  await app.request('POST', '/auth/login', { body: { email, password: 'not the password at all' } });
  await app.request('POST', '/auth/login', { body: { email: 'a-password-by-mistake@example.com', password } });
  const { token } = (await app.request('POST', '/auth/login', { body: { email, password } })).body;
  void token;
  const { body, text } = await app.request('GET', '/admin/audit_log', { token: admin.token, query: { limit: 100 } });
  const own = body.data.filter((entry: Entry) => entry.target_id === id && entry.type === 'login.succeeded');
  t.equal(own.length, 2);
  t.match(own[0].actor, { type: 'session', session: { user: { id, email } } });
  t.ok(body.data.filter(({ type }: Entry) => type === 'login.failed').length >= 2);
  t.notOk(text.includes('by-mistake'));
});

t.test('the reuse of a refresh token is recorded once, in the organizations of its user', async (t) => {
  const tenant = await createTenant(app, admin);
  const { id, refreshToken: token } = tenant.owner;
  const answers = await Promise.all(Array.from({ length: 10 }, () => app.request('POST', '/auth/refresh', { token })));
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal((await app.request('POST', '/auth/refresh', { token })).status, 401);
  const told = await entriesOf(tenant, { event_types: 'refresh_token.reused' });
  t.match(told, [{ target_id: id, ip_address: '127.0.0.1', actor: { session: { user: { id: null } } } }]);
  t.equal(told.length, 1);
  const second = await signIn(app, tenant.owner.email);
  const before = await entriesOf(tenant);
  t.equal((await app.request('POST', '/auth/refresh', { token: second.refreshToken })).status, 200);
  t.strictSame(await entriesOf(tenant), before, 'a valid refresh is not recorded');
});

t.test('an unreadable password hash is logged, and not shown to the person who signs in', async (t) => {
  const failures = async (): Promise<number> => {
    const { text } = await app.request('GET', '/metrics');
    return Number(/^svc_failures_total\{operation="createLogin"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };
  const { id, email } = await signUp(app);
  const wrong = await app.request('POST', '/auth/login', { body: { email, password: 'not the password at all' } });
  const before = await failures();
  await User.update({ passwordHash: '$2b$12$made-elsewhere' }, { where: { id } });
  const damaged = await app.request('POST', '/auth/login', { body: { email, password } });
  t.equal(damaged.status, 401);
  t.equal(damaged.text, wrong.text);
  t.equal(await failures(), before + 1);
  const [newest] = await serverEntriesOf(id);
  t.match(newest, { type: 'login.failed', 'login.failed': { id, reason: 'unreadable_password_hash' } });
});

t.test('a refused or rolled back change leaves no audit entry', async (t) => {
  const tenant = await createTenant(app, admin);
  const before = await entriesOf(tenant);
  const token = tenant.organizationKey;
  const missing = 'key_01ARZ3NDEKTSV4RRFFQ69G5FAV';
  const answers: Answer[] = [
    await app.request('POST', '/v1/organization/projects', { token, body: {} }),
    await app.request('DELETE', `/v1/organization/admin_api_keys/${missing}`, { token }),
    await app.request('POST', `/v1/organization/admin_api_keys/${missing}`, { token, body: { name: 'X' } }),
    await app.request('DELETE', `/admin/organization/${tenant.organizationId}`, { token: admin.token }),
  ];
  t.strictSame(
    answers.map(({ status }) => status),
    [422, 404, 404, 409],
  );
  t.strictSame(await entriesOf(tenant), before);
});

t.test('of a concurrent change and deletion, the audit log records what was done', async (t) => {
  const tenant = await createTenant(app, admin);
  const { key: token } = tenant.project;
  let changed = 0;
  for (const turn of Array.from({ length: 20 }).keys()) {
    const { body } = await app.request('POST', '/v1/vector_stores', { token, body: { name: `Store ${turn}` } });
    const store = `/v1/vector_stores/${body.id}`;
    const [change, deletion] = await Promise.all([
      app.request('POST', store, { token, body: { metadata: { turn } } }),
      app.request('DELETE', store, { token }),
    ]);
    t.equal(deletion.status, 200);
    const updates = await AuditEntry.findAll({ where: { targetId: body.id }, order: ['id'], raw: true });
    const isFirst = updates.findIndex(({ type }) => type === 'vector_store.updated');
    // The response is built after the change, and may find the store already deleted.
    if (change.status === 200) t.not(isFirst, -1);
    if (isFirst !== -1) changed += 1;
    t.equal(updates.at(-1)?.type, 'vector_store.deleted', 'no change is recorded after the deletion');
  }
  t.comment(`${changed} of 20 changes came first`);
});

t.test('no change is made if the audit entry cannot be written', async (t) => {
  const tenant = await createTenant(app, admin);
  AuditEntry.addHook('beforeCreate', 'refuse', () => {
    throw Object.assign(new Error('the disk is full'), { code: 'ER_DISK_FULL' });
  });
  const token = tenant.organizationKey;
  const made = await app.request('POST', '/v1/organization/admin_api_keys', { token, body: { name: 'Unseen' } });
  AuditEntry.removeHook('beforeCreate', 'refuse');
  t.equal(made.status, 503);
  const { body } = await app.request('GET', '/v1/organization/admin_api_keys', { token });
  t.notOk(body.data.some(({ name }: { name: string }) => name === 'Unseen'));
});

t.test('an organization reads its own entries and an admin all, filtered by event, actor and time', async (t) => {
  const one = await createTenant(app, admin);
  const two = await createTenant(app, admin);
  const seen = await entriesOf(one);
  t.ok(seen.length > 0 && seen.every((entry) => entry.organization_id === one.organizationId));
  const query = { organization_id: two.organizationId, limit: 100 };
  const { body } = await app.request('GET', '/admin/audit_log', { token: admin.token, query });
  t.same(body.data.reverse(), await entriesOf(two));
  const keys = await entriesOf(one, { event_types: 'api_key.created' });
  t.ok(keys.length >= 3 && keys.every(({ type }) => type === 'api_key.created'));
  t.ok((await entriesOf(one, { actor_ids: one.owner.id })).length > 0);
  t.ok((await entriesOf(one, { actor_emails: one.owner.email })).length > 0);
  t.strictSame(await entriesOf(one, { 'effective_at[gt]': String(nowSeconds() + 60) }), []);
  t.equal((await entriesOf(one, { 'effective_at[lte]': String(nowSeconds()) })).length, seen.length);
  t.equal((await app.request('GET', path, { token: one.project.key })).status, 403);
  t.equal((await app.request('GET', '/admin/audit_log', { token: one.organizationKey })).status, 403);
});

t.test('entries are found by a resource of event types, and by text in ids, addresses and details', async (t) => {
  const tenant = await createTenant(app, admin);
  const { owner, project } = tenant;
  const typesOf = async (query: Record<string, string>) => (await entriesOf(tenant, query)).map(({ type }) => type);
  const names = { name: '100%_Wide' };
  await app.request('POST', `/v1/organization/projects/${project.id}`, { token: owner.token, body: names });
  t.strictSame([...new Set(await typesOf({ event_types: 'project.*' }))], ['project.created', 'project.updated']);
  t.strictSame(await typesOf({ event_types: 'pro.*' }), []);
  t.strictSame(await typesOf({ search: '100%_wide' }), ['project.updated']);
  t.strictSame(await typesOf({ search: '100__wide' }), [], 'no wildcard');
  t.strictSame(await typesOf({ search: project.id, event_types: 'project.created' }), ['project.created']);
  t.ok((await typesOf({ search: owner.email.slice(0, 12).toUpperCase() })).includes('project.updated'));
  t.strictSame(await typesOf({ search: 'occurs nowhere' }), []);
});

/** Chains the new entries, and returns the result of a verification. */
async function verified(): Promise<{ head: string; problems: string[] }> {
  await chainEntries(secrets);
  return verifyChain(secrets);
}

t.test('concurrent changes on two servers form one chain without a gap', async (t) => {
  const other = await startServer(app.database.settings);
  t.teardown(() => other.end());
  const { organizationKey: token } = await createTenant(app, admin);
  const requests = [app.request, client(t, other.url)];
  await Promise.all(
    Array.from({ length: 40 }, async (_, turn) => {
      const request = requests[turn % 2] as typeof app.request;
      const body = { name: `Key ${turn}` };
      t.equal((await request('POST', '/v1/organization/admin_api_keys', { token, body })).status, 200);
      if (turn % 5 === 0) await chainEntries(secrets);
    }),
  );
  await Promise.all([chainEntries(secrets), chainEntries(secrets)]);
  const { problems } = await verified();
  t.strictSame(problems, []);
  const places = (await AuditEntry.findAll({ order: ['place'] })).map(({ place }) => Number(place));
  t.strictSame(
    places,
    places.map((_, index) => index + 1),
  );
});

t.test('the server chains new entries by itself', async (t) => {
  await createTenant(app, admin);
  await until(async () => ((await AuditEntry.count({ where: { place: null } })) === 0 ? true : undefined));
  t.strictSame((await verifyChain(secrets)).problems, []);
});

t.test('the verification includes entries that are chained while it runs', async (t) => {
  const { organizationKey: token } = await createTenant(app, admin);
  const { head } = await verified();
  // Each of the first three reads of the chain's head finds a new entry.
  let moves = 3;
  AuditChain.addHook('beforeFind', 'move', async ({ where, transaction: tx }) => {
    if (moves === 0 || tx || JSON.stringify(where) !== '{"id":"head"}') return;
    moves -= 1;
    await app.request('POST', '/v1/organization/admin_api_keys', { token, body: { name: 'Meanwhile' } });
    await chainEntries(secrets);
  });
  const found = await verifyChain(secrets, head).finally(() => AuditChain.removeHook('beforeFind', 'move'));
  t.equal(moves, 0);
  t.strictSame(found.problems, []);
  t.equal(found.head, (await verifyChain(secrets)).head, 'the verification includes them');
});

t.test('the verification finds changed, removed, inserted, swapped and truncated entries', async (t) => {
  await createTenant(app, admin);
  const { head, problems } = await verified();
  t.strictSame(problems, []);
  const entries = await AuditEntry.findAll({ order: ['place'] });
  const [third, fourth, last] = [entries[2], entries[3], entries.at(-1)] as [AuditEntry, AuditEntry, AuditEntry];
  const rowOf = (entry: AuditEntry) => ({ ...entry.get({ plain: true }) });
  const chain = (await AuditChain.findOne()) as AuditChain;

  const found = async (): Promise<string> => (await verifyChain(secrets, head)).problems.join('; ');
  const was = rowOf(third);
  await third.update({ targetId: 'somebody-else' });
  t.match(await found(), /entry 3 \(audit_\w+\) was changed/);
  await third.update({ targetId: was.targetId });

  await third.destroy();
  t.match(await found(), /entries 3 to 3 are missing/);
  await AuditEntry.create(was);

  const exchanged = rowOf(fourth);
  await AuditEntry.update({ place: -1 }, { where: { id: was.id } });
  await AuditEntry.update({ place: 3 }, { where: { id: exchanged.id } });
  await AuditEntry.update({ place: 4 }, { where: { id: was.id } });
  t.match(await found(), /entry 3 .* was changed or replaced/);
  await AuditEntry.update({ place: -1 }, { where: { id: was.id } });
  await AuditEntry.update({ place: 4 }, { where: { id: exchanged.id } });
  await AuditEntry.update({ place: 3 }, { where: { id: was.id } });

  const forged = { ...was, id: `${was.id.slice(0, -4)}ZZZZ`, place: null, seal: null };
  await AuditEntry.create(forged);
  await chainEntries(secrets);
  t.match(await found(), /was not written by this server/);
  await AuditEntry.destroy({ where: { id: forged.id } });

  const end = rowOf(last);
  await last.destroy();
  t.match(await found(), /the last ones, are missing/);
  const before = entries.at(-2) as AuditEntry;
  await chain.update({ place: before.place ?? 0, seal: before.seal as string });
  t.match(await found(), /the mark at the end of the chain was changed/);
  t.match(await found(), /does not contain/);
  await AuditEntry.create(end);
  await chain.update({ place: end.place ?? 0, seal: end.seal as string });
  t.equal(await found(), '', 'the verification finds no problem in an unchanged log');
});

// The last test, because it adds entries that are in no chain.
t.test('a page without an index looks at 10,000 entries, and says where the next one goes on', async (t) => {
  const { organizationId, organizationKey: token } = await createTenant(app, admin);
  const [newest] = await AuditEntry.findAll({ where: { organizationId }, order: [['id', 'DESC']], limit: 1 });
  const like = { ...(newest as AuditEntry).get({ plain: true }), seal: null, place: null };
  // Older than the entries of the tenant, with one that is found at each end.
  const start = nowSeconds() - 100_000;
  const id = (nth: number): string => idFrom('log-entry', (start + nth) * 1000, '0'.repeat(16));
  const rows = Array.from({ length: 12_000 }, (_, nth) => ({
    ...like,
    id: id(nth),
    createdAt: createdAt(id(nth)),
    type: nth === 0 || nth === 11_999 ? 'config.revealed' : 'config.updated',
  }));
  await inBatches(rows, (some) => AuditEntry.bulkCreate(some));
  const read = (query: Record<string, string>) =>
    app.request('GET', path, { token, query: { event_types: 'config.revealed', limit: '10', ...query } });

  const first = await read({});
  const end = first.body.last_id;
  t.strictSame([idsOf(first), first.body.has_more], [[id(11_999)], true]);
  t.equal(first.headers.get('svc-searched-until'), String(createdAt(end)));
  const second = await read({ after: end });
  t.strictSame([idsOf(second), second.body.has_more, second.body.last_id], [[id(0)], false, id(0)]);
  t.equal(second.headers.get('svc-searched-until'), null);
  const full = await read({ limit: '1' });
  t.strictSame([idsOf(full), full.body.has_more, full.body.last_id], [[id(11_999)], true, id(11_999)]);
  t.equal(full.headers.get('svc-searched-until'), null);

  const back = await read({ before: id(0) });
  t.strictSame([idsOf(back), back.body.has_more, back.body.first_id], [[], true, id(10_000)]);
  t.strictSame(idsOf(await read({ before: id(10_000) })), [id(11_999)]);
  const svc = createClient({ url: app.url, token });
  const all = svc.list('/v1/organization/audit_logs', { query: { search: 'occurs nowhere, or' } });
  t.strictSame(await rowsOf(all), [], 'a client reads on after an empty page');
  const found = svc.list('/v1/organization/audit_logs', { query: { event_types: ['config.revealed'] } });
  t.strictSame((await rowsOf(found)).length, 2);
  const nothing = await read({ search: 'occurs nowhere' });
  t.match(nothing.body, { data: [], has_more: true, first_id: nothing.body.last_id });
  const span = { 'effective_at[gte]': String(createdAt(id(100))), 'effective_at[lt]': String(createdAt(id(102))) };
  const timed = await app.request('GET', path, { token, query: { ...span, order: 'asc' } });
  t.strictSame(idsOf(timed), [id(100), id(101)]);
});

function idsOf({ body }: Answer): string[] {
  return body.data.map((entry: Entry) => entry.id);
}

async function rowsOf<Row>(list: AsyncIterable<Row>): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const row of list) rows.push(row);
  return rows;
}

async function inBatches<Row>(rows: Row[], write: (some: Row[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < rows.length; from += 1000) await write(rows.slice(from, from + 1000));
}

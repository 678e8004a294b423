// Rules of organizations, projects and their webhooks.

import { setTimeout as wait } from 'node:timers/promises';
import { projectsPath } from '../fixtures.ts';
import type { Answer } from '../send.ts';
import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import type { StateCheck } from './store-states.ts';

const mask = '••••••••';
/** The host does not exist, so that nothing is delivered. */
const hook = 'https://hooks.invalid/';
const ownSecret = 'a secret of the contract run';
const generated = /^whsec_[A-Za-z0-9+/]{43}=$/;
const type = 'vector_store.file_batch.completed';

/** Returns a function that calls with the key of the run's organization. */
async function inOrganization(trial: Trial, stage: Stage) {
  const { key: token } = await stage.own();
  return (method: string, path: string, body?: unknown): Promise<Answer> =>
    trial.ask(method, path, { token, ...(body === undefined ? {} : { body }) });
}

async function project(trial: Trial, stage: Stage, members: JsonObject = {}) {
  const call = await inOrganization(trial, stage);
  const answer = await call('POST', projectsPath, { name: `${stage.tag} state`, ...members });
  return { call, answer, path: `${projectsPath}/${answer.body?.id}` };
}

async function creation(trial: Trial, stage: Stage): Promise<void> {
  const chosen = await project(trial, stage, { webhook_url: hook, webhook_secret: ownSecret });
  const { organizationId } = await stage.own();
  trial.equal('the organization of a project', chosen.answer.body?.organization_id, organizationId);
  trial.equal('a chosen webhook secret', chosen.answer.body?.webhook_secret, ownSecret);
  trial.equal('webhook_secret of a read', (await chosen.call('GET', chosen.path)).body?.webhook_secret, mask);
  const made = [await project(trial, stage, { webhook_url: hook }), await project(trial, stage, { webhook_url: hook })];
  const secrets = made.map(({ answer }) => String(answer.body?.webhook_secret));
  for (const secret of secrets)
    trial.expect(
      generated.test(secret),
      'a generated webhook secret',
      'whsec_ and the base64 of 32 bytes',
      'another form',
    );
  trial.expect(secrets[0] !== secrets[1], 'generated webhook secrets are alike', 'two secrets', 'one');
  const standard = await project(trial, stage, { webhook_url: hook, webhook_signing: 'standard' });
  trial.equal('webhook_signing', standard.answer.body?.webhook_signing, 'standard');
  const alone = await chosen.call('POST', projectsPath, { name: 'Alone', webhook_secret: ownSecret });
  trial.status(alone, 422, 'value_error', 'a webhook secret without a URL');
  await localAddresses(trial, (body) => chosen.call('POST', projectsPath, { name: 'Local', ...body }));
}

/** Expects that webhooks may not go to addresses that are public on no server. */
async function localAddresses(trial: Trial, send: (body: JsonObject) => Promise<Answer>): Promise<void> {
  for (const webhook_url of ['https://169.254.169.254/latest', 'https://[fe80::1]/', 'https://user@example.com/'])
    trial.status(await send({ webhook_url }), 422, undefined, 'a webhook at a non-public address');
  const plain = await send({ webhook_url: 'http://hooks.example.com/' });
  trial.status(plain, 422, 'url_scheme', 'a webhook over plain HTTP');
}

async function updates(trial: Trial, stage: Stage): Promise<void> {
  const { call, path } = await project(trial, stage, { models: ['a'], limits: { tokens_per_day: 5 } });
  const renamed = (await call('POST', path, { name: 'Renamed' })).body ?? {};
  trial.equal('an update with a name alone changes models', renamed.models, ['a']);
  const limited = (await call('POST', path, { limits: { tokens_per_month: 7 } })).body?.limits ?? {};
  trial.equal('an update of one limit', [limited.tokens_per_day, limited.tokens_per_month], [5, 7]);
  const stored = (await call('GET', path)).body?.limits ?? {};
  trial.equal('an update of one limit is not stored', [stored.tokens_per_day, stored.tokens_per_month], [5, 7]);
  trial.status(await call('POST', path, { webhook_secret: ownSecret }), 422, 'value_error', 'a secret without a URL');
  const hooked = (await call('POST', path, { webhook_url: hook, webhook_secret: ownSecret })).body ?? {};
  trial.equal('an updated webhook', [hooked.webhook_url, hooked.webhook_secret], [hook, mask]);
  const rotated = await call('POST', path, { webhook_secret: `${ownSecret} 2` });
  trial.equal('a rotated webhook secret', rotated.body?.webhook_secret, mask);
  await localAddresses(trial, (body) => call('POST', path, body));
  const removed = (await call('POST', path, { webhook_url: null })).body ?? {};
  trial.equal('a removed webhook', [removed.webhook_url, removed.webhook_secret], [null, null]);
  const later = (await call('GET', path)).body ?? {};
  trial.equal('a removed webhook is stored', [later.webhook_url, later.webhook_secret], [null, null]);
  trial.status(await call('POST', `${path}/webhook_test`, { type }), 409, 'webhook_not_configured', 'a test');
}

async function archive(trial: Trial, stage: Stage): Promise<void> {
  const { call, path, answer } = await project(trial, stage);
  const { id } = answer.body ?? {};
  const { body: key } = await call('POST', `${path}/api_keys`, { name: 'Archived' });
  const archived = await call('POST', `${path}/archive`);
  const now = Date.parse(archived.headers.get('date') ?? '') / 1000;
  trial.equal('the status of an archived project', archived.body?.status, 'archived');
  const isNow = Math.abs(archived.body?.archived_at - now) <= 5;
  trial.expect(isNow, 'archived_at', now, archived.body?.archived_at);
  trial.equal('archiving is not stored', (await call('GET', path)).body?.status, 'archived');
  const again = await call('POST', path, { status: 'archived' });
  trial.equal('archived_at of a project that is archived again', again.body?.archived_at, archived.body?.archived_at);
  const listed = async (query: string): Promise<boolean> => {
    const { body } = await call('GET', `${projectsPath}?limit=100${query}`);
    return (body?.data ?? []).some((row: JsonObject) => row.id === id);
  };
  trial.equal('an archived project is listed', await listed(''), false);
  trial.equal('an archived project is listed with include_archived', await listed('&include_archived=true'), true);
  trial.equal('an archived project is listed', await listed('&include_archived=false'), false);
  const token: string = key?.value;
  const refused = await trial.ask('GET', '/v1/vector_stores', { token });
  trial.status(refused, 403, 'project_archived', 'a call of an archived project');
  const newKey = await call('POST', `${path}/api_keys`, { name: 'Late' });
  trial.status(newKey, 403, 'project_archived', 'a new key of an archived project');
  trial.equal('an active project again', (await call('POST', path, { status: 'active' })).body?.archived_at, null);
  trial.status(await trial.ask('GET', '/v1/vector_stores', { token }), 200, undefined, 'a call of a project again');
}

async function testEvents(trial: Trial, stage: Stage): Promise<void> {
  const bare = await project(trial, stage);
  const refused = await bare.call('POST', `${bare.path}/webhook_test`, { type });
  trial.status(refused, 409, 'webhook_not_configured', 'a test without a webhook');
  const { call, path, answer } = await project(trial, stage, { webhook_url: hook });
  for (const kind of ['completed', 'cancelled', 'failed']) {
    const sent = await call('POST', `${path}/webhook_test`, { type: `vector_store.file_batch.${kind}` });
    if (!trial.status(sent, 200, undefined, 'a test event')) continue;
    trial.equal('the type of a test event', sent.body?.event_type, `vector_store.file_batch.${kind}`);
    trial.equal('the project of a test event', sent.body?.project_id, answer.body?.id);
  }
  const rows: JsonObject[] = (await call('GET', `${path}/webhook_deliveries`)).body?.data ?? [];
  trial.equal('listed deliveries', rows.length, 3);
  const first = rows.at(-1);
  const resent = await call('POST', `${path}/webhook_deliveries/${first?.id}/resend`);
  if (trial.status(resent, 200, undefined, 'a resend')) {
    trial.expect(resent.body?.id !== first?.id, 'a resend is no new delivery', 'another id', resent.body?.id);
    trial.equal('a resend sends another event', resent.body?.event_id, first?.event_id);
    trial.equal('the origin of a resend', resent.body?.origin, 'resend');
  }
  await judgeAttempts(trial, call, path, rows);
}

/** Expects that deliveries to a host that does not exist are tried and fail, in the list as in the reads. */
async function judgeAttempts(
  trial: Trial,
  call: (method: string, path: string) => Promise<Answer>,
  path: string,
  rows: JsonObject[],
): Promise<void> {
  const at = `${path}/webhook_deliveries`;
  const deadline = performance.now() + 10_000;
  for (const { id } of rows) {
    let delivery = (await call('GET', `${at}/${id}`)).body ?? {};
    while ((delivery.attempts ?? []).length === 0 && performance.now() < deadline) {
      await wait(100);
      delivery = (await call('GET', `${at}/${id}`)).body ?? {};
    }
    trial.expect(delivery.attempts?.length > 0, 'a delivery is not tried', 'an attempt', delivery.attempts);
    trial.expect(
      delivery.status !== 'succeeded',
      'a delivery to nobody succeeds',
      'pending or failed',
      delivery.status,
    );
    const [attempt] = delivery.attempts ?? [];
    if (attempt !== undefined) {
      trial.equal('the URL of an attempt', attempt.url, hook);
      trial.equal('the webhook_id of literal signing', attempt.webhook_id, attempt.id);
    }
  }
  const listed: JsonObject[] = (await call('GET', at)).body?.data ?? [];
  const succeeded = listed.filter(({ status }) => status === 'succeeded');
  trial.equal('a list shows a success of a delivery to nobody', succeeded.length, 0);
  const filtered: JsonObject[] = (await call('GET', `${at}?status=succeeded`)).body?.data ?? [];
  trial.equal('the filter status', filtered.length, 0);
}

async function deletion(trial: Trial, stage: Stage): Promise<void> {
  const { organizationId, key, project: one, sibling } = await stage.tenant();
  const path = `/admin/organization/${organizationId}`;
  const ask = (method: string): Promise<Answer> => trial.ask(method, path, { token: stage.adminToken });
  trial.status(await ask('DELETE'), 409, 'organization_has_projects', 'deleting an organization with projects');
  trial.status(await ask('GET'), 200, undefined, 'an organization that was not deleted');
  for (const { id } of [one, sibling]) await trial.ask('POST', `${projectsPath}/${id}/archive`, { token: key });
  trial.status(await ask('DELETE'), 200, undefined, 'deleting an organization without active projects');
  trial.status(await ask('GET'), 404, 'not_found', 'a deleted organization');
  const { status, text } = await trial.ask('GET', projectsPath, { token: key });
  trial.expect(status === 401, 'a key of a deleted organization', '401', `${status} ${text}`);
}

/** Expects that every secret setting is masked, or empty where it is not set. */
async function settings(trial: Trial, stage: Stage): Promise<void> {
  const token = stage.adminToken;
  const config = await trial.ask('GET', '/admin/config', { token });
  const { body } = await trial.ask('GET', '/admin/config/provenance', { token });
  const secrets: JsonObject[] = (body?.settings ?? []).filter(({ secret }: JsonObject) => secret === true);
  trial.expect(secrets.length > 0, 'no setting is a secret', 'worker.token and others', 'none');
  for (const { path } of secrets) {
    const members = String(path).split('.');
    const shown = members.reduce<unknown>((node, name) => (node as JsonObject | undefined)?.[name], config.body);
    const isMasked = [undefined, null, '', mask].includes(shown as string);
    trial.expect(isMasked, 'a secret setting is shown', mask, path);
  }
}

async function storedEvents(trial: Trial, stage: Stage): Promise<void> {
  const { call, path } = await project(trial, stage);
  const at = `${path}/webhook_events`;
  // Without a cursor there are no events: the answer is the place to begin at.
  const poll = async (cursor?: string): Promise<{ ids: unknown[]; next: string }> => {
    const { body } = await call('GET', cursor === undefined ? at : `${at}?cursor=${encodeURIComponent(cursor)}`);
    return { ids: (body?.data ?? []).map(({ id }: JsonObject) => id), next: body?.next_cursor };
  };
  const create = async (): Promise<unknown> => (await call('POST', at, { type })).body?.id;
  const begin = await poll();
  const [one, two] = [await create(), await create()];
  const first = await poll(begin.next);
  trial.equal('the events of a project', first.ids, [one, two]);
  trial.equal('the events after the last one', (await poll(first.next)).ids, []);
  const three = await create();
  trial.equal('the events after a cursor', (await poll(first.next)).ids, [three]);
}

async function keyOwners(trial: Trial, stage: Stage): Promise<void> {
  const { call, path } = await project(trial, stage);
  const { body: key } = await call('POST', `${path}/api_keys`, { name: 'Owned' });
  for (const [access, ids] of Object.entries({ active: [key?.id], inactive: [], any: [key?.id] })) {
    const { body } = await call('GET', `${path}/api_keys?owner_project_access=${access}`);
    const shown = (body?.data ?? []).map(({ id }: JsonObject) => id);
    trial.equal('the filter owner_project_access', shown, ids);
  }
}

/** By operation. */
export const projectStates: Record<string, StateCheck> = {
  createProject: creation,
  getProject: creation,
  updateProject: updates,
  archiveProject: archive,
  listProjects: archive,
  listProjectApiKeys: keyOwners,
  createWebhookEvent: storedEvents,
  pollWebhookEvents: storedEvents,
  testWebhook: testEvents,
  getWebhookDelivery: testEvents,
  listWebhookDeliveries: testEvents,
  resendWebhookDelivery: testEvents,
  deleteOrganization: deletion,
  getAdminConfig: settings,
  getAdminConfigProvenance: settings,
};

// The lifecycle of a resource: reads and lists show a created resource as it was sent, an update changes only the sent
// members, and no operation finds a deleted resource.

import { setTimeout as wait } from 'node:timers/promises';
import type { CaseRequest, ContractCase, OperationCases } from '../../document/index.ts';
import { documented } from '../answers.ts';
import type { Answer } from '../send.ts';
import { defaults } from './defaults.ts';
import { beginLife, type Life, requestNamed, without } from './life.ts';
import { isUnfilled } from './list-subjects.ts';
import { listOptionsOf } from './paging.ts';
import { inner, type JsonObject, type Resource, resourceWith } from './resource.ts';
import { codeOf, type Rule, type Trial } from './rule.ts';
import type { Stage } from './stage.ts';

/** Members that only the response to a creation shows, or that change until the resource is finished. */
const onlyAtCreation: Record<string, readonly string[]> = {
  createAdminApiKey: ['value'],
  createProjectApiKey: ['value'],
  createProject: ['webhook_secret'],
  createUser: ['password_link'],
  createVectorStore: ['status'],
  createVectorStoreFile: ['status', 'usage_bytes'],
  createVectorStoreFileBatch: ['status', 'file_counts'],
};

/** Members that change while a delivery is tried, and those that a list does not show. */
const ofDelivery = ['status', 'attempt_count', 'next_attempt_at', 'ended_at', 'last_error', 'last_response_status'];
const onlyInReading: Record<string, readonly string[]> = {
  getWebhookDelivery: [...ofDelivery, 'payload', 'attempts'],
};

/** Members that change together with a member that an update sends. */
const followsFrom: Record<string, string[]> = {
  status: ['archived_at'],
  webhook_url: ['webhook_secret', 'webhook_disabled_at'],
  expires_after: ['expires_at'],
  expires_in_seconds: ['expires_at'],
  role_name: ['name'],
};

/** The most seconds between the creation and its `created_at`, by the clock of the server. */
const mostSecondsOff = 5;
const revocationMs = 7000;
const pollMs = 250;

/** Returns what the deployment lacks to create the resource, or to have one without a creation. */
function lackOf(stage: Stage, { create, read, list }: Resource): string | undefined {
  if (list !== undefined && isUnfilled(list)) return 'rows';
  const isPerson = create === undefined && Object.values(read?.fixtures ?? {}).includes('users');
  if (isPerson && !stage.mayCreateUsers) return 'users';
  return stage.needOf((create ?? read)?.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id)));
}

function rule(
  name: string,
  about: string,
  role: Parameters<typeof resourceWith>[0],
  follow: (trial: Trial, stage: Stage, resource: Resource) => Promise<void>,
): Rule {
  const of = (operation: OperationCases): Resource | undefined => resourceWith(role, operation);
  return {
    name,
    about,
    applies: (operation) => of(operation) !== undefined,
    lack: (stage, operation) => lackOf(stage, of(operation) as Resource),
    run: (trial, stage, operation) => follow(trial, stage, of(operation) as Resource),
  };
}

export const created = rule(
  'created',
  'A created resource shows the sent members, and the defaults of all others. Reads and lists show the resource as it was created.',
  'create',
  async (trial, stage, resource) => {
    const { create } = resource as Resource & { create: OperationCases };
    const least = await beginLife(trial.ask, stage, resource, 'least', 'plain');
    const wanted = defaults[create.operationId] ?? {};
    for (const [member, value] of Object.entries(wanted))
      if (!Object.hasOwn(least.sent, member)) trial.equal(`the default of ${member}`, least.created[member], value);
    await seenAlike(trial, least);
    const full = await beginLife(trial.ask, stage, resource, 'full-1', 'least');
    await seenAlike(trial, full);
    const unlike = await full.another(requestNamed(create, 'least', 'plain'));
    const isNew = unlike.status !== 200 || inner(unlike).id === undefined || inner(unlike).id !== full.id;
    // A file is attached once, and a second invitation replaces the first.
    if (!/File$|SpendLimit$|Invitation/.test(create.operationId))
      trial.expect(isNew, 'two creations give one id', 'another id', full.id);
  },
);

/** Expects that the created resource is read and listed as the creation has shown it. */
async function seenAlike(trial: Trial, life: Life): Promise<void> {
  const { resource, created, answer } = life;
  const { read, list, create } = resource;
  // The answer of a model has the time of its upstream.
  if (documented(create?.operationId)?.['x-calls-model'] === undefined) timeOf(trial, answer, created);
  expiryOf(trial, answer, life.sent, created);
  const later = [
    ...(onlyAtCreation[create?.operationId ?? ''] ?? []),
    ...(onlyInReading[read?.operationId ?? ''] ?? []),
  ];
  const ignored = (answer.headers.get('svc-ignored-fields') ?? '').split(', ');
  for (const [member, sent] of Object.entries(life.sent))
    if (Object.hasOwn(created, member) && sent !== null && !holdsSecret(member) && !ignored.includes(member))
      trial.expect(contains(created[member], sent), `${member} is not what was sent`, sent, created[member]);
  if (read !== undefined) {
    const seen = await life.call(read);
    if (trial.status(seen, 200, undefined, 'a created resource is read'))
      same(trial, 'a created resource is read otherwise', inner(seen), created, later);
  }
  if (list !== undefined) await listedOnce(trial, life, created, later);
}

function holdsSecret(member: string): boolean {
  return /secret|password|token$/.test(member);
}

/** Expects that the creation is dated by the clock of the server. */
function timeOf(trial: Trial, { headers }: Answer, { created_at: at }: JsonObject): void {
  const now = Date.parse(headers.get('date') ?? '') / 1000;
  if (typeof at !== 'number' || Number.isNaN(now)) return;
  trial.expect(Math.abs(now - at) <= mostSecondsOff, 'created_at is not the time of the creation', now, at);
}

/** Expects that a resource with a lifetime expires as much later. */
function expiryOf(trial: Trial, { headers }: Answer, sent: JsonObject, { expires_at: at }: JsonObject): void {
  const { expires_in_seconds: seconds } = sent;
  if (seconds === null) trial.equal('expires_at without a lifetime', at, null);
  const now = Date.parse(headers.get('date') ?? '') / 1000;
  if (typeof seconds !== 'number' || at === undefined || Number.isNaN(now)) return;
  const isRight = typeof at === 'number' && Math.abs(at - now - seconds) <= mostSecondsOff;
  trial.expect(isRight, 'expires_at is not the lifetime from now', now + seconds, at);
}

async function listedOnce(trial: Trial, life: Life, wanted: JsonObject, later: readonly string[]): Promise<void> {
  const { list, read } = life.resource;
  if (list === undefined) return;
  const hidden = [...later, ...(onlyInReading[read?.operationId ?? ''] ?? [])];
  const found = await rowsOf(life, list);
  if (!trial.equal('a created resource is listed once', found.length, 1)) return;
  const seen = await life.call(read ?? list);
  const shown = read === undefined ? (found[0] ?? {}) : inner(seen);
  same(trial, 'a list shows a resource otherwise', found[0] ?? {}, read === undefined ? wanted : shown, hidden);
}

/** Returns the rows of the resource in the newest page of its list. */
async function rowsOf(life: Life, list: OperationCases): Promise<JsonObject[]> {
  const { names } = listOptionsOf(list);
  const { body } = await life.call(list, { query: newest.filter(([name]) => names.has(name)) });
  return (body?.data ?? []).filter((row: JsonObject) => row.id === life.id);
}

const newest: [string, string][] = [
  ['limit', '100'],
  ['order', 'desc'],
];

/** Compares the members that both have. */
function same(trial: Trial, cause: string, got: JsonObject, wanted: JsonObject, but: readonly string[]): void {
  const members = Object.keys(without(wanted, but)).filter((name) => Object.hasOwn(got, name));
  trial.expect(members.length > 0, cause, wanted, got);
  for (const name of members) trial.equal(`${cause}: ${name}`, got[name], wanted[name]);
}

/** Returns true if the response shows the sent value. An object in the response may have additional members. */
function contains(shown: unknown, sent: unknown): boolean {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    return JSON.stringify(shown) === JSON.stringify(sent);
  const has = ([name, value]: [string, unknown]): boolean => contains((shown as JsonObject)?.[name], value);
  return typeof shown === 'object' && shown !== null && Object.entries(sent).every(has);
}

export const updated = rule(
  'updated',
  'An update changes what it sends and nothing else, in its response and in later ones. A refused one changes nothing.',
  'update',
  async (trial, stage, resource) => {
    const { update, read } = resource as Resource & { update: OperationCases; read: OperationCases };
    const life = await beginLife(trial.ask, stage, resource, 'full-1', 'least');
    let last = inner(await life.call(read));
    for (const one of update.cases.filter(isChange)) {
      if (stage.needOf(one) !== undefined) continue;
      const answer = await life.call(update, one.request);
      if (!trial.status(answer, 200, undefined, 'an update')) continue;
      expiryOf(trial, answer, (one.request.body ?? {}) as JsonObject, inner(answer));
      last = await judgeUpdate(trial, life, one, last, inner(answer));
    }
    // Each member that an update may not send, together with one that it may.
    const broken = update.cases.filter(
      ({ id, expect }, index, all) =>
        expect.status >= 400 &&
        /\/(broken|accepted)\/[a-z_]+\//.test(id) &&
        all.findIndex((other) => pointerOf(other) === pointerOf({ id })) === index,
    );
    for (const one of broken) {
      const body = { ...(pointerOf(one) === 'name' ? {} : { name: 'Half done' }), ...(one.request.body as JsonObject) };
      await life.call(update, { ...one.request, body });
    }
    if (broken.length > 0) same(trial, 'a refused update changes something', inner(await life.call(read)), last, []);
  },
);

async function judgeUpdate(
  trial: Trial,
  life: Life,
  { request, expect }: ContractCase,
  before: JsonObject,
  after: JsonObject,
): Promise<JsonObject> {
  const { read } = life.resource as Resource & { read: OperationCases };
  const sent = (request.body ?? {}) as JsonObject;
  const names = Object.keys(sent);
  const changed = [...names, ...names.flatMap((name) => followsFrom[name] ?? [])];
  same(trial, 'an update changes a member that it does not send', without(after, changed), before, changed);
  const now = inner(await life.call(read));
  same(trial, 'an update is not stored as it is answered', now, after, []);
  for (const name of expect.echo ?? [])
    if (!JSON.stringify(sent[name]).includes('"$'))
      trial.expect(contains(now[name], sent[name]), 'an update is not stored', sent[name], now[name]);
  for (const name of names)
    if (sent[name] === null && Object.hasOwn(now, name) && name in emptied)
      trial.equal(`${name}: null`, now[name], emptied[name]);
  return now;
}

/** The value of a member after an update with null, if that is not null. */
const emptied: JsonObject = {
  webhook_url: null,
  metadata: {},
  attributes: {},
  expires_after: { anchor: 'last_active_at', days: 36_500 },
  name: '',
};

function isChange({ id, expect }: Pick<ContractCase, 'id' | 'expect'>): boolean {
  const isOne = /\/accepted\/(-|[a-z_.]+)\/(least|full-1|alone|null|value-.*|max-.*|min-items|minimum|maximum|true)$/;
  return isOne.test(id) && expect.status === 200;
}

function pointerOf({ id }: Pick<ContractCase, 'id'>): string {
  return id.split('/')[2] ?? '';
}

export const read = rule(
  'read',
  'Reads show the last change, and repeated ones show the same.',
  'read',
  async (trial, stage, resource) => {
    const { read } = resource as Resource & { read: OperationCases };
    const life = await beginLife(trial.ask, stage, resource, 'least', 'plain');
    const first = inner(await life.call(read));
    const hidden = onlyInReading[read.operationId] ?? [];
    same(trial, 'two reads differ', inner(await life.call(read)), first, hidden);
    const change = changeOf(resource);
    if (change === undefined || resource.update === undefined) return;
    const answer = await life.call(resource.update, change);
    if (answer.status === 200)
      same(trial, 'a read does not show the last change', inner(await life.call(read)), inner(answer), []);
  },
);

/** Returns the request of an update that changes something. */
function changeOf({ update }: Resource): CaseRequest | undefined {
  const cases = update?.cases.filter(({ expect }) => expect.status === 200) ?? [];
  const named = (pattern: RegExp): ContractCase | undefined => cases.find(({ id }) => pattern.test(id));
  return (named(/\/accepted\/-\/full-1$/) ?? named(/\/accepted\/[a-z_]+\/(max-|alone)/))?.request;
}

export const listed = rule(
  'listed',
  'A list shows each resource once and as it is: the created, the changed, and not the deleted.',
  'list',
  async (trial, stage, resource) => {
    const { list, update, remove } = resource as Resource & { list: OperationCases };
    const life = await beginLife(trial.ask, stage, resource, 'full-1', 'least', 'plain');
    await listedOnce(trial, life, life.created, onlyAtCreation[resource.create?.operationId ?? ''] ?? []);
    const change = changeOf(resource);
    if (update !== undefined && change !== undefined) {
      await life.call(update, change);
      await listedOnce(trial, life, life.created, []);
    }
    if (remove === undefined) return;
    await life.call(remove);
    trial.equal('a deleted resource is listed', (await rowsOf(life, list)).length, 0);
    const { body } = await life.call(list);
    const ids = (body?.data ?? []).map(({ id }: JsonObject) => id);
    trial.expect(!ids.includes(life.id), 'a deleted resource is listed', 'not listed', life.id);
  },
);

export const deleted = rule(
  'deleted',
  'A deleted resource is not found by any operation, is not listed, and a deleted key does not work.',
  'remove',
  async (trial, stage, resource) => {
    const { read, update, remove, list, create } = resource as Resource & { remove: OperationCases };
    const life = await beginLife(trial.ask, stage, resource, 'least', 'plain');
    const { value } = life.created;
    const answer = await life.call(remove);
    if (!trial.status(answer, 200, undefined, 'a deletion')) return;
    // The public API answers with the conversation that the item was deleted from.
    if (remove.operationId !== 'deleteConversationItem') {
      if (life.created.id !== undefined) trial.equal('the id of the deleted resource', answer.body?.id, life.id);
      trial.equal('the answer to a deletion', answer.body?.deleted, true);
    }
    for (const operation of [read, update, remove]) {
      if (operation === undefined || operation === create) continue;
      const later = await life.call(operation);
      trial.expect(later.status === 404, `after the deletion: ${later.status} instead of 404`, '404', later.text);
      if (later.status === 404) trial.equal('the code after a deletion', codeOf(later), 'not_found');
    }
    if (list !== undefined) trial.equal('a deleted resource is listed', (await rowsOf(life, list)).length, 0);
    if (typeof value === 'string') await stopsWorking(trial, value);
  },
);

/** Expects that a deleted key is refused: at once by the server that has deleted it, within 5 seconds by others. */
async function stopsWorking(trial: Trial, key: string): Promise<void> {
  const path = key.startsWith('svcorg_') ? '/v1/organization/projects' : '/v1/vector_stores';
  const deadline = performance.now() + revocationMs;
  let answer = await trial.ask('GET', path, { token: key });
  while (answer.status !== 401 && performance.now() < deadline) {
    await wait(pollMs);
    answer = await trial.ask('GET', path, { token: key });
  }
  trial.status(answer, 401, 'invalid_api_key', 'a deleted key');
}

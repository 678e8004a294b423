// Invariants between the members of a resource, which hold in every response that shows the resource.

import { createHash } from 'node:crypto';
import { eventErrors } from '../answers.ts';
import type { JsonObject } from './resource.ts';

/** A law: the name of its breach, whether it is kept, the expected value and the actual one. */
type Finding = [cause: string, isKept: boolean, wanted: unknown, got: unknown];
/** Returns the laws of a resource. */
type Law = (item: JsonObject) => Finding[];

const secondsOfDay = 86_400;
const mask = '••••••••';
/** Before the first server, and after any clock that is right. */
const earliest = 1_577_836_800;
const mostSecondsAhead = 600;

const laws: Record<string, Law> = {
  vector_store: (store) => [
    ...countsLaw(store),
    ['usage_bytes is not bytes', store.usage_bytes === store.bytes, store.bytes, store.usage_bytes],
    ...expiryLaw(store),
  ],
  'vector_store.file_batch': (batch) => {
    const { in_progress: open = 0 } = counts(batch);
    const isOpen = batch.status === 'in_progress';
    const { total = 0 } = counts(batch);
    return [
      ...countsLaw(batch),
      ['a batch has no files', total > 0, 'at least 1', total],
      ['an ended batch has files in progress', isOpen || open === 0, 0, open],
    ];
  },
  'vector_store.file': ({ status, last_error: error }) => [
    ['last_error belongs to failed files', (status === 'failed') === (error !== null), status, error],
  ],
  'organization.project': ({ status, archived_at: at, webhook_url: url, webhook_secret: secret }) => [
    ['archived_at belongs to archived projects', (status === 'archived') === (at !== null), status, at],
    [
      'a project without a webhook has a secret',
      url !== null || secret === null,
      null,
      secret === null ? null : 'a secret',
    ],
  ],
  'organization.admin_api_key': keyLaw('svcorg_'),
  'organization.project.api_key': keyLaw('svcproj_'),
  'webhook.delivery': (delivery) => [...endLaw(delivery), ...attemptsLaw(delivery), ...payloadLaw(delivery)],
  upload: ({ status, file }) => [
    ['only a completed upload has a file', status === 'completed' || file === null, null, file],
  ],
};

function onlyIf(concerns: boolean, ...findings: Finding[]): Finding[] {
  return concerns ? findings : [];
}

function counts({ file_counts: given }: JsonObject): Record<string, number> {
  return (given ?? {}) as Record<string, number>;
}

function countsLaw(item: JsonObject): Finding[] {
  const { total, ...others } = counts(item);
  const sum = Object.values(others).reduce((all, count) => all + count, 0);
  return [['the total of file_counts', total === sum, sum, total]];
}

function expiryLaw(store: JsonObject): Finding[] {
  const { days } = store.expires_after as { days: number };
  const wanted = Number(store.last_active_at) + days * secondsOfDay;
  return [
    ['expires_at is not last_active_at and expires_after', store.expires_at === wanted, wanted, store.expires_at],
  ];
}

/** A key is random in at least 256 bits, and its mask shows its prefix and its last characters. */
function keyLaw(prefix: string): Law {
  return ({ redacted_value: shown, value }) => {
    const masked = new RegExp(`^${prefix}[.•*…]+[A-Za-z0-9_-]{1,6}$`);
    const full = new RegExp(`^${prefix}[A-Za-z0-9_-]{43,}$`);
    const end =
      String(shown)
        .split(/[.•*…]/)
        .at(-1) ?? '';
    return [
      ['redacted_value', masked.test(String(shown)), `${prefix}...xyz`, shown],
      ...onlyIf(
        value !== undefined,
        ['the form of a key', full.test(String(value)), `${prefix} and 43 characters`, 'another form'],
        ['redacted_value is of another key', String(value).endsWith(end), 'the end of the key', end],
      ),
    ];
  };
}

function endLaw({ status, ended_at: ended, next_attempt_at: next }: JsonObject): Finding[] {
  const isPending = status === 'pending';
  return [
    ['ended_at belongs to ended deliveries', isPending === (ended === null), status, ended],
    ['an ended delivery has a next attempt', isPending || next === null, null, next],
  ];
}

function attemptsLaw(delivery: JsonObject): Finding[] {
  const attempts = delivery.attempts as JsonObject[] | undefined;
  if (attempts === undefined) return [];
  // An attempt that a dead worker left open is repeated, and does not count.
  const ended = attempts.filter(({ status }) => status !== 'sending' && status !== 'interrupted');
  const numbers = attempts.map(({ number }) => number);
  const wanted = attempts.map((_, index) => index + 1);
  const ids = attempts.map(({ id }) => id);
  const named = attempts.map(({ webhook_id: id }) => id);
  const isOfEvent = named.every((id) => id === delivery.event_id);
  const isOfAttempts = JSON.stringify(named) === JSON.stringify(ids);
  const last = ended.at(-1);
  return [
    ['the numbers of attempts', JSON.stringify(numbers) === JSON.stringify(wanted), wanted, numbers],
    ['attempt_count', delivery.attempt_count === ended.length, ended.length, delivery.attempt_count],
    ['the webhook_id of attempts', isOfAttempts || isOfEvent, ids, named],
    [
      'a delivery succeeds with its last attempt',
      delivery.status !== 'succeeded' || last?.status === 'succeeded',
      'succeeded',
      last?.status,
    ],
  ];
}

/** The payload is the event of the delivery. */
function payloadLaw(delivery: JsonObject): Finding[] {
  if (typeof delivery.payload !== 'string') return [];
  const event = parsed(delivery.payload);
  const data = (event.data ?? {}) as JsonObject;
  const broken = eventErrors(event);
  const type = String(event.type);
  return [
    ['the event breaks the document', broken.length === 0, 'the schema of the event', broken[0]],
    ['the id of the event', event.id === delivery.event_id, delivery.event_id, event.id],
    ['the type of the event', event.type === delivery.event_type, delivery.event_type, event.type],
    ['the project of the event', data.project_id === delivery.project_id, delivery.project_id, data.project_id],
    ['the object of the event', event.object === 'event', 'event', event.object],
    ['created_at of the event', isTime(event.created_at), 'seconds', event.created_at],
    ...onlyIf(type.startsWith('vector_store.file_batch.'), [
      'the status of the batch',
      data.status === type.split('.').at(-1),
      type,
      data.status,
    ]),
  ];
}

function parsed(text: string): JsonObject {
  try {
    return JSON.parse(text) as JsonObject;
  } catch {
    return {};
  }
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && value >= earliest && value <= Date.now() / 1000 + mostSecondsAhead;
}

/** A list shows its rows once each, and its ends; `limit` bounds its rows. */
function listLaw(
  { data, first_id: first, last_id: last, has_more: hasMore }: JsonObject,
  query: URLSearchParams,
): Finding[] {
  const rows = (data ?? []) as JsonObject[];
  const ids = rows.map(({ id }) => id);
  const limit = Number(query.get('limit') ?? Number.POSITIVE_INFINITY);
  const areEnds = first === (ids[0] ?? null) && last === (ids.at(-1) ?? null);
  // A page of a filtered list may end early. One of its ends is then the last row that the server looked at.
  const mayEndEarly = hasMore === true && ids.length < limit;
  return [
    ['a list shows a row twice', new Set(ids).size === ids.length, 'each row once', ids],
    ['a page has more rows than its limit', !(ids.length > limit), limit, ids.length],
    ...onlyIf(first !== undefined, [
      'first_id and last_id',
      areEnds || (mayEndEarly && (ids.length === 0 || first === ids[0] || last === ids.at(-1))),
      [ids[0] ?? null, ids.at(-1) ?? null],
      [first, last],
    ]),
  ];
}

/** Returns what is wrong with the resources in a response. */
export function objectFindings(body: unknown, query: URLSearchParams, isCreation: boolean): Finding[] {
  const found: Finding[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const item = node as JsonObject;
    if (item.object === 'list' && Array.isArray(item.data)) found.push(...listLaw(item, query));
    else if (typeof item.object === 'string') {
      found.push(...(laws[item.object]?.(item) ?? []));
      if (item.created_at !== undefined)
        found.push(['created_at is not a time in seconds', isTime(item.created_at), 'seconds', item.created_at]);
    }
    if (item.object === 'organization.project' && !isCreation && typeof item.webhook_secret === 'string')
      found.push(['a webhook secret is not masked', item.webhook_secret === mask, mask, digest(item.webhook_secret)]);
    for (const inside of Object.values(item)) visit(inside);
  };
  visit(body);
  return found.filter(([, isKept]) => !isKept);
}

/** Names a secret in a report without showing it. */
function digest(secret: string): string {
  return `a text with the SHA-256 ${createHash('sha256').update(secret).digest('hex').slice(0, 12)}`;
}

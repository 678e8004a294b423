// Identifiers: a prefix that names the kind, and a ULID (https://github.com/ulid/spec): 48 bits of milliseconds and 80
// random bits in 26 Crockford characters, monotonic within this process. So the order of ids is the order of creation,
// and lists page by id alone.

import { randomBytes, randomUUID } from 'node:crypto';
import { decodeTime, encodeTime, monotonicFactory } from 'ulid';
import { idKinds } from '../generated/id-kinds.ts';
import { nowMs } from './clock.ts';

/** Prefixes that differ from the kind. Any other kind is its own prefix: `thing_` for `thing`. */
const ownPrefixes = {
  user: 'user_',
  organization: 'org_',
  group: 'group_',
  role: 'role_',
  project: 'proj_',
  server: 'server_',
  key: 'key_',
  'service-account': 'svc_acct_',
  login: 'login_',
  grant: 'grant_',
  file: 'file-',
  upload: 'upload_',
  'upload-part': 'part_',
  invitation: 'inv_',
  'vector-store': 'vs_',
  'file-batch': 'vsfb_',
  'store-file': 'vsf_',
  object: 'obj_',
  worker: 'worker_',
  response: 'resp_',
  message: 'msg_',
  'tool-use': 'toolu_',
  conversation: 'conv_',
  'function-call': 'fc_',
  'function-output': 'fco_',
  reasoning: 'rs_',
  compaction: 'cmp_',
  'file-search-call': 'fs_',
  'output-item': 'item_',
  'tool-call': 'call_',
  event: 'evt_',
  'webhook-delivery': 'whdel_',
  'webhook-attempt': 'whatt_',
  job: 'job_',
  lease: 'lease_',
  collection: 'coll_',
  'chunk-set': 'set_',
  'log-entry': 'audit_',
  installation: 'inst_',
} as const;

/** The kind of an id: from the list above, or from the format of a cursor in the spec: `@format("project-id")`. */
export type IdKind = keyof typeof ownPrefixes | (typeof idKinds)[number];

/** The prefix of ids, by kind. */
export const idPrefixes = Object.fromEntries(
  [...new Set([...idKinds, ...(Object.keys(ownPrefixes) as IdKind[])])].map((kind) => [
    kind,
    kind in ownPrefixes ? ownPrefixes[kind as keyof typeof ownPrefixes] : `${kind.replaceAll('-', '_')}_`,
  ]),
) as Record<IdKind, string>;

/** An id has 16 random characters of 5 bits each. */
const randomCharacters = 16;
let drawn = Buffer.alloc(0);
let used = 0;

/**
 * Returns a random number from 0 to less than 1. Draws fresh bytes for one id at a time: ulid's own generator draws each
 * byte by a call of its own, which was a fiftieth of the CPU time of calls that create rows.
 */
function randomFraction(): number {
  if (used === drawn.length) [drawn, used] = [randomBytes(randomCharacters), 0];
  used += 1;
  return (drawn[used - 1] as number) / 256;
}

let nextUlid = monotonicFactory(randomFraction);
/** An id has 48 bits for its time. */
const lastIdMs = 2 ** 48 - 1;
const ulidPattern = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export function newId(kind: IdKind): string {
  return idPrefixes[kind] + nextUlid(nowMs());
}

/** Makes new ids of this process sort after `id`, even if the clock of the process that made `id` is ahead. */
export function continueAfter(id: string): void {
  if (createdAtMs(id) >= nowMs()) nextUlid(createdAtMs(id) + 1);
}

/** Lets new ids have earlier times than existing ids, after `svc sandbox` has set the clock back. */
export function restartIds(): void {
  nextUlid = monotonicFactory(randomFraction);
}

/** Returns an id of the kind with this time and these random characters, 16 of Crockford's alphabet. */
export function idFrom(kind: IdKind, unixMs: number, random: string): string {
  return idPrefixes[kind] + encodeTime(unixMs, 10) + random;
}

/**
 * Returns an id of the kind that sorts before all ids made at the time, in Unix seconds, or later. After the last time
 * of ids, in the year 10889, it returns one for that time.
 */
export function firstIdAt(kind: IdKind, seconds: number): string {
  return idPrefixes[kind] + encodeTime(Math.min(seconds * 1000, lastIdMs), 10) + '0'.repeat(16);
}

/** Returns whether the text has the form of an id of the kind. The resource need not exist. */
export function isId(kind: IdKind, text: string): boolean {
  const prefix = idPrefixes[kind];
  return text.startsWith(prefix) && ulidPattern.test(text.slice(prefix.length));
}

/** Returns the creation time of the id, in whole Unix seconds. */
export function createdAt(id: string): number {
  return Math.floor(createdAtMs(id) / 1000);
}

/** Returns the creation time of the id, in Unix milliseconds. */
export function createdAtMs(id: string): number {
  return decodeTime(id.slice(-26));
}

/**
 * Returns an id with 96 random bits, for a request that the client sent without one. They come from a UUID, because Node
 * draws the random bytes of 128 UUIDs at once. An id takes 0.25 µs so, and 1.4 µs by `randomBytes`.
 */
export function newRequestId(): string {
  const uuid = randomUUID();
  // Leaves out the groups with the version and the variant.
  return `req_${uuid.slice(0, 8)}${uuid.slice(9, 13)}${uuid.slice(24)}`;
}

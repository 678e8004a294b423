// Rules that limit what a key may do: permissions, models and client addresses.
//
// Servers of older versions do not know these rules, nor service accounts. So a key with a rule or of a service account is
// stored under the inverted digest, which only servers that know them look for: others refuse the key as unknown.

import type { components } from '../../generated/openapi.ts';
import type { Permission } from '../../generated/operations.ts';
import type { KeyRuleColumns, KeyValues } from '../../models/key-holder.ts';
import { hasOlderServers } from '../../models/older-servers.ts';
import { inNetworks, ServiceError } from '../platform/index.ts';
import type { Permissions } from './permissions.ts';

type Changes = Pick<components['schemas']['UpdateKeyRequest'], 'scopes' | 'models' | 'allowed_cidrs'>;

/** The rules of a key. Undefined: no rule. */
export interface KeyRules {
  scopes: Permissions | undefined;
  models: ReadonlySet<string> | undefined;
  allowedCidrs: readonly string[] | undefined;
  /** Returns true if the key is accepted from the client's address. */
  allowsAddress: (address: string) => boolean;
}

const anyAddress = (): boolean => true;

/** Returns the rules of a key's row. */
export function rulesOfKey({ scopes, models, allowedCidrs }: KeyRuleColumns): KeyRules {
  const networks = listIn(allowedCidrs);
  return {
    scopes: scopes === null ? undefined : new Set(listIn(scopes) as Permission[]),
    models: models === null ? undefined : new Set(listIn(models)),
    allowedCidrs: networks,
    allowsAddress: networks === undefined ? anyAddress : inNetworks(networks),
  };
}

/**
 * Throws `upgrade_in_progress` if the changes set a rule while a server of an older version uses the database: it would
 * refuse the key.
 */
export async function checkNoOlderServer({ scopes, models, allowed_cidrs: networks }: Changes): Promise<void> {
  const setsRule = [scopes, models, networks].some((rule) => rule !== undefined && rule !== null);
  if (!setsRule || !(await hasOlderServers())) return;
  throw new ServiceError(
    'upgrade_in_progress',
    'A server of an older version uses the database, and knows no scopes, models and allowed_cidrs of keys. Try again when all servers are of this version, and no other program uses the database with their user.',
  );
}

export function ruleColumns({ scopes, models, allowed_cidrs: networks }: Changes): Partial<KeyRuleColumns> {
  return {
    ...(scopes === undefined ? {} : { scopes: columnOf(scopes) }),
    ...(models === undefined ? {} : { models: columnOf(models) }),
    ...(networks === undefined ? {} : { allowedCidrs: columnOf(networks) }),
  };
}

/** The columns that decide the form of a stored digest. Organization keys have no service account. */
type FormColumns = KeyRuleColumns & { serviceAccountId?: string | null };

/** Returns the digest in the form in which a key with these columns is stored. */
export function keyForm(
  digest: Uint8Array,
  { scopes, models, allowedCidrs, serviceAccountId = null }: FormColumns,
): Buffer {
  const isPlain = [scopes, models, allowedCidrs, serviceAccountId].every((column) => column === null);
  return isPlain ? Buffer.from(digest) : inverted(digest);
}

/** Returns the digest of a key that servers of older versions do not accept. */
export function inverted(digest: Uint8Array): Buffer {
  return Buffer.from(digest.map((byte) => byte ^ 255));
}

/** Returns the digests of a key whose rules change: in the form of a key with rules, or of one without. */
export function reshaped(key: KeyValues & FormColumns, changes: Partial<KeyRuleColumns>): Partial<KeyValues> {
  const after: FormColumns = { ...rulesOnly(key), serviceAccountId: key.serviceAccountId ?? null, ...changes };
  if (keyForm(key.digest, key).equals(keyForm(key.digest, after))) return {};
  return key.disabledDigest === null
    ? { digest: inverted(key.digest) }
    : { disabledDigest: inverted(key.disabledDigest) };
}

/**
 * Throws `insufficient_permissions` if the key is or would be allowed more than the caller. `granted` is what the
 * caller's role allows where the key works; `own` are the rules of the key that the caller uses.
 * @param rules the rules of the key, and those that replace some of them.
 */
export function checkGrant(
  [before, changes = {}]: [before: KeyRuleColumns, changes?: Partial<KeyRuleColumns>],
  granted: Permissions,
  own: KeyRules | undefined,
): void {
  for (const { scopes, models, allowedCidrs } of [before, { ...rulesOnly(before), ...changes }]) {
    const asked = listIn(scopes);
    const beyond = asked?.find((scope) => !granted.has(scope as Permission));
    if (beyond !== undefined) throw beyondCaller(`has the scope ${beyond}, which you do not have`);
    if (own === undefined) continue;
    checkWithin('scopes', asked, own.scopes === undefined ? undefined : [...own.scopes]);
    checkWithin('models', listIn(models), own.models === undefined ? undefined : [...own.models]);
    checkWithin('allowed_cidrs', listIn(allowedCidrs), own.allowedCidrs);
  }
}

function rulesOnly({ scopes, models, allowedCidrs }: KeyRuleColumns): KeyRuleColumns {
  return { scopes, models, allowedCidrs };
}

function checkWithin(name: string, asked: readonly string[] | undefined, own: readonly string[] | undefined): void {
  if (own === undefined) return;
  if (asked === undefined || asked.some((item) => !own.includes(item)))
    throw beyondCaller(`needs ${name} within those of the key that is used: ${own.slice(0, 10).join(', ')}`);
}

function beyondCaller(problem: string): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    `Nobody can make or change a key that may do more than they may. The key ${problem}.`,
  );
}

function columnOf(list: readonly string[] | null): string | null {
  return list === null ? null : JSON.stringify(list);
}

function listIn(column: string | null): string[] | undefined {
  return column === null ? undefined : (JSON.parse(column) as string[]);
}

// The makers of keys. A key is accepted only while its maker is enabled and belongs to the organization, and may do what
// the maker may do now. A key that was transferred to the organization (`kept_by`) does not depend on its maker.

import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { nowSeconds } from './clock.ts';
import { select } from './connection.ts';
import { Membership, type Role } from './membership.ts';
import { rowsIn } from './statements.ts';
import { blob, integer, nullable, primaryKey, text, type ValuesOf } from './table.ts';
import { type UserRow, usersById } from './user.ts';

/** The columns of a key's values. */
const valueColumns = {
  digest: blob(),
  redactedValue: text(),
  /** Unix seconds: the last use of the value. */
  lastUsedAt: nullable(integer()),
  /** The value before the last rotation. It is accepted until `previousExpiresAt`. */
  previousDigest: nullable(blob()),
  previousRedactedValue: nullable(text()),
  previousLastUsedAt: nullable(integer()),
  /** Unix seconds. */
  previousExpiresAt: nullable(integer()),
  /**
   * The digest of a disabled key; null for an enabled one. The digest of a disabled key is that of no value: so servers of
   * older versions, which do not know this column, refuse it too.
   */
  disabledDigest: nullable(blob()),
};

export type KeyValues = ValuesOf<typeof valueColumns>;

/** The rules of a key: lists as JSON; null for no rule. A key with a rule is stored with the inverted digest: `keyForm`. */
const ruleColumns = { scopes: nullable(text()), models: nullable(text()), allowedCidrs: nullable(text()) };

export type KeyRuleColumns = ValuesOf<typeof ruleColumns>;

/** The columns that organization keys and project keys share. */
export const keyColumns = {
  id: primaryKey(text()),
  /** The user who created the key, or who owned the key that created it. */
  userId: text(),
  name: text(),
  ...valueColumns,
  ...ruleColumns,
  /** Unix seconds; null: the key does not expire. */
  expiresAt: nullable(integer()),
  /**
   * The user who transferred the key to the organization, or made the key of a service account. Null means that the key
   * depends on its owner's access.
   */
  keptBy: nullable(text()),
  /** Unix seconds: the time when the key's maker was removed from the organization. */
  revokedAt: nullable(integer()),
  createdAt: integer(),
};

/** The maker of a key, and the maker's current role in the organization. */
export interface KeyHolder {
  user: Pick<UserRow, 'id' | 'email' | 'name' | 'createdAt'>;
  /** Undefined: the user has left, or is disabled. */
  role: Role | undefined;
}

/** A key that is accepted now. */
export interface ActiveKey {
  id: string;
  userId: string;
  organizationId: string;
  /** Null for an organization key. */
  projectId: string | null;
}

/** The columns of a key without rules. */
export const noKeyRules: KeyRuleColumns = { scopes: null, models: null, allowedCidrs: null };

/** The columns of a new key that nobody has rotated or disabled. */
export const newKeyState = {
  lastUsedAt: null,
  previousDigest: null,
  previousRedactedValue: null,
  previousLastUsedAt: null,
  previousExpiresAt: null,
  disabledDigest: null,
};

/** Returns the members of a key's resource that its values have. */
export function keyState(row: KeyValues): Pick<components['schemas']['AdminApiKey'], 'disabled' | 'previous'> {
  const { previousRedactedValue: ends, previousLastUsedAt: used, previousExpiresAt: until } = row;
  const hasPrevious = ends !== null && until !== null && until > nowSeconds();
  return {
    disabled: row.disabledDigest !== null,
    previous: hasPrevious ? { redacted_value: ends, last_used_at: used, expires_at: until } : null,
  };
}

/** Returns the members of a key's resource that its rules have. */
export function keyRules({
  scopes,
  models,
  allowedCidrs,
}: KeyRuleColumns): Pick<components['schemas']['AdminApiKey'], 'scopes' | 'models' | 'allowed_cidrs'> {
  return { scopes: listIn(scopes), models: listIn(models), allowed_cidrs: listIn(allowedCidrs) };
}

function listIn<Item extends string>(column: string | null): Item[] | null {
  return column === null ? null : (JSON.parse(column) as Item[]);
}

type HeldKey = { keptBy: string | null; revokedAt: number | null };

/** Returns the status of a key, regardless of its expiry and of whether it is disabled. */
export function keyStatus({ keptBy, revokedAt }: HeldKey, { role }: KeyHolder): 'active' | 'revoked' {
  return revokedAt === null && (keptBy !== null || role !== undefined) ? 'active' : 'revoked';
}

/**
 * A SQL condition: the key `k` of the user `u`, whose membership in the organization is `m`, is active. Ignores the
 * key's expiry.
 */
export const isActiveKeySql =
  'k.`revoked_at` IS NULL AND k.`disabled_digest` IS NULL AND (k.`kept_by` IS NOT NULL OR (u.`disabled` = 0 AND (u.`is_admin` = 1 OR m.`role` IS NOT NULL)))';

/** A SQL expression: what the active key `k` may do in the organization. The tables are those of `isActiveKeySql`. */
export const keyRoleSql = "CASE WHEN k.`kept_by` IS NOT NULL OR u.`is_admin` = 1 THEN 'owner' ELSE m.`role` END";

/** Returns the maker of each key, by the maker's id. An admin counts as an owner. */
export async function keyHolders(organizationId: string, keys: { userId: string }[]): Promise<Map<string, KeyHolder>> {
  const userIds = keys.map(({ userId }) => userId);
  const [users, memberships] = await Promise.all([
    usersById(userIds),
    Membership.findAll({ where: { organizationId, userId: userIds } }),
  ]);
  const roles = new Map<string, Role>(memberships.map(({ userId, role }) => [userId, role]));
  return new Map(
    [...users.values()].map((user) => [
      user.id,
      { user, role: user.disabled ? undefined : user.isAdmin ? 'owner' : roles.get(user.id) },
    ]),
  );
}

/** Returns the keys that work because this user made them: those of one organization, or all. */
export function activeKeysOf(
  userId: string,
  organizationId: string | undefined,
  tx: Transaction,
): Promise<ActiveKey[]> {
  const { sql, values } = activeKeys([userId], organizationId);
  return rowsIn<ActiveKey>(tx, `${sql} ORDER BY \`id\``, values);
}

/** Returns how many keys work because the user made them, by the user's id: those of one organization, or all. */
export async function countActiveKeys(userIds: string[], organizationId?: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>(userIds.map((id) => [id, 0]));
  if (userIds.length === 0) return counts;
  const { sql, values } = activeKeys(userIds, organizationId);
  const counted = `SELECT a.\`userId\` AS \`userId\`, COUNT(*) AS \`count\` FROM (${sql}) a GROUP BY a.\`userId\``;
  const rows = await select<{ userId: string; count: number }>(counted, values);
  for (const { userId, count } of rows) counts.set(userId, Number(count));
  return counts;
}

function activeKeys(userIds: string[], organizationId: string | undefined): { sql: string; values: string[] } {
  const users = userIds.map(() => '?').join(', ');
  const conditions = (organization: string): string =>
    [
      `k.\`user_id\` IN (${users})`,
      ...(organizationId === undefined ? [] : [`${organization} = ?`]),
      'k.`kept_by` IS NULL',
      isActiveKeySql,
      `(k.\`expires_at\` IS NULL OR k.\`expires_at\` > ${nowSeconds()})`,
    ].join(' AND ');
  const people = (organization: string): string =>
    `JOIN \`users\` u ON u.\`id\` = k.\`user_id\` LEFT JOIN \`memberships\` m ON m.\`user_id\` = k.\`user_id\` AND m.\`organization_id\` = ${organization}`;
  const own = 'k.`organization_id`';
  const ofProject = 'p.`organization_id`';
  const sql =
    `SELECT k.\`id\` AS \`id\`, k.\`user_id\` AS \`userId\`, ${own} AS \`organizationId\`, NULL AS \`projectId\` FROM \`admin_api_keys\` k ${people(own)} WHERE ${conditions(own)}` +
    ` UNION ALL SELECT k.\`id\` AS \`id\`, k.\`user_id\` AS \`userId\`, ${ofProject} AS \`organizationId\`, k.\`project_id\` AS \`projectId\` FROM \`project_api_keys\` k JOIN \`projects\` p ON p.\`id\` = k.\`project_id\` ${people(ofProject)} WHERE ${conditions(ofProject)}`;
  const values = [...userIds, ...(organizationId === undefined ? [] : [organizationId])];
  return { sql, values: [...values, ...values] };
}

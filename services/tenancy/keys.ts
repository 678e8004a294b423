// API keys of organizations, and what they have in common with those of projects (project-keys.ts). A key's value is in the response that creates it, and is not stored.

import { randomBytes } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { AdminApiKey, type AdminApiKeyRow } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import {
  type ActiveKey,
  type KeyRuleColumns,
  type KeyValues,
  keyRules,
  newKeyState,
  noKeyRules,
} from '../../models/key-holder.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { readOne } from '../../models/page.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, ServiceError } from '../platform/index.ts';
import { checkGrant, checkNoOlderServer, keyForm, reshaped, ruleColumns } from './key-rules.ts';
import { type OrganizationKeyPrincipal, permissionsIn, type UserPrincipal } from './principals.ts';
import { checkMayChangeKey, type Place } from './rank.ts';
import { type Minted, mint } from './tokens.ts';

type Named = { id: string };
type NewKey = components['schemas']['CreateKeyRequest'];
type KeyChanges = components['schemas']['UpdateKeyRequest'];
export type Rotation = components['schemas']['RotateKeyRequest'];
type ProjectKeyChanges = components['schemas']['UpdateProjectKeyRequest'];
export type KeyMaker = UserPrincipal | OrganizationKeyPrincipal;

export const defaultOverlapSeconds = 86_400;

/**
 * Creates an organization key that belongs to the caller's user.
 *
 * Throws `insufficient_permissions` if it would outlive the key that creates it.
 */
export async function createAdminApiKey(
  organization: Named,
  { name, expires_in_seconds: seconds, ...rules }: NewKey,
  caller: KeyMaker,
): Promise<{ key: AdminApiKeyRow; value: string }> {
  await checkNoOlderServer(rules);
  const { value, digest, redactedValue } = mint('organization_key');
  const expiresAt = expiryIn(seconds ?? null);
  checkLifetime(expiresAt, caller);
  const limited = { ...noKeyRules, ...ruleColumns(rules) };
  checkGrantBy(caller, { organizationId: organization.id }, limited);
  const fields = {
    ...{ ...ownerFrom(caller), name, redactedValue, expiresAt },
    ...{ ...limited, digest: keyForm(digest, limited) },
  };
  const key = await transaction(async (tx) => {
    const added = await AdminApiKey.add(organization, fields, tx);
    const details = { name, scope: 'organization', expires_at: expiresAt, ...rules };
    await auditEvent({ type: 'api_key.created', targetId: added.id, details }, tx);
    return added;
  });
  return { key, value };
}

export function listAdminApiKeys(organization: Named, query: ListQuery): Promise<ListOf<AdminApiKeyRow>> {
  return list(AdminApiKey, { organizationId: organization.id }, query);
}

/** Returns an organization key. Throws `not_found`. */
export async function getAdminApiKey(organization: Named, id: string): Promise<AdminApiKeyRow> {
  return existing(await readOne(AdminApiKey, { id, organizationId: organization.id }), 'organization key', id);
}

/**
 * Renames a key or changes its expiry. This server applies the change at once.
 *
 * Throws `not_found`, or `insufficient_permissions` if the key would outlive the calling key.
 */
export async function updateAdminApiKey(
  organization: Named,
  id: string,
  changes: KeyChanges,
  caller: KeyMaker,
): Promise<AdminApiKeyRow> {
  const where = { id, organizationId: organization.id };
  await checkNoOlderServer(changes);
  await transaction(async (tx) => {
    const key = existing(await AdminApiKey.findOne({ where, lock: true, transaction: tx }), 'organization key', id);
    const columns = columnsOf(changes, key);
    await checkMayManage(caller, where, key, tx, columns);
    if (columns.expiresAt !== undefined) checkLifetime(columns.expiresAt, caller);
    const details = keyDetails(changes, columns, {
      name: key.name,
      expires_at: key.expiresAt,
      disabled: key.disabledDigest !== null,
      ...keyRules(key),
    });
    await key.update(columns, { transaction: tx });
    await auditEvent({ type: 'api_key.updated', targetId: id, details }, tx);
  });
  return getAdminApiKey(organization, id);
}

/**
 * Gives an organization key a new value, and returns it. The old one is accepted until the overlap has passed.
 *
 * Throws `not_found`, or `insufficient_permissions` if the key lives longer than the calling key.
 */
export async function rotateAdminApiKey(
  organization: Named,
  id: string,
  { overlap_seconds: overlapSeconds = defaultOverlapSeconds }: Rotation,
  caller: KeyMaker,
): Promise<{ key: AdminApiKeyRow; value: string }> {
  const minted = mint('organization_key');
  await transaction(async (tx) => {
    const where = { id, organizationId: organization.id };
    const key = existing(await AdminApiKey.findOne({ where, lock: true, transaction: tx }), 'organization key', id);
    checkLifetime(key.expiresAt, caller);
    await checkMayManage(caller, where, key, tx);
    await key.update(rotated(key, minted, overlapSeconds), { transaction: tx });
    const details = { overlap_seconds: overlapSeconds };
    await auditEvent({ type: 'api_key.rotated', targetId: id, details }, tx);
  });
  return { key: await getAdminApiKey(organization, id), value: minted.value };
}

/** Deletes a key. This server rejects it from now on. Throws `not_found` or `insufficient_permissions`. */
export async function deleteAdminApiKey(organization: Named, id: string, caller: KeyMaker): Promise<void> {
  await transaction(async (tx) => {
    const where = { id, organizationId: organization.id };
    const key = existing(await AdminApiKey.findOne({ where, lock: true, transaction: tx }), 'organization key', id);
    await checkMayManage(caller, where, key, tx);
    await key.destroy({ transaction: tx });
    await auditEvent({ type: 'api_key.deleted', targetId: id }, tx);
  });
}

/**
 * Revokes the keys that the user made in the organization, or transfers them to the organization.
 */
export async function endKeys(
  organizationId: string,
  userId: string,
  columns: { revokedAt: number } | { keptBy: string },
  tx: Transaction,
): Promise<void> {
  const held = { userId, keptBy: null, revokedAt: null };
  const projects = await Project.findAll({ attributes: ['id'], where: { organizationId }, transaction: tx });
  const projectId = projects.map(({ id }) => id);
  await AdminApiKey.update(columns, { where: { ...held, organizationId }, transaction: tx });
  await ProjectApiKey.update(columns, { where: { ...held, projectId }, transaction: tx });
}

/** Audits keys that were revoked, restored or kept because their owner changed, one entry for each key. */
export async function auditKeys(
  type: 'credential_revoked' | 'credential_restored' | 'credential_kept',
  keys: ActiveKey[],
  reason: 'owner_removed' | 'owner_lost_access' | 'owner_has_access',
  tx: Transaction,
): Promise<void> {
  for (const { id, userId, organizationId, projectId } of keys) {
    await auditEvent({ type, organizationId, projectId, targetId: id, details: { owner_id: userId, reason } }, tx);
  }
}

/** Throws `insufficient_permissions` if the caller makes or changes a key that may do more than the caller. */
export function checkGrantBy(caller: KeyMaker, place: Place, ...rules: Parameters<typeof checkGrant>[0]): void {
  const own = caller.kind === 'user' ? undefined : caller.rules;
  checkGrant(rules, permissionsIn(caller, place.organizationId, place.projectId), own);
}

/** Throws `insufficient_permissions` if the key may do more than the caller, as it is or with the changes. */
export async function checkMayManage(
  caller: KeyMaker,
  place: Place,
  key: Parameters<typeof checkMayChangeKey>[2] & KeyRuleColumns,
  tx: Transaction,
  changes: Partial<KeyRuleColumns> = {},
): Promise<void> {
  await checkMayChangeKey(caller, place, key, tx);
  checkGrantBy(caller, place, key, changes);
}

export function placeOf({ id, organizationId }: ProjectRow): Place {
  return { organizationId, projectId: id };
}

/** Returns the owner of a new key. A key that creates another key passes on its own owner. */
export function ownerFrom(caller: KeyMaker): { userId: string; keptBy: string | null } {
  return { userId: caller.userId, keptBy: caller.kind === 'user' ? null : caller.keptBy };
}

/**
 * Throws `insufficient_permissions` if an organization key would outlive the key that creates or changes it. Otherwise
 * two expiring keys could extend each other forever. Project keys cannot create keys, so their lifetime is free.
 */
function checkLifetime(expiresAt: number | null, caller: KeyMaker): void {
  if (caller.kind === 'user' || caller.expiresAt === null) return;
  if (expiresAt !== null && expiresAt <= caller.expiresAt) return;
  throw new ServiceError(
    'insufficient_permissions',
    `The key that is used expires at ${caller.expiresAt} (Unix seconds), and cannot make, rotate or extend an organization key that lives longer. Send a smaller expires_in_seconds, or ask an owner.`,
  );
}

/** Returns the columns that a change of a key writes. */
export function columnsOf(
  { name, expires_in_seconds: seconds, disabled, ...rules }: KeyChanges,
  key: KeyValues & KeyRuleColumns,
): { name?: string; expiresAt?: number | null } & Partial<KeyValues & KeyRuleColumns> {
  const limited = ruleColumns(rules);
  const shape = reshaped(key, limited);
  return {
    ...limited,
    ...shape,
    ...(name === undefined ? {} : { name }),
    ...(seconds === undefined ? {} : { expiresAt: expiryIn(seconds) }),
    ...(disabled === undefined
      ? {}
      : disablement({ digest: key.digest, disabledDigest: key.disabledDigest, ...shape }, disabled)),
  };
}

/**
 * Returns the columns that disable a key, or enable it with the value that it had. Digests become buffers: the embedded
 * database returns arrays of bytes, which would be written as texts.
 */
function disablement(
  { digest, disabledDigest }: Pick<KeyValues, 'digest' | 'disabledDigest'>,
  disabled: boolean,
): Partial<KeyValues> {
  if (disabled === (disabledDigest !== null)) return {};
  return disabled
    ? { digest: randomBytes(32), disabledDigest: Buffer.from(digest) }
    : { digest: Buffer.from(disabledDigest ?? digest), disabledDigest: null };
}

/** Returns the columns of a key with a new value. A value of an earlier rotation ends. A disabled key stays disabled. */
export function rotated(
  key: KeyValues & KeyRuleColumns,
  { digest, redactedValue }: Minted,
  overlapSeconds: number,
): Partial<KeyValues> {
  const isDisabled = key.disabledDigest !== null;
  const previous = {
    previousDigest: Buffer.from(key.disabledDigest ?? key.digest),
    previousRedactedValue: key.redactedValue,
    previousLastUsedAt: key.lastUsedAt,
    previousExpiresAt: nowSeconds() + overlapSeconds,
  };
  return {
    ...newKeyState,
    ...(overlapSeconds === 0 ? {} : previous),
    ...(isDisabled ? { disabledDigest: keyForm(digest, key) } : { digest: keyForm(digest, key) }),
    redactedValue,
  };
}

/** Returns the audit details of a change. Besides the requested seconds they have the expiry itself, to compare. */
export function keyDetails(
  changes: KeyChanges | ProjectKeyChanges,
  { expiresAt }: { expiresAt?: number | null },
  before: Record<string, unknown>,
): Record<string, unknown> {
  const expiry = expiresAt === undefined ? {} : { expires_at: expiresAt };
  return changeDetails({ ...changes, ...expiry }, before);
}

/** Returns the expiry in Unix seconds; null means never. */
export function expiryIn(seconds: number | null): number | null {
  return seconds === null ? null : nowSeconds() + seconds;
}

// Members of an organization.
//
// The accountable owner is always an owner, and stays one until an admin makes another user accountable. So an
// organization always has an owner, even if owners demote each other concurrently.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { type ActiveKey, activeKeysOf, countActiveKeys } from '../../models/key-holder.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { Membership, type MembershipRow, type Role } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { readOne } from '../../models/page.ts';
import { ServiceAccount } from '../../models/service-account.ts';
import { emailKey, User, type UserRow, usersById } from '../../models/user.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, notFound, ServiceError } from '../platform/index.ts';
import {
  auditKeys,
  type Changer,
  checkMayChange,
  checkMayGrant,
  endKeys,
  grantsOfPerson,
  organizationRoles,
} from '../tenancy/index.ts';
import { getUser } from './users.ts';

type Named = { id: string };

export interface Member {
  membership: MembershipRow;
  user: UserRow;
  /** The number of active keys that the member made in the organization and its projects. */
  activeKeys: number;
}

/** Returns a page of members, sorted by user id. `emails` limits the page to members with one of these addresses. */
export async function listMembers(
  organization: Named,
  query: ListQuery,
  emails: string[] | undefined,
): Promise<ListOf<MembershipRow> & { users: Map<string, UserRow>; activeKeys: Map<string, number> }> {
  const scope = { organizationId: organization.id, ...(emails === undefined ? {} : { userId: await idsOf(emails) }) };
  const found = await list(Membership, scope, query, { key: 'userId', searchIn: User });
  const userIds = found.rows.map(({ userId }) => userId);
  const [users, activeKeys] = await Promise.all([usersById(userIds), countActiveKeys(userIds, organization.id)]);
  return { ...found, users, activeKeys };
}

/** Returns a member with the number of its active keys. Throws `not_found`. */
export async function getMember(organization: Named, userId: string): Promise<Member> {
  const membership = existing(await readOne(Membership, { organizationId: organization.id, userId }), 'member', userId);
  const [user, keys] = await Promise.all([getUser(userId), countActiveKeys([userId], organization.id)]);
  return { membership, user, activeKeys: keys.get(userId) ?? 0 };
}

/** Sets a member's role. Throws `not_found`, `insufficient_permissions` or `accountable_owner`. */
export async function setMemberRole(
  organization: Named,
  userId: string,
  role: Role,
  caller: Changer,
  tx: Transaction,
): Promise<void> {
  const before = await lockForChange(organization, userId, role, caller, tx);
  await Membership.put(organization.id, userId, role, tx);
  const details = changeDetails({ role }, { role: before });
  await auditEvent({ type: 'member.updated', targetId: userId, details }, tx);
}

/**
 * Removes a member. The member's keys in the organization are revoked, or with `keepsKeys` transferred to the
 * organization.
 *
 * Throws `not_found`, `insufficient_permissions` or `accountable_owner`.
 */
export async function deleteMember(
  organization: Named,
  userId: string,
  keepsKeys: boolean,
  caller: Changer,
): Promise<{ revokedKeys: number; keptKeys: number; serviceAccounts: string[] }> {
  const { held, serviceAccounts } = await transaction((tx) =>
    removeMember(organization, userId, keepsKeys, caller, tx),
  );
  const [revokedKeys, keptKeys] = keepsKeys ? [0, held.length] : [held.length, 0];
  return { revokedKeys, keptKeys, serviceAccounts };
}

/**
 * Gives a user the role in an organization, or removes the user and revokes the user's keys there if the role is
 * undefined. Returns the role after that: the accountable owner stays an owner, and an organization that does not exist
 * has no members.
 */
export async function placeMember(
  organizationId: string,
  userId: string,
  role: Role | undefined,
  tx: Transaction,
): Promise<Role | undefined> {
  const organization = await Organization.lock(organizationId, tx);
  if (organization === null) return undefined;
  if (organization.ownerId === userId) return 'owner';
  const before = await Membership.findOne({ where: { organizationId, userId }, transaction: tx });
  if (role === undefined) {
    if (before === null) return undefined;
    const held = await activeKeysOf(userId, organizationId, tx);
    await endKeys(organizationId, userId, { revokedAt: nowSeconds() }, tx);
    await Membership.leave(organizationId, userId, tx);
    await auditEvent({ type: 'member.deleted', organizationId, targetId: userId, details: { keep_keys: false } }, tx);
    await auditKeys('credential_revoked', held, 'owner_removed', tx);
    return undefined;
  }
  await Membership.put(organizationId, userId, role, tx);
  const details = changeDetails({ role }, { role: before?.role ?? null });
  await auditEvent({ type: 'member.updated', organizationId, targetId: userId, details }, tx);
  return role;
}

/** Removes a member, as `deleteMember` does, and returns the keys that the member had. */
export async function removeMember(
  organization: Named,
  userId: string,
  keepsKeys: boolean,
  caller: Changer,
  tx: Transaction,
): Promise<{ held: ActiveKey[]; serviceAccounts: string[] }> {
  await lockForChange(organization, userId, null, caller, tx);
  if (keepsKeys) await checkMayKeepKeys(caller, userId, organization.id, tx);
  const held = await activeKeysOf(userId, organization.id, tx);
  await endKeys(organization.id, userId, keepsKeys ? { keptBy: caller.userId } : { revokedAt: nowSeconds() }, tx);
  await Membership.leave(organization.id, userId, tx);
  const serviceAccounts = await ServiceAccount.madeBy(userId, organization.id, tx);
  const details = { keep_keys: keepsKeys, service_accounts: serviceAccounts };
  await auditEvent({ type: 'member.deleted', targetId: userId, details }, tx);
  await auditKeys(keepsKeys ? 'credential_kept' : 'credential_revoked', held, 'owner_removed', tx);
  return { held, serviceAccounts };
}

/**
 * Locks the organization for a change of a membership, and returns the role before. `role` is the new role, or null for a removal. Changes run one
 * at a time, so the accountable owner and the rights of a key's maker stay the same until the commit.
 */
export async function lockForChange(
  { id }: Named,
  userId: string,
  role: Role | null,
  caller: Changer,
  tx: Transaction,
): Promise<Role> {
  const organization = await Organization.lock(id, tx);
  const membership = await Membership.findOne({ where: { organizationId: id, userId }, transaction: tx });
  if (organization === null || membership === null) throw notFound('member', userId);
  if (role === 'owner' || membership.role === 'owner') await checkIsOwnerNow(caller, id, tx);
  await checkMayChange(caller, id, userId, tx);
  if (role === 'owner') await checkMayGrant(caller, { organizationId: id }, organizationRoles.owner, tx);
  if (organization.ownerId === userId && role !== 'owner') {
    throw new ServiceError(
      'accountable_owner',
      'This member is accountable for the organization. An admin has to make another user accountable first.',
    );
  }
  return membership.role;
}

/**
 * Throws `insufficient_permissions` unless the caller, or the maker of the key that calls, is an owner of the
 * organization or an admin now. The principal may be a few seconds old, and a transferred key has no maker.
 */
export async function checkIsOwnerNow(caller: Changer, organizationId: string, tx: Transaction): Promise<void> {
  const { isOwner } = await grantsOfPerson(organizationId, caller.userId, tx);
  if (isOwner && (caller.kind === 'user' || caller.keptBy === null)) return;
  throw new ServiceError(
    'insufficient_permissions',
    'An organization key can change owners or keep keys only while its creator is an owner. Ask an owner to do it.',
  );
}

/**
 * Throws `insufficient_permissions` if the caller may not keep the keys of the member who is removed. Kept keys outlive
 * the account, so nobody decides about their own.
 */
async function checkMayKeepKeys(
  caller: Changer,
  userId: string,
  organizationId: string,
  tx: Transaction,
): Promise<void> {
  await checkIsOwnerNow(caller, organizationId, tx);
  if (caller.userId !== userId) return;
  throw new ServiceError(
    'insufficient_permissions',
    'Nobody can keep their own keys, also not with a key that they created. Ask another owner or an admin to remove you.',
  );
}

async function idsOf(emails: string[]): Promise<string[]> {
  const users = await User.findAll({ attributes: ['id'], where: { emailKey: [...new Set(emails.map(emailKey))] } });
  return users.map(({ id }) => id);
}

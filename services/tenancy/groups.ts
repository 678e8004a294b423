// Groups of members of an organization. Each member has the roles of their groups.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { GroupMember } from '../../models/group-member.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Membership } from '../../models/membership.ts';
import { OwnRole } from '../../models/own-role.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { RoleAssignment } from '../../models/role-assignment.ts';
import { type UserRow, usersById } from '../../models/user.ts';
import { UserGroup, type UserGroupRow } from '../../models/user-group.ts';
import { auditEvent, auditNothing, changeDetails } from '../audit/index.ts';
import { nameTaken, notFound } from '../platform/index.ts';
import { builtInRoles } from './built-in-roles.ts';
import { type Changer, checkMayChange, checkMayUseGroup } from './rank.ts';
import { lockOrganization } from './roles.ts';

type Named = { id: string };

/** More roles of a group are not named. */
const maxNames = 100;

export function listGroups(organization: Named, query: PageQuery): Promise<PageOf<UserGroupRow>> {
  return page(UserGroup, { organizationId: organization.id }, query);
}

/** Returns how many people lose which roles when the group is deleted. */
export async function useOfGroup({ id, organizationId }: UserGroupRow): Promise<{ people: number; roles: string[] }> {
  const held = await RoleAssignment.findAll({ where: { principalId: id, organizationId }, raw: true });
  const own = await OwnRole.findAll({ where: { id: held.map(({ roleId }) => roleId) }, raw: true });
  const names = held.map(
    ({ roleId }) => builtInRoles.get(roleId)?.name ?? own.find((role) => role.id === roleId)?.name,
  );
  const roles = [...new Set(names.filter((name) => name !== undefined))].toSorted().slice(0, maxNames);
  return { people: await GroupMember.count({ where: { groupId: id } }), roles };
}

/** Makes an empty group. Throws `name_already_exists`. */
export async function createGroup({ id: organizationId }: Named, name: string): Promise<UserGroupRow> {
  const id = newId('group');
  const row = { id, organizationId, name, externalId: null, ofDirectory: false, createdAt: createdAt(id) };
  await transaction(async (tx) => {
    await lockOrganization({ organizationId }, tx);
    await UserGroup.create(row, { transaction: tx });
    await auditEvent({ type: 'group.created', targetId: id, details: { name } }, tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken('group', name, 'name', error) : error;
  });
  return row;
}

/** Renames a group. Throws `not_found`, `name_already_exists` or `insufficient_permissions`. */
export async function updateGroup(group: UserGroupRow, name: string, caller: Changer): Promise<UserGroupRow> {
  const { id } = group;
  await transaction(async (tx) => {
    await lockGroup(group, caller, tx);
    await UserGroup.update({ name }, { where: { id }, transaction: tx });
    await auditEvent({ type: 'group.updated', targetId: id, details: changeDetails({ name }, { ...group }) }, tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken('group', name, 'name', error) : error;
  });
  return { ...group, name };
}

/** Deletes a group with its assignments. Throws `not_found` or `insufficient_permissions`. */
export async function deleteGroup(group: UserGroupRow, caller: Changer): Promise<void> {
  await transaction(async (tx) => {
    await lockGroup(group, caller, tx);
    await removeGroup(group, tx);
  });
}

/** Deletes a locked group with its assignments. */
export async function removeGroup({ id, name }: UserGroupRow, tx: Transaction): Promise<void> {
  const members = await GroupMember.destroy({ where: { groupId: id }, transaction: tx });
  const assignments = await RoleAssignment.destroy({ where: { principalId: id }, transaction: tx });
  await UserGroup.destroy({ where: { id }, transaction: tx });
  await auditEvent({ type: 'group.deleted', targetId: id, details: { name, members, assignments } }, tx);
}

export async function listGroupUsers({ id }: Named, query: PageQuery): Promise<PageOf<UserRow>> {
  const { rows, hasMore } = await page(GroupMember, { groupId: id }, query, { key: 'userId' });
  const users = await usersById(rows.map(({ userId }) => userId));
  return { rows: rows.flatMap(({ userId }) => users.get(userId) ?? []), hasMore };
}

/** Returns a user of the group. Throws `not_found`. */
export async function getGroupUser({ id }: Named, userId: string): Promise<UserRow> {
  const [found, users] = [await readOne(GroupMember, { groupId: id, userId }), await usersById([userId])];
  const user = users.get(userId);
  if (found === undefined || user === undefined) throw notFound('user of this group', userId);
  return user;
}

/** Adds a member of the organization to the group. Throws `not_found` or `insufficient_permissions`. */
export async function addGroupUser(group: UserGroupRow, userId: string, caller: Changer): Promise<void> {
  const { id: groupId, organizationId, name } = group;
  await transaction(async (tx) => {
    await lockGroup(group, caller, tx);
    if ((await Membership.count({ where: { organizationId, userId }, transaction: tx })) === 0)
      throw notFound('member', userId);
    await checkMayChange(caller, organizationId, userId, tx);
    if ((await GroupMember.count({ where: { groupId, userId }, transaction: tx })) > 0) return auditNothing();
    await GroupMember.create({ groupId, userId, organizationId, createdAt: nowSeconds() }, { transaction: tx });
    await auditEvent({ type: 'group_user.created', targetId: groupId, details: { name, user_id: userId } }, tx);
  });
}

/** Takes a user from the group. Throws `not_found` or `insufficient_permissions`. */
export async function removeGroupUser(group: UserGroupRow, userId: string, caller: Changer): Promise<void> {
  const { id: groupId, organizationId, name } = group;
  await transaction(async (tx) => {
    await lockGroup(group, caller, tx);
    await checkMayChange(caller, organizationId, userId, tx);
    if ((await GroupMember.destroy({ where: { groupId, userId }, transaction: tx })) === 0)
      throw notFound('user of this group', userId);
    await auditEvent({ type: 'group_user.deleted', targetId: groupId, details: { name, user_id: userId } }, tx);
  });
}

/** Locks the organization, and checks that the group is still there and that the caller may do what it gives. */
export async function lockGroup({ id, organizationId }: UserGroupRow, caller: Changer, tx: Transaction): Promise<void> {
  await lockOrganization({ organizationId }, tx);
  if ((await UserGroup.count({ where: { id }, transaction: tx })) === 0) throw notFound('group', id);
  await checkMayUseGroup(caller, organizationId, id, tx);
}

// Groups as a directory (SCIM) keeps them: a change of the name and of many members is one transaction.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { GroupMember } from '../../models/group-member.ts';
import { createdAt, isId, newId } from '../../models/ids.ts';
import { everyMember } from '../../models/membership.ts';
import { rowsIn } from '../../models/statements.ts';
import { UserGroup, type UserGroupRow } from '../../models/user-group.ts';
import { auditEvent, auditEvents, auditNothing, changeDetails } from '../audit/index.ts';
import { nameTaken, ScimProblem } from '../platform/index.ts';
import { lockGroup, removeGroup } from './groups.ts';
import type { OrganizationKeyPrincipal } from './principals.ts';
import { checkMayChange, grantsNow, withoutScopes } from './rank.ts';
import { lockOrganization } from './roles.ts';

/** The changes of a group that a directory asks for. An undefined member stays as it is. */
export interface GroupChanges {
  name?: string | undefined;
  externalId?: string | null | undefined;
  /** The users who are added and taken away, in this order. */
  members?: readonly MemberChange[];
}

export interface MemberChange {
  kind: 'add' | 'remove' | 'set';
  userIds: readonly string[];
}

/** The most members of a group that a directory fills. */
const mostMembers = 100_000;
const idsInStatement = 500;

/** Makes a group. Throws `uniqueness`, `invalidValue` or `insufficient_permissions`. */
export function createDirectoryGroup(
  { id: organizationId }: { id: string },
  { name, ...changes }: GroupChanges & { name: string },
  caller: OrganizationKeyPrincipal,
): Promise<UserGroupRow> {
  const id = newId('group');
  const row = { id, organizationId, name, externalId: null, ofDirectory: true, createdAt: createdAt(id) };
  return named(name, async (tx) => {
    await lockOrganization({ organizationId }, tx);
    await UserGroup.create(row, { transaction: tx });
    await auditEvent({ type: 'group.created', targetId: id, details: { name } }, tx);
    return apply(row, changes, caller, tx);
  });
}

/** Changes a group. Throws `not_found`, `uniqueness`, `invalidValue` or `insufficient_permissions`. */
export function changeDirectoryGroup(
  group: UserGroupRow,
  changes: GroupChanges,
  caller: OrganizationKeyPrincipal,
): Promise<UserGroupRow> {
  auditNothing();
  return named(changes.name ?? group.name, async (tx) => {
    await lockForDirectory(group, caller, tx);
    return apply(group, changes, caller, tx);
  });
}

/** Deletes a group with its assignments. Throws `not_found` or `insufficient_permissions`. */
export async function deleteDirectoryGroup(group: UserGroupRow, caller: OrganizationKeyPrincipal): Promise<void> {
  await transaction(async (tx) => {
    await lockForDirectory(group, caller, tx);
    await removeGroup(group, tx);
  });
}

function named<Result>(name: string, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return transaction(work).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken('group', name, 'displayName', error) : error;
  });
}

/**
 * Locks the group, and checks that the maker of the key may do what it gives. Who gives a role to a group of the directory
 * lets the directory decide who has it. The roles of any other group need the scopes of the key too.
 */
async function lockForDirectory(group: UserGroupRow, caller: OrganizationKeyPrincipal, tx: Transaction): Promise<void> {
  await lockGroup(group, group.ofDirectory ? withoutScopes(caller) : caller, tx);
}

async function apply(
  group: UserGroupRow,
  { name = group.name, externalId = group.externalId, members = [] }: GroupChanges,
  caller: OrganizationKeyPrincipal,
  tx: Transaction,
): Promise<UserGroupRow> {
  const { id } = group;
  const before = { name: group.name, external_id: group.externalId };
  const wanted = Object.entries({ name, external_id: externalId });
  const changed = wanted.filter(([key, value]) => value !== before[key as keyof typeof before]);
  if (changed.length > 0) {
    await UserGroup.update({ name, externalId }, { where: { id }, transaction: tx });
    const details = changeDetails(Object.fromEntries(changed), before);
    await auditEvent({ type: 'group.updated', targetId: id, details }, tx);
  }
  if (members.length > 0) await changeMembers({ id, name, organizationId: group.organizationId }, members, caller, tx);
  return {
    id,
    organizationId: group.organizationId,
    name,
    externalId,
    ofDirectory: group.ofDirectory,
    createdAt: group.createdAt,
  };
}

async function changeMembers(
  { id: groupId, organizationId, name }: Pick<UserGroupRow, 'id' | 'organizationId' | 'name'>,
  changes: readonly MemberChange[],
  caller: OrganizationKeyPrincipal,
  tx: Transaction,
): Promise<void> {
  const rows = await GroupMember.findAll({ attributes: ['userId'], where: { groupId }, transaction: tx });
  const before = new Set(rows.map(({ userId }) => userId));
  const after = new Set(before);
  for (const { kind, userIds } of changes) {
    if (kind === 'set') after.clear();
    for (const userId of userIds) {
      if (kind === 'remove') after.delete(userId);
      else after.add(userId);
    }
  }
  const [added, removed] = [[...after.difference(before)], [...before.difference(after)]];
  if (after.size > mostMembers) throw new ScimProblem('invalidValue', `A group has at most ${mostMembers} members.`);
  await checkPeople(organizationId, added, [...added, ...removed], caller, tx);
  for (const userId of chunks(removed)) await GroupMember.destroy({ where: { groupId, userId }, transaction: tx });
  const now = nowSeconds();
  for (const ids of chunks(added)) {
    const made = ids.map((userId) => ({ groupId, userId, organizationId, createdAt: now }));
    await GroupMember.bulkCreate(made, { transaction: tx });
  }
  const events = [
    ...added.map((user_id) => ({ type: 'group_user.created', targetId: groupId, details: { name, user_id } })),
    ...removed.map((user_id) => ({ type: 'group_user.deleted', targetId: groupId, details: { name, user_id } })),
  ];
  await auditEvents(events, tx);
}

/** Checks that the added people belong to the organization, and that nobody whose groups change may do more than the key's maker. */
async function checkPeople(
  organizationId: string,
  added: readonly string[],
  changed: readonly string[],
  caller: OrganizationKeyPrincipal,
  tx: Transaction,
): Promise<void> {
  const known = new Set<string>();
  for (const ids of chunks(added.filter((id) => isId('user', id)))) {
    const scope = [organizationId, ...ids];
    const rows = await rowsIn<{ user_id: string }>(tx, everyMember(ids), [...scope, ...scope]);
    for (const { user_id: id } of rows) known.add(id);
  }
  const stranger = added.find((id) => !known.has(id));
  if (stranger !== undefined)
    throw new ScimProblem('invalidValue', `There is no user '${stranger.slice(0, 64)}' in this organization.`);
  // Owners may do everything, so there is nobody who may do more.
  const directory = withoutScopes(caller);
  if ((await grantsNow(directory, organizationId, tx)).isOwner) return;
  for (const userId of changed) await checkMayChange(directory, organizationId, userId, tx);
}

function* chunks(ids: readonly string[]): Generator<string[]> {
  for (let start = 0; start < ids.length; start += idsInStatement) yield ids.slice(start, start + idsInStatement);
}

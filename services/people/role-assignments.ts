// The roles of users and groups, in an organization or in one of its projects.
//
// The built-in roles of a user in the organization are the membership itself: every member is a `member`, and an owner is
// also an `owner`. All other roles are rows, one for each role that a user or a group has in a place.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { GroupMember } from '../../models/group-member.ts';
import { Membership } from '../../models/membership.ts';
import { type PageOf, type PageQuery, readOne } from '../../models/page.ts';
import { RoleAssignment } from '../../models/role-assignment.ts';
import { UserGroup } from '../../models/user-group.ts';
import { auditEvent, auditNothing } from '../audit/index.ts';
import { existing, notFound, ServiceError } from '../platform/index.ts';
import {
  type Changer,
  checkMayChange,
  checkMayGrant,
  checkMayUseGroup,
  getRole,
  lockOrganization,
  organizationMemberId,
  organizationOwnerId,
  type Place,
  pageIn,
  type Role,
  resourceOf,
  rolesOf,
} from '../tenancy/index.ts';
import { checkIsOwnerNow, getMember, type Member, setMemberRole } from './members.ts';

type Source = components['schemas']['AssignmentSource'];

/** The sources of a role that an answer names. */
const maxSources = 20;

/** The ids of roles to give and to take. */
interface Change {
  add: string[];
  remove: string[];
}

/** A user or a group that has roles. */
export interface Principal {
  kind: 'user' | 'group';
  id: string;
}

/** A role of a user or a group, with the user itself and the groups from which it comes. */
export interface AssignedRole {
  id: string;
  role: Role;
  sources: Source[];
}

/** Returns a page of the roles that the user or the group has in the place. Throws `not_found`. */
export async function listAssignedRoles(
  place: Place,
  principal: Principal,
  query: PageQuery,
): Promise<PageOf<AssignedRole>> {
  return pageIn(await assignedRoles(place, principal), query);
}

/** Returns a role that the user or the group has in the place. Throws `not_found`. */
export async function getAssignedRole(place: Place, principal: Principal, roleId: string): Promise<AssignedRole> {
  const found = (await assignedRoles(place, principal)).find(({ id }) => id === roleId);
  if (found === undefined) throw notFound(`role of this ${principal.kind}`, roleId);
  return found;
}

/** Gives a role. Throws `not_found` or `insufficient_permissions`. */
export async function assignRole(place: Place, principal: Principal, roleId: string, caller: Changer): Promise<Role> {
  await transaction((tx) => giveRole(place, principal, roleId, caller, tx));
  return getRole(place, roleId);
}

/**
 * Sets a member's role in the organization, and gives another role: both or none. Throws `not_found`,
 * `insufficient_permissions` or `accountable_owner`.
 */
export async function updateMember(
  organization: { id: string },
  userId: string,
  { role, roleId }: { role?: 'owner' | 'member' | undefined; roleId?: string | undefined },
  caller: Changer,
): Promise<Member> {
  await transaction(async (tx) => {
    if (roleId !== undefined)
      await giveRole({ organizationId: organization.id }, { kind: 'user', id: userId }, roleId, caller, tx);
    if (role !== undefined) await setMemberRole(organization, userId, role, caller, tx);
    else if (roleId === undefined) auditNothing();
  });
  return getMember(organization, userId);
}

/** Takes a role. Throws `not_found`, `insufficient_permissions`, `built_in_role` or `accountable_owner`. */
export async function removeRole(place: Place, principal: Principal, roleId: string, caller: Changer): Promise<void> {
  if (isMembership(place, principal, roleId)) return leaveRole(place, principal, roleId, caller);
  const plan = (held: string[]): Change => {
    if (!held.includes(roleId)) throw notFound(`role of this ${principal.kind}`, roleId);
    return { add: [], remove: [roleId] };
  };
  await transaction((tx) => changeRoles(place, principal, caller, plan, tx));
}

/**
 * Changes the roles that the user or the group has in the place by itself. `plan` gets those that it has.
 *
 * Throws `not_found` or `insufficient_permissions`.
 */
export async function changeRoles(
  place: Place,
  principal: Principal,
  caller: Changer,
  plan: (held: string[]) => Change,
  tx: Transaction,
): Promise<void> {
  const { organizationId, projectId } = place;
  const [resourceId, principalId] = [resourceOf(place), principal.id];
  await lockOrganization(place, tx);
  await checkPrincipal(place, principal, tx);
  const rows = await RoleAssignment.findAll({ where: { resourceId, principalId }, raw: true, transaction: tx });
  const held = rows.map(({ roleId }) => roleId).toSorted();
  const { add, remove } = plan(held);
  const added = add.filter((id) => !held.includes(id));
  await checkMayChangeRoles(caller, place, principal, tx);
  const names: string[] = [];
  for (const id of [...add, ...remove]) {
    const role = await getRole(place, id, tx);
    names.push(role.name);
    await checkMayGrant(caller, place, role.permissions, tx);
    // An own role may have the same permissions. Only this one makes owners.
    if (id === organizationOwnerId) await checkIsOwnerNow(caller, organizationId, tx);
  }
  if (added.length + remove.length === 0) return auditNothing();
  const audit = (type: string, roleId: string): Promise<void> => {
    const details = {
      role_id: roleId,
      role_name: names[[...add, ...remove].indexOf(roleId)],
      ...detailsOf(principal),
    };
    const at = projectId === undefined ? {} : { projectId };
    return auditEvent({ type: `role.assignment.${type}`, ...at, targetId: principalId, details }, tx);
  };
  for (const roleId of remove) {
    await RoleAssignment.destroy({ where: { resourceId, principalId, roleId }, transaction: tx });
    await audit('deleted', roleId);
  }
  for (const roleId of added) {
    const row = {
      resourceId,
      principalId,
      roleId,
      organizationId,
      createdBy: caller.userId,
      createdAt: nowSeconds(),
    };
    await RoleAssignment.create(row, { transaction: tx });
    await audit('created', roleId);
  }
}

async function giveRole(
  place: Place,
  principal: Principal,
  roleId: string,
  caller: Changer,
  tx: Transaction,
): Promise<void> {
  if (!isMembership(place, principal, roleId))
    return changeRoles(place, principal, caller, () => ({ add: [roleId], remove: [] }), tx);
  if (roleId === organizationOwnerId)
    return setMemberRole({ id: place.organizationId }, principal.id, 'owner', caller, tx);
  await checkPrincipal(place, principal, tx);
  auditNothing();
}

/** Returns true for the roles that a membership has, in place of rows. */
function isMembership({ projectId }: Place, { kind }: Principal, roleId: string): boolean {
  return projectId === undefined && kind === 'user' && [organizationOwnerId, organizationMemberId].includes(roleId);
}

async function leaveRole({ organizationId }: Place, { id: userId }: Principal, roleId: string, caller: Changer) {
  const membership = existing(await readOne(Membership, { organizationId, userId }), 'member', userId);
  if (roleId === organizationMemberId) {
    throw new ServiceError(
      'built_in_role',
      'Every member has this role. Remove the user from the organization instead.',
    );
  }
  if (membership.role !== 'owner') throw notFound('role of this user', roleId);
  await transaction((tx) => setMemberRole({ id: organizationId }, userId, 'member', caller, tx));
}

async function assignedRoles(place: Place, principal: Principal): Promise<AssignedRole[]> {
  const { organizationId, projectId } = place;
  const { kind, id } = principal;
  const membership = await checkPrincipal(place, principal);
  const groups =
    kind === 'group' ? [] : await GroupMember.findAll({ where: { organizationId, userId: id }, raw: true });
  const principalId = [id, ...groups.map(({ groupId }) => groupId)];
  const rows = await RoleAssignment.findAll({ where: { resourceId: resourceOf(place), principalId }, raw: true });
  const held = rows.map(({ roleId, principalId: from }) => ({ roleId, from }));
  if (projectId === undefined && membership !== undefined) {
    held.push({ roleId: organizationMemberId, from: id });
    if (membership.role === 'owner') held.push({ roleId: organizationOwnerId, from: id });
  }
  const roles = new Map((await rolesOf(place)).map((role) => [role.id, role]));
  return [...Map.groupBy(held, ({ roleId }) => roleId)].flatMap(([roleId, found]) => {
    const role = roles.get(roleId);
    const sources = [...new Set(found.map(({ from }) => from))].slice(0, maxSources).map(sourceOf);
    return role === undefined ? [] : [{ id: roleId, role, sources }];
  });

  function sourceOf(from: string): Source {
    return { principal_id: from, principal_type: from === id ? kind : 'group' };
  }
}

/** Throws `not_found` unless the user is a member, or the group is one of the organization. Returns the membership. */
async function checkPrincipal(
  { organizationId }: Place,
  { kind, id }: Principal,
  tx?: Transaction,
): Promise<{ role: string } | undefined> {
  if (kind === 'group') {
    if ((await readOne(UserGroup, { id, organizationId }, tx)) === undefined) throw notFound('group', id);
    return undefined;
  }
  return existing(await readOne(Membership, { organizationId, userId: id }, tx), 'member', id);
}

function checkMayChangeRoles(
  caller: Changer,
  { organizationId }: Place,
  { kind, id }: Principal,
  tx: Transaction,
): Promise<void> {
  return (kind === 'user' ? checkMayChange : checkMayUseGroup)(caller, organizationId, id, tx);
}

function detailsOf({ kind, id }: Principal): Record<string, unknown> {
  return { principal_type: kind, principal_id: id };
}

// Roles of an organization, and roles of a project: the built-in ones, and lists of permissions under a name.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Organization } from '../../models/organization.ts';
import { OwnRole, type RoleRow } from '../../models/own-role.ts';
import { isReadUpwards, type PageOf, type PageQuery } from '../../models/page.ts';
import { RoleAssignment } from '../../models/role-assignment.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, nameTaken, ServiceError } from '../platform/index.ts';
import { builtInRoles } from './built-in-roles.ts';
import { type Changer, checkMayGrant, type Place } from './rank.ts';

type Permission = components['schemas']['Permission'];
type RoleChanges = components['schemas']['UpdateRoleRequest'];
type NewRole = components['schemas']['CreateRoleRequest'];

/** A built-in role, or one that the organization or the project has defined. */
export interface Role {
  id: string;
  name: string;
  description: string | null;
  permissions: Permission[];
  of: 'organization' | 'project';
  /** Null for a built-in role. */
  row: RoleRow | null;
}

/** The own roles of an organization or a project. A list of roles is read at once. */
const maxRoles = 500;

/** Returns a page of the roles of the place, the built-in ones first. */
export async function listRoles(place: Place, query: PageQuery): Promise<PageOf<Role>> {
  return pageIn(await rolesOf(place), query);
}

/** Returns all roles of the place, the built-in ones first. */
export async function rolesOf(place: Place): Promise<Role[]> {
  const rows = await OwnRole.findAll({ where: { resourceId: resourceOf(place) }, order: ['id'], raw: true });
  return [...builtInOf(place), ...rows.map((row) => roleFrom(row, place))];
}

/** Returns a role of the place. Throws `not_found`. */
export async function getRole(place: Place, id: string, tx?: Transaction): Promise<Role> {
  const builtIn = builtInOf(place).find((role) => role.id === id);
  if (builtIn !== undefined) return builtIn;
  const where = { id, resourceId: resourceOf(place) };
  const row = existing(await OwnRole.findOne({ where, raw: true, transaction: tx ?? null }), 'role', id);
  return roleFrom(row, place);
}

/** Returns a role of the place, with the number of people who have it if it is not built in. Throws `not_found`. */
export async function countedRole(place: Place, id: string): Promise<components['schemas']['Role']> {
  const role = await getRole(place, id);
  const people = role.row === null ? {} : { people: await RoleAssignment.countPeople(resourceOf(place), id) };
  return { ...roleResource(role), ...people };
}

/** Defines a role. Throws `name_already_exists`, `insufficient_permissions` or `too_many_roles`. */
export async function createRole(
  place: Place,
  { role_name: name, description = null, permissions }: NewRole,
  caller: Changer,
): Promise<Role> {
  if (builtInOf(place).some((role) => role.name === name)) throw nameTaken('role', name, 'role_name');
  const id = newId('role');
  const at = createdAt(id);
  const row: RoleRow = {
    ...{ id, organizationId: place.organizationId, resourceId: resourceOf(place), name, description },
    ...{ permissions: JSON.stringify(permissions), createdBy: caller.userId, createdAt: at, updatedAt: at },
  };
  await transaction(async (tx) => {
    await lockOrganization(place, tx);
    await checkMayGrant(caller, place, permissions, tx);
    const count = await OwnRole.count({ where: { resourceId: row.resourceId }, transaction: tx });
    if (count >= maxRoles) throw new ServiceError('too_many_roles', `There are ${maxRoles} roles here already.`);
    await OwnRole.create(row, { transaction: tx });
    await audit('role.created', place, id, { name, permissions }, tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken('role', name, 'role_name', error) : error;
  });
  return roleFrom(row, place);
}

/**
 * Changes a role that is not built in. Throws `not_found`, `built_in_role`, `name_already_exists` or
 * `insufficient_permissions`.
 */
export async function updateRole(place: Place, id: string, changes: RoleChanges, caller: Changer): Promise<Role> {
  const { role_name: name, description, permissions: given } = changes;
  if (name != null && builtInOf(place).some((role) => role.name === name)) throw nameTaken('role', name, 'role_name');
  await transaction(async (tx) => {
    await lockOrganization(place, tx);
    const before = await ownRole(place, id, tx);
    const permissions = given ?? before.permissions;
    await checkMayGrant(caller, place, [...before.permissions, ...permissions], tx);
    const columns = {
      ...(name == null ? {} : { name }),
      ...(description === undefined ? {} : { description }),
      permissions: JSON.stringify(permissions),
      updatedAt: nowSeconds(),
    };
    await OwnRole.update(columns, { where: { id }, transaction: tx });
    const was = { role_name: before.name, description: before.description, permissions: before.permissions };
    await audit('role.updated', place, id, changeDetails(changes, was), tx);
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameTaken('role', name ?? '', 'role_name', error) : error;
  });
  return getRole(place, id);
}

/**
 * Deletes a role that is not built in, with its assignments. Throws `not_found`, `built_in_role` or
 * `insufficient_permissions`.
 */
export async function deleteRole(place: Place, id: string, caller: Changer): Promise<void> {
  await transaction(async (tx) => {
    await lockOrganization(place, tx);
    const { name, permissions } = await ownRole(place, id, tx);
    await checkMayGrant(caller, place, permissions, tx);
    const assignments = await RoleAssignment.destroy({ where: { roleId: id }, transaction: tx });
    await OwnRole.destroy({ where: { id }, transaction: tx });
    await audit('role.deleted', place, id, { name, permissions, assignments }, tx);
  });
}

/** Returns a page of rows that are in memory, ordered by id. */
export function pageIn<Row extends { id: string }>(rows: readonly Row[], query: PageQuery): PageOf<Row> {
  const { after, before, order, limit } = query;
  const sign = order === 'asc' ? 1 : -1;
  const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -sign : sign);
  const within = rows
    .filter(
      ({ id }) => (after === undefined || compare(id, after) > 0) && (before === undefined || compare(id, before) < 0),
    )
    .toSorted((a, b) => compare(a.id, b.id));
  const isFromEnd = isReadUpwards(query) !== (order === 'asc');
  return { rows: isFromEnd ? within.slice(-limit) : within.slice(0, limit), hasMore: within.length > limit };
}

export function roleResource({ id, name, description, permissions, of, row }: Role): components['schemas']['Role'] {
  const resource_type = `api.${of}` as const;
  return { id, object: 'role', name, description, permissions, predefined_role: row === null, resource_type };
}

/** Returns the id of the organization or the project, under which its roles and assignments are stored. */
export function resourceOf({ organizationId, projectId }: Place): string {
  return projectId ?? organizationId;
}

/** Locks the organization: changes of its roles, groups and members run one at a time. Throws `not_found`. */
export async function lockOrganization({ organizationId }: Place, tx: Transaction): Promise<Organization> {
  return existing(await Organization.lock(organizationId, tx), 'organization', organizationId);
}

async function ownRole(place: Place, id: string, tx: Transaction): Promise<Role> {
  const role = await getRole(place, id, tx);
  if (role.row === null)
    throw new ServiceError('built_in_role', `The role ${role.name} is built in and does not change.`);
  return role;
}

function builtInOf({ projectId }: Place): Role[] {
  const of = projectId === undefined ? 'organization' : 'project';
  return [...builtInRoles.values()]
    .filter((role) => role.of === of)
    .map((role) => ({ ...role, permissions: [...role.permissions].toSorted() as Permission[], row: null }));
}

function roleFrom(row: RoleRow, { projectId }: Place): Role {
  const { id, name, description, permissions } = row;
  const of = projectId === undefined ? 'organization' : 'project';
  return { id, name, description, permissions: JSON.parse(permissions) as Permission[], of, row };
}

function audit(
  type: string,
  { projectId }: Place,
  targetId: string,
  details: Record<string, unknown>,
  tx: Transaction,
): Promise<void> {
  return auditEvent({ type, ...(projectId === undefined ? {} : { projectId }), targetId, details }, tx);
}

// Users and groups that have a role in a project by themselves.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { Membership } from '../../models/membership.ts';
import { type PageOf, type PageQuery, readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { type ProjectPrincipal, RoleAssignment } from '../../models/role-assignment.ts';
import { type UserRow, usersById } from '../../models/user.ts';
import { UserGroup } from '../../models/user-group.ts';
import { auditNothing } from '../audit/index.ts';
import { existing, missingMember, notFound, valueError } from '../platform/index.ts';
import { type Changer, type Place, projectRoleIds, rolesOf } from '../tenancy/index.ts';
import { changeRoles, type Principal } from './role-assignments.ts';

type BuiltInRole = components['schemas']['BuiltInProjectRole'];
type NewProjectUser = components['schemas']['AddProjectUserRequest'];

/** A user who has a role in a project. */
export interface ProjectUser extends ProjectPrincipal {
  user: UserRow;
  /** The name of the highest built-in role, or else of the oldest own role. */
  role: string;
}

/** A group that has a role in a project. */
export interface ProjectGroup extends ProjectPrincipal {
  name: string;
}

export async function listProjectUsers(project: ProjectRow, query: PageQuery): Promise<PageOf<ProjectUser>> {
  const { rows, hasMore } = await RoleAssignment.principalsIn(project.id, 'user', query);
  return { rows: await withUsers(project, rows), hasMore };
}

/** Returns a user who has a role in the project. Throws `not_found`. */
export async function getProjectUser(project: ProjectRow, userId: string): Promise<ProjectUser> {
  const [found] = await withUsers(project, await membersOf(project, userId));
  if (found === undefined) throw notFound('user of this project', userId);
  return found;
}

/**
 * Gives a member of the organization a built-in role. Throws `not_found`, `insufficient_permissions`, or a
 * ValidationError if not exactly one of id and address names the member.
 */
export async function addProjectUser(project: ProjectRow, body: NewProjectUser, caller: Changer): Promise<ProjectUser> {
  return setRole(project, await memberNamed(project, body), body.role, caller);
}

async function memberNamed({ organizationId }: ProjectRow, body: NewProjectUser): Promise<string> {
  const { user_id: id, email } = body;
  if (id != null && email != null) throw valueError(['body', 'email'], 'send either user_id or email, not both', email);
  if (id != null) return id;
  if (email == null) throw missingMember(['body', 'user_id'], body);
  return existing(await Membership.byEmail(organizationId, email), 'member', email);
}

/** Changes the built-in role of a user of the project. Throws `not_found` or `insufficient_permissions`. */
export async function updateProjectUser(
  project: ProjectRow,
  userId: string,
  role: BuiltInRole | null | undefined,
  caller: Changer,
): Promise<ProjectUser> {
  const before = await getProjectUser(project, userId);
  if (role != null) return setRole(project, userId, role, caller);
  auditNothing();
  return before;
}

/** Takes all roles in the project. Throws `not_found` or `insufficient_permissions`. */
export async function removeFromProject(project: ProjectRow, principal: Principal, caller: Changer): Promise<void> {
  const plan = (held: string[]) => {
    if (held.length === 0) throw notFound(`${principal.kind} of this project`, principal.id);
    return { add: [], remove: held };
  };
  await transaction((tx) => changeRoles(placeOf(project), principal, caller, plan, tx));
}

export async function listProjectGroups(project: ProjectRow, query: PageQuery): Promise<PageOf<ProjectGroup>> {
  const { rows, hasMore } = await RoleAssignment.principalsIn(project.id, 'group', query);
  const groups = await UserGroup.findAll({ where: { id: rows.map(({ id }) => id) } });
  const names = new Map(groups.map(({ id, name }) => [id, name]));
  return { rows: rows.map((row) => ({ ...row, name: names.get(row.id) ?? '' })), hasMore };
}

/** Returns a group that has a role in the project. Throws `not_found`. */
export async function getProjectGroup(project: ProjectRow, groupId: string): Promise<ProjectGroup> {
  const [[found], group] = [
    await membersOf(project, groupId),
    await readOne(UserGroup, { id: groupId, organizationId: project.organizationId }),
  ];
  if (found === undefined || group === undefined) throw notFound('group of this project', groupId);
  return { ...found, name: group.name };
}

/**
 * Gives a group a role in the project, by the role's id or by the name of a built-in one. Throws `not_found` or
 * `insufficient_permissions`.
 */
export async function addProjectGroup(
  project: ProjectRow,
  groupId: string,
  role: string,
  caller: Changer,
): Promise<ProjectGroup> {
  const roleId = role in projectRoleIds ? projectRoleIds[role as BuiltInRole] : role;
  const plan = () => ({ add: [roleId], remove: [] });
  await transaction((tx) => changeRoles(placeOf(project), { kind: 'group', id: groupId }, caller, plan, tx));
  return getProjectGroup(project, groupId);
}

async function setRole(project: ProjectRow, id: string, role: BuiltInRole, caller: Changer): Promise<ProjectUser> {
  const builtIn: string[] = Object.values(projectRoleIds);
  const wanted = projectRoleIds[role];
  const plan = (held: string[]) => ({
    add: [wanted],
    remove: held.filter((roleId) => builtIn.includes(roleId) && roleId !== wanted),
  });
  await transaction((tx) => changeRoles(placeOf(project), { kind: 'user', id }, caller, plan, tx));
  return getProjectUser(project, id);
}

/** Returns the user or the group if it has a role in the project. */
async function membersOf({ id: resourceId }: ProjectRow, principalId: string): Promise<ProjectPrincipal[]> {
  const rows = await RoleAssignment.findAll({ where: { resourceId, principalId }, raw: true });
  const times = rows.map(({ createdAt }) => Number(createdAt));
  return rows.length === 0 ? [] : [{ id: principalId, addedAt: Math.min(...times) }];
}

async function withUsers(project: ProjectRow, found: ProjectPrincipal[]): Promise<ProjectUser[]> {
  const ids = found.map(({ id }) => id);
  const [users, roles, rows] = await Promise.all([
    usersById(ids),
    rolesOf(placeOf(project)),
    RoleAssignment.findAll({ where: { resourceId: project.id, principalId: ids }, raw: true }),
  ]);
  return found.flatMap((one) => {
    const user = users.get(one.id);
    const own = new Set(rows.filter(({ principalId }) => principalId === one.id).map(({ roleId }) => roleId));
    // The built-in roles come first, the highest before the others.
    const role = roles.find(({ id }) => own.has(id))?.name ?? '';
    return user === undefined ? [] : [{ ...one, user, role }];
  });
}

function placeOf({ id, organizationId }: ProjectRow): Place {
  return { organizationId, projectId: id };
}

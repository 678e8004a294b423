import type { components } from '../generated/openapi.ts';
import { Membership } from '../models/membership.ts';
import type { ProjectRow } from '../models/project.ts';
import type { UserGroupRow } from '../models/user-group.ts';
import * as roles from '../services/people/index.ts';
import { type Principal as Caller, isOwner, type Place, type Role, roleResource } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { nextAnswer } from './list.ts';

const inOrganization = ({ id }: { id: string }): Place => ({ organizationId: id });
const inProject = ({ id, organizationId }: ProjectRow): Place => ({ organizationId, projectId: id });
const user = ({ user_id: id }: { user_id: string }): roles.Principal => ({ kind: 'user', id });
const group = ({ id }: UserGroupRow): roles.Principal => ({ kind: 'group', id });

export const listUserRoles: Handler<'listUserRoles'> = async ({ params, query, organization }) => {
  return nextAnswer(await roles.listAssignedRoles(inOrganization(organization), user(params), query), assigned);
};

export const createUserRole: Handler<'createUserRole'> = async ({ params, body, organization, caller }) => {
  const role = await roles.assignRole(inOrganization(organization), user(params), body.role_id, caller);
  return { status: 200, body: await ofUser(role, organization, params.user_id, caller) };
};

export const getUserRole: Handler<'getUserRole'> = async ({ params, organization }) => {
  return {
    status: 200,
    body: assigned(await roles.getAssignedRole(inOrganization(organization), user(params), params.role_id)),
  };
};

export const deleteUserRole: Handler<'deleteUserRole'> = async ({ params, organization, caller }) => {
  await roles.removeRole(inOrganization(organization), user(params), params.role_id, caller);
  return { status: 200, body: { object: 'user.role.deleted', deleted: true } };
};

export const listGroupRoles: Handler<'listGroupRoles'> = async ({ query, organization, group: row }) => {
  return nextAnswer(await roles.listAssignedRoles(inOrganization(organization), group(row), query), assigned);
};

export const createGroupRole: Handler<'createGroupRole'> = async ({ body, organization, group: row, caller }) => {
  const role = await roles.assignRole(inOrganization(organization), group(row), body.role_id, caller);
  return { status: 200, body: ofGroup(role, row) };
};

export const getGroupRole: Handler<'getGroupRole'> = async ({ params, organization, group: row }) => {
  return {
    status: 200,
    body: assigned(await roles.getAssignedRole(inOrganization(organization), group(row), params.role_id)),
  };
};

export const deleteGroupRole: Handler<'deleteGroupRole'> = async ({ params, organization, group: row, caller }) => {
  await roles.removeRole(inOrganization(organization), group(row), params.role_id, caller);
  return { status: 200, body: { object: 'group.role.deleted', deleted: true } };
};

export const listProjectUserRoles: Handler<'listProjectUserRoles'> = async ({ params, query, project }) => {
  return nextAnswer(await roles.listAssignedRoles(inProject(project), user(params), query), assigned);
};

export const createProjectUserRole: Handler<'createProjectUserRole'> = async ({
  params,
  body,
  project,
  organization,
  caller,
}) => {
  const role = await roles.assignRole(inProject(project), user(params), body.role_id, caller);
  return { status: 200, body: await ofUser(role, organization, params.user_id, caller) };
};

export const getProjectUserRole: Handler<'getProjectUserRole'> = async ({ params, project }) => {
  return { status: 200, body: assigned(await roles.getAssignedRole(inProject(project), user(params), params.role_id)) };
};

export const deleteProjectUserRole: Handler<'deleteProjectUserRole'> = async ({ params, project, caller }) => {
  await roles.removeRole(inProject(project), user(params), params.role_id, caller);
  return { status: 200, body: { object: 'user.role.deleted', deleted: true } };
};

export const listProjectGroupRoles: Handler<'listProjectGroupRoles'> = async ({ query, project, group: row }) => {
  return nextAnswer(await roles.listAssignedRoles(inProject(project), group(row), query), assigned);
};

export const createProjectGroupRole: Handler<'createProjectGroupRole'> = async ({
  body,
  project,
  group: row,
  caller,
}) => {
  const role = await roles.assignRole(inProject(project), group(row), body.role_id, caller);
  return { status: 200, body: ofGroup(role, row) };
};

export const getProjectGroupRole: Handler<'getProjectGroupRole'> = async ({ params, project, group: row }) => {
  return { status: 200, body: assigned(await roles.getAssignedRole(inProject(project), group(row), params.role_id)) };
};

export const deleteProjectGroupRole: Handler<'deleteProjectGroupRole'> = async ({
  params,
  project,
  group: row,
  caller,
}) => {
  await roles.removeRole(inProject(project), group(row), params.role_id, caller);
  return { status: 200, body: { object: 'group.role.deleted', deleted: true } };
};

function assigned({ role, sources }: roles.AssignedRole): components['schemas']['AssignedRole'] {
  const { object: _object, ...shown } = roleResource(role);
  const maker = role.row?.createdBy ?? null;
  return {
    ...shown,
    assignment_sources: sources,
    created_at: role.row?.createdAt ?? null,
    created_by: maker,
    created_by_user_obj: maker === null ? null : { id: maker, object: 'user' },
    updated_at: role.row?.updatedAt ?? null,
  };
}

async function ofUser(
  role: Role,
  organization: { id: string },
  userId: string,
  caller: Caller,
): Promise<components['schemas']['UserRole']> {
  const { membership, user, activeKeys } = await roles.getMember(organization, userId);
  const shown = isOwner(caller, organization.id) ? activeKeys : undefined;
  return { object: 'user.role', role: roleResource(role), user: Membership.toResource(membership, user, shown) };
}

function ofGroup(role: Role, { id, name, createdAt }: UserGroupRow): components['schemas']['GroupRole'] {
  const group = { id, object: 'group', name, created_at: createdAt, scim_managed: false } as const;
  return { object: 'group.role', role: roleResource(role), group };
}

import type { ProjectRow } from '../models/project.ts';
import * as roles from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { nextAnswer } from './list.ts';

const { roleResource } = roles;
const inOrganization = ({ id }: { id: string }): roles.Place => ({ organizationId: id });
const inProject = ({ id, organizationId }: ProjectRow): roles.Place => ({ organizationId, projectId: id });

export const listRoles: Handler<'listRoles'> = async ({ query, organization }) => {
  return nextAnswer(await roles.listRoles(inOrganization(organization), query), roleResource);
};

export const createRole: Handler<'createRole'> = async ({ body, organization, caller }) => {
  return { status: 200, body: roleResource(await roles.createRole(inOrganization(organization), body, caller)) };
};

export const getRole: Handler<'getRole'> = async ({ params, organization }) => {
  return { status: 200, body: await roles.countedRole(inOrganization(organization), params.role_id) };
};

export const updateRole: Handler<'updateRole'> = async ({ params, body, organization, caller }) => {
  const role = await roles.updateRole(inOrganization(organization), params.role_id, body, caller);
  return { status: 200, body: roleResource(role) };
};

export const deleteRole: Handler<'deleteRole'> = async ({ params, organization, caller }) => {
  await roles.deleteRole(inOrganization(organization), params.role_id, caller);
  return { status: 200, body: { id: params.role_id, object: 'role.deleted', deleted: true } };
};

export const listProjectRoles: Handler<'listProjectRoles'> = async ({ query, project }) => {
  return nextAnswer(await roles.listRoles(inProject(project), query), roleResource);
};

export const createProjectRole: Handler<'createProjectRole'> = async ({ body, project, caller }) => {
  return { status: 200, body: roleResource(await roles.createRole(inProject(project), body, caller)) };
};

export const getProjectRole: Handler<'getProjectRole'> = async ({ params, project }) => {
  return { status: 200, body: await roles.countedRole(inProject(project), params.role_id) };
};

export const updateProjectRole: Handler<'updateProjectRole'> = async ({ params, body, project, caller }) => {
  const role = await roles.updateRole(inProject(project), params.role_id, body, caller);
  return { status: 200, body: roleResource(role) };
};

export const deleteProjectRole: Handler<'deleteProjectRole'> = async ({ params, project, caller }) => {
  await roles.deleteRole(inProject(project), params.role_id, caller);
  return { status: 200, body: { id: params.role_id, object: 'role.deleted', deleted: true } };
};

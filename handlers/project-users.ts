import type { components } from '../generated/openapi.ts';
import type { ProjectRow } from '../models/project.ts';
import * as people from '../services/people/index.ts';
import type { Handler } from './handler.ts';
import { envelope, nextAnswer } from './list.ts';

export const listProjectUsers: Handler<'listProjectUsers'> = async ({ query, project }) => {
  return { status: 200, body: envelope(await people.listProjectUsers(project, query), toUser) };
};

export const createProjectUser: Handler<'createProjectUser'> = async ({ body, project, caller }) => {
  return { status: 200, body: toUser(await people.addProjectUser(project, body, caller)) };
};

export const getProjectUser: Handler<'getProjectUser'> = async ({ params, project }) => {
  return { status: 200, body: toUser(await people.getProjectUser(project, params.user_id)) };
};

export const updateProjectUser: Handler<'updateProjectUser'> = async ({ params, body, project, caller }) => {
  return { status: 200, body: toUser(await people.updateProjectUser(project, params.user_id, body.role, caller)) };
};

export const deleteProjectUser: Handler<'deleteProjectUser'> = async ({ params, project, caller }) => {
  await people.removeFromProject(project, { kind: 'user', id: params.user_id }, caller);
  return { status: 200, body: { id: params.user_id, object: 'organization.project.user.deleted', deleted: true } };
};

export const listProjectGroups: Handler<'listProjectGroups'> = async ({ query, project }) => {
  return nextAnswer(await people.listProjectGroups(project, query), toGroup(project));
};

export const createProjectGroup: Handler<'createProjectGroup'> = async ({ body, project, caller }) => {
  const added = await people.addProjectGroup(project, body.group_id, body.role, caller);
  return { status: 200, body: toGroup(project)(added) };
};

export const getProjectGroup: Handler<'getProjectGroup'> = async ({ group, project }) => {
  return { status: 200, body: toGroup(project)(await people.getProjectGroup(project, group.id)) };
};

export const deleteProjectGroup: Handler<'deleteProjectGroup'> = async ({ group, project, caller }) => {
  await people.removeFromProject(project, { kind: 'group', id: group.id }, caller);
  return { status: 200, body: { object: 'project.group.deleted', deleted: true } };
};

function toUser({ id, addedAt, role, user }: people.ProjectUser): components['schemas']['ProjectUser'] {
  const { email, name } = user;
  return { id, object: 'organization.project.user', added_at: addedAt, role, email, name };
}

function toGroup(project: ProjectRow): (group: people.ProjectGroup) => components['schemas']['ProjectGroup'] {
  return ({ id, name, addedAt }) => ({
    ...{ id, object: 'project.group', project_id: project.id, group_id: id },
    ...{ group_name: name, group_type: 'group', created_at: addedAt },
  });
}

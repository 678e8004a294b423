import { Project } from '../models/project.ts';
import * as projects from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createProject: Handler<'createProject'> = async ({ body, organization }, services) => {
  const { project, secret } = await projects.createProject(organization, body, services);
  return { status: 200, body: { ...Project.toResource(project), webhook_secret: secret ?? null } };
};

export const listProjects: Handler<'listProjects'> = async ({ query, caller, organization }) => {
  const page = await projects.listProjects(organization, query.include_archived, query, caller);
  return listAnswer(page, readerOf(caller, organization));
};

export const getProject: Handler<'getProject'> = ({ project, caller, organization }) => {
  return { status: 200, body: readerOf(caller, organization)(project) };
};

export const updateProject: Handler<'updateProject'> = async ({ project, body }, services) => {
  const { updated, hasUnseenSecret } = await projects.updateProject(project, body, services);
  const headers = hasUnseenSecret ? { 'svc-warning': 'webhook_secret_not_shown' } : {};
  return { status: 200, body: Project.toResource(updated), headers };
};

export const archiveProject: Handler<'archiveProject'> = async ({ project }) => {
  return { status: 200, body: Project.toResource(await projects.archiveProject(project)) };
};

function readerOf(caller: projects.Principal, { id }: { id: string }): typeof Project.toResource {
  return projects.isOwner(caller, id) ? Project.toResource : Project.toMemberResource;
}

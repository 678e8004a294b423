import { Project } from '../models/project.ts';
import * as projects from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const createProject: Handler<'createProject'> = async ({ body, organization }, services) => {
  const { project, secret } = await projects.createProject(organization, body, services);
  return { status: 200, body: { ...Project.toResource(project), webhook_secret: secret ?? null } };
};

export const listProjects: Handler<'listProjects'> = async ({ query, organization }) => {
  const page = await projects.listProjects(organization, query.include_archived, query);
  return { status: 200, body: envelope(page, Project.toResource) };
};

export const getProject: Handler<'getProject'> = async ({ params, organization }) => {
  return { status: 200, body: Project.toResource(await projects.getProject(organization, params.project_id)) };
};

export const updateProject: Handler<'updateProject'> = async ({ params, body, organization }, services) => {
  const project = await projects.updateProject(organization, params.project_id, body, services);
  return { status: 200, body: Project.toResource(project) };
};

export const archiveProject: Handler<'archiveProject'> = async ({ params, organization }, { access }) => {
  return {
    status: 200,
    body: Project.toResource(await projects.archiveProject(organization, params.project_id, access)),
  };
};

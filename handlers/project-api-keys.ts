import type { components } from '../generated/openapi.ts';
import { keyHolders } from '../models/key-holder.ts';
import type { ProjectRow } from '../models/project.ts';
import { ProjectApiKey, type ProjectApiKeyRow } from '../models/project-api-key.ts';
import * as keys from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer, relatedTo } from './list.ts';

export const createProjectApiKey: Handler<'createProjectApiKey'> = async ({ project, body, caller }) => {
  const { key, value } = await keys.createProjectApiKey(project, body, caller);
  return { status: 200, body: { ...(await toResource(project, key)), value } };
};

export const listProjectApiKeys: Handler<'listProjectApiKeys'> = async ({ project, query }) => {
  const page = await keys.listProjectApiKeys(project, query, query.owner_project_access);
  const holders = await keyHolders(project.organizationId, page.rows);
  return listAnswer(page, (row) => ProjectApiKey.toResource(row, relatedTo(holders, row.userId)));
};

export const getProjectApiKey: Handler<'getProjectApiKey'> = async ({ params, project }) => {
  return { status: 200, body: await toResource(project, await keys.getProjectApiKey(project, params.key_id)) };
};

export const updateProjectApiKey: Handler<'updateProjectApiKey'> = async ({ params, project, body, caller }) => {
  const key = await keys.updateProjectApiKey(project, params.key_id, body, caller);
  return { status: 200, body: await toResource(project, key) };
};

export const rotateProjectApiKey: Handler<'rotateProjectApiKey'> = async ({ params, project, body, caller }) => {
  const { key, value } = await keys.rotateProjectApiKey(project, params.key_id, body, caller);
  return { status: 200, body: { ...(await toResource(project, key)), value } };
};

export const deleteProjectApiKey: Handler<'deleteProjectApiKey'> = async ({ params, project, caller }) => {
  await keys.deleteProjectApiKey(project, params.key_id, caller);
  return { status: 200, body: { id: params.key_id, object: 'organization.project.api_key.deleted', deleted: true } };
};

async function toResource(project: ProjectRow, key: ProjectApiKeyRow): Promise<components['schemas']['ProjectApiKey']> {
  return ProjectApiKey.toResource(key, relatedTo(await keyHolders(project.organizationId, [key]), key.userId));
}

import type { components } from '../generated/openapi.ts';
import { keyHolders } from '../models/key-holder.ts';
import type { ProjectRow } from '../models/project.ts';
import { ProjectApiKey, type ProjectApiKeyRow } from '../models/project-api-key.ts';
import { ServiceAccount, type ServiceAccountRow } from '../models/service-account.ts';
import * as keys from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer, relatedTo } from './list.ts';

export const createProjectApiKey: Handler<'createProjectApiKey'> = async ({ project, body, caller }) => {
  const { key, value } = await keys.createProjectApiKey(project, body, caller);
  return { status: 200, body: { ...(await toResource(project, key)), value } };
};

export const listProjectApiKeys: Handler<'listProjectApiKeys'> = async ({ project, query }) => {
  const page = await keys.listProjectApiKeys(project, query, query.owner_project_access);
  const shown = new Map((await toResources(project, page.rows)).map((key) => [key.id, key]));
  return listAnswer(page, ({ id }) => relatedTo(shown, id));
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

type Resource = components['schemas']['ProjectApiKey'];

async function toResource(project: ProjectRow, key: ProjectApiKeyRow): Promise<Resource> {
  const [resource] = await toResources(project, [key]);
  return resource as Resource;
}

async function toResources({ organizationId }: ProjectRow, rows: ProjectApiKeyRow[]): Promise<Resource[]> {
  const [holders, accounts] = await Promise.all([keyHolders(organizationId, rows), accountsOf(rows)]);
  return rows.map((row) => {
    const account = row.serviceAccountId === null ? undefined : relatedTo(accounts, row.serviceAccountId);
    return ProjectApiKey.toResource(row, relatedTo(holders, row.userId), account);
  });
}

/** Returns the service accounts that the keys belong to, by id. */
async function accountsOf(rows: ProjectApiKeyRow[]): Promise<Map<string, ServiceAccountRow>> {
  const ids = [...new Set(rows.flatMap(({ serviceAccountId: id }) => id ?? []))];
  const accounts = ids.length === 0 ? [] : await ServiceAccount.findAll({ where: { id: ids }, raw: true });
  return new Map(accounts.map((account) => [account.id, account]));
}

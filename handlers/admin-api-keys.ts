import type { components } from '../generated/openapi.ts';
import { AdminApiKey, type AdminApiKeyRow } from '../models/admin-api-key.ts';
import { keyHolders } from '../models/key-holder.ts';
import * as keys from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer, relatedTo } from './list.ts';

export const createAdminApiKey: Handler<'createAdminApiKey'> = async ({ body, caller, organization }) => {
  const { key, value } = await keys.createAdminApiKey(organization, body, caller);
  return { status: 200, body: { ...(await toResource(key)), value } };
};

export const listAdminApiKeys: Handler<'listAdminApiKeys'> = async ({ query, organization }) => {
  const page = await keys.listAdminApiKeys(organization, query);
  const holders = await keyHolders(organization.id, page.rows);
  return listAnswer(page, (row) => AdminApiKey.toResource(row, relatedTo(holders, row.userId)));
};

export const getAdminApiKey: Handler<'getAdminApiKey'> = async ({ params, organization }) => {
  return { status: 200, body: await toResource(await keys.getAdminApiKey(organization, params.key_id)) };
};

export const updateAdminApiKey: Handler<'updateAdminApiKey'> = async ({ params, body, caller, organization }) => {
  const key = await keys.updateAdminApiKey(organization, params.key_id, body, caller);
  return { status: 200, body: await toResource(key) };
};

export const rotateAdminApiKey: Handler<'rotateAdminApiKey'> = async ({ params, body, caller, organization }) => {
  const { key, value } = await keys.rotateAdminApiKey(organization, params.key_id, body, caller);
  return { status: 200, body: { ...(await toResource(key)), value } };
};

export const deleteAdminApiKey: Handler<'deleteAdminApiKey'> = async ({ params, organization, caller }) => {
  await keys.deleteAdminApiKey(organization, params.key_id, caller);
  return { status: 200, body: { id: params.key_id, object: 'organization.admin_api_key.deleted', deleted: true } };
};

async function toResource(key: AdminApiKeyRow): Promise<components['schemas']['AdminApiKey']> {
  return AdminApiKey.toResource(key, relatedTo(await keyHolders(key.organizationId, [key]), key.userId));
}

import { Organization } from '../models/organization.ts';
import * as organizations from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createOrganization: Handler<'createOrganization'> = async ({ body, caller }) => {
  const organization = await organizations.createOrganization(body.name, body.owner_id ?? caller.userId);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const listOrganizations: Handler<'listOrganizations'> = async ({ query }) => {
  return listAnswer(await organizations.listOrganizations(query), Organization.toResource);
};

export const getOrganization: Handler<'getOrganization'> = async ({ params }) => {
  const organization = await organizations.getOrganization(params.organization_id);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const updateOrganization: Handler<'updateOrganization'> = async ({ params, body }) => {
  const organization = await organizations.updateOrganization(params.organization_id, body);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const deleteOrganization: Handler<'deleteOrganization'> = async ({ params }) => {
  await organizations.deleteOrganization(params.organization_id);
  return { status: 200, body: { id: params.organization_id, object: 'organization.deleted', deleted: true } };
};

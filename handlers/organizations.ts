import { Organization } from '../models/organization.ts';
import * as organizations from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const createOrganization: Handler<'createOrganization'> = async ({ body, caller }, { access }) => {
  const organization = await organizations.createOrganization(body.name, body.owner_id ?? caller.userId, access);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const listOrganizations: Handler<'listOrganizations'> = async ({ query }) => {
  return { status: 200, body: envelope(await organizations.listOrganizations(query), Organization.toResource) };
};

export const getOrganization: Handler<'getOrganization'> = async ({ params }) => {
  const organization = await organizations.getOrganization(params.organization_id);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const updateOrganization: Handler<'updateOrganization'> = async ({ params, body }, { access }) => {
  const organization = await organizations.updateOrganization(params.organization_id, body, access);
  return { status: 200, body: { organization: Organization.toResource(organization) } };
};

export const deleteOrganization: Handler<'deleteOrganization'> = async ({ params }, { access }) => {
  await organizations.deleteOrganization(params.organization_id, access);
  return { status: 200, body: { id: params.organization_id, object: 'organization.deleted', deleted: true } };
};

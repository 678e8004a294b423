import type { components } from '../generated/openapi.ts';
import type { OrganizationRow } from '../models/organization.ts';
import { getOrganization, updateSettings } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

export const getOrganizationSettings: Handler<'getOrganizationSettings'> = async ({ organization }) => {
  return { status: 200, body: toResource(await getOrganization(organization.id)) };
};

export const updateOrganizationSettings: Handler<'updateOrganizationSettings'> = async ({
  body,
  organization,
  caller,
}) => {
  return { status: 200, body: toResource(await updateSettings(organization, body, caller)) };
};

function toResource({ projectAccess }: OrganizationRow): components['schemas']['OrganizationSettings'] {
  return { object: 'organization.settings', project_access: projectAccess };
}

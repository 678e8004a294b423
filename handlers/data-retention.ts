import * as retention from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';

export const getDataRetention: Handler<'getDataRetention'> = async ({ organization }) => {
  const type = retention.organizationRetention(await retention.getOrganization(organization.id));
  return { status: 200, body: { object: 'organization.data_retention', type } };
};

export const updateDataRetention: Handler<'updateDataRetention'> = async ({ organization, body }) => {
  const changed = await retention.setOrganizationRetention(organization, body.retention_type);
  const type = retention.organizationRetention(changed);
  return { status: 200, body: { object: 'organization.data_retention', type } };
};

export const getProjectDataRetention: Handler<'getProjectDataRetention'> = async ({ project }) => {
  return { status: 200, body: { object: 'project.data_retention', type: retention.projectRetention(project) } };
};

export const updateProjectDataRetention: Handler<'updateProjectDataRetention'> = async ({ project, body }) => {
  const changed = await retention.setProjectRetention(project, body.retention_type);
  return { status: 200, body: { object: 'project.data_retention', type: retention.projectRetention(changed) } };
};

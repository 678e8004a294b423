import * as spendLimits from '../services/limits/index.ts';
import type { Handler } from './handler.ts';

export const getSpendLimit: Handler<'getSpendLimit'> = async ({ project }) => {
  return { status: 200, body: { object: 'project.spend_limit', ...(await spendLimits.getSpendLimit(project)) } };
};

export const updateSpendLimit: Handler<'updateSpendLimit'> = async ({ project, body }) => {
  const limit = await spendLimits.setSpendLimit(project, body.threshold_amount);
  return { status: 200, body: { object: 'project.spend_limit', ...limit } };
};

export const deleteSpendLimit: Handler<'deleteSpendLimit'> = async ({ project }) => {
  await spendLimits.deleteSpendLimit(project);
  return { status: 200, body: { object: 'project.spend_limit.deleted', deleted: true } };
};

export const getOrganizationSpendLimit: Handler<'getOrganizationSpendLimit'> = async ({ organization }) => {
  const limit = await spendLimits.getOrganizationSpendLimit(organization);
  return { status: 200, body: { object: 'organization.spend_limit', ...limit } };
};

export const updateOrganizationSpendLimit: Handler<'updateOrganizationSpendLimit'> = async ({ organization, body }) => {
  const limit = await spendLimits.setOrganizationSpendLimit(organization, body.threshold_amount);
  return { status: 200, body: { object: 'organization.spend_limit', ...limit } };
};

export const deleteOrganizationSpendLimit: Handler<'deleteOrganizationSpendLimit'> = async ({ organization }) => {
  await spendLimits.deleteOrganizationSpendLimit(organization);
  return { status: 200, body: { object: 'organization.spend_limit.deleted', deleted: true } };
};

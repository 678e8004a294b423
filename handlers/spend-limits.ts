import * as spendLimits from '../services/limits/index.ts';
import type { Handler } from './handler.ts';

export const getSpendLimit: Handler<'getSpendLimit'> = async ({ params, organization }) => {
  return { status: 200, body: await spendLimits.getSpendLimit(organization, params.project_id) };
};

export const updateSpendLimit: Handler<'updateSpendLimit'> = async ({ params, body, organization }, { access }) => {
  const { threshold_amount: cents } = body;
  return { status: 200, body: await spendLimits.setSpendLimit(organization, params.project_id, cents, access) };
};

export const deleteSpendLimit: Handler<'deleteSpendLimit'> = async ({ params, organization }, { access }) => {
  await spendLimits.deleteSpendLimit(organization, params.project_id, access);
  return { status: 200, body: { object: 'project.spend_limit.deleted', deleted: true } };
};

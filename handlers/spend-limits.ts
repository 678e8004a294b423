import * as spendLimits from '../services/limits/index.ts';
import type { Handler } from './handler.ts';

export const getSpendLimit: Handler<'getSpendLimit'> = async ({ project }) => {
  return { status: 200, body: await spendLimits.getSpendLimit(project) };
};

export const updateSpendLimit: Handler<'updateSpendLimit'> = async ({ project, body }) => {
  return { status: 200, body: await spendLimits.setSpendLimit(project, body.threshold_amount) };
};

export const deleteSpendLimit: Handler<'deleteSpendLimit'> = async ({ project }) => {
  await spendLimits.deleteSpendLimit(project);
  return { status: 200, body: { object: 'project.spend_limit.deleted', deleted: true } };
};

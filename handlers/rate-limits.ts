import * as rateLimits from '../services/gateway/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const listRateLimits: Handler<'listRateLimits'> = async ({ query, project }, services) => {
  const page = await rateLimits.listRateLimits(project, query, services);
  return { status: 200, body: envelope(page, (limit) => limit) };
};

export const updateRateLimit: Handler<'updateRateLimit'> = async ({ params, project, body }, services) => {
  return { status: 200, body: await rateLimits.updateRateLimit(project, params.rate_limit_id, body, services) };
};

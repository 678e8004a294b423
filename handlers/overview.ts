import { overviewOf } from '../services/maintenance/index.ts';
import type { Handler } from './handler.ts';

export const getOrganizationOverview: Handler<'getOrganizationOverview'> = async ({ query, organization }) => {
  return { status: 200, body: await overviewOf(organization, query.project_id) };
};

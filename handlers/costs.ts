import { reportCosts, toDollars } from '../services/limits/index.ts';
import type { Handler } from './handler.ts';
import { report } from './list.ts';

export const getCosts: Handler<'getCosts'> = async ({ query, organization }) => {
  const { line_items: models, group_by: groups, ...window } = query;
  const group_by = groups
    ?.filter((name) => name !== 'api_source')
    .map((name) => (name === 'line_item' ? 'model' : name));
  const page = await reportCosts(organization.id, { ...window, models, group_by });
  return {
    status: 200,
    body: report(page, ({ cost, model, project_id, user_id, api_key_id }) => ({
      object: 'organization.costs.result' as const,
      amount: { value: toDollars(cost), currency: 'usd' as const },
      line_item: model,
      project_id,
      user_id,
      api_key_id,
    })),
  };
};

import { modelsOf } from '../api/models.ts';
import type { Page, Schemas } from '../api/types.ts';
import { toolsField } from '../forms/field-lists.tsx';
import { limitsField } from '../forms/limit-fields.tsx';
import { keyList } from '../lists/key-list.tsx';
import { badge, named } from '../shell/format.tsx';
import { quickStart } from './quick-start.tsx';

function owner({ owner: { user, service_account: account } }: Schemas['ProjectApiKey']) {
  if (account === undefined) return named(user.name, user.email);
  return [named(account.name), ' ', badge('service account', 'quiet')];
}

const path = '/v1/organization/projects/{project_id}/api_keys';

const limits: [name: keyof Schemas['EffectiveKeyLimits'], label: string, unit?: 'cents'][] = [
  ['requests_per_minute', 'Requests per minute'],
  ['tokens_per_minute', 'Model tokens per minute'],
  ['tokens_per_day', 'Model tokens per day (UTC)'],
  ['tokens_per_month', 'Model tokens per month (UTC)'],
  ['spend_per_month', 'US dollars per month (UTC)', 'cents'],
];
const noLimits = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  spend_per_month: null,
};

export const projectKeysPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/keys',
  title: 'API keys',
  label: 'API keys',
  permission: 'keys.read',
  render(context) {
    const { api, project } = context;
    const of = { project_id: project.id };
    const { element, create } = keyList(context, {
      permission: 'keys.write',
      load: (query) => api.get(path, { params: of, query }),
      create: (body) => api.post(path, { params: of, body }),
      update: (id, body) => api.post(`${path}/{key_id}`, { params: { ...of, key_id: id }, body }),
      rotate: (id, body) => api.post(`${path}/{key_id}/rotate`, { params: { ...of, key_id: id }, body }),
      remove: (id) => api.remove(`${path}/{key_id}`, { params: { ...of, key_id: id } }),
      owner,
      limits: (key) => [limitsField(limits, key?.limits ?? noLimits), toolsField(key?.mcp_tools ?? {})],
      models: async () => (await modelsOf(context)).map(({ id }) => id),
      reach: 'this project only',
      firstUse: (value) => quickStart(context, value),
    });
    return [
      <header class="section">
        <h2>API keys</h2>
        {create}
      </header>,
      element,
    ];
  },
};

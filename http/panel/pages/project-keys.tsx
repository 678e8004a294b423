import { modelsOf, type Page, type Schemas } from '../api/index.ts';
import { callLimits, limitsField, toolsField } from '../forms/index.ts';
import { keyList } from '../lists/index.ts';
import { badge, named, subheading } from '../shell/index.ts';
import { quickStart } from './quick-start.tsx';

type Key = Schemas['ProjectApiKey'];

const limits = { ...callLimits, spend_per_month: ['US dollars per month (UTC)', 'cents'] } as const;

export const projectKeysPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/keys',
  title: 'API keys',
  permission: 'keys.read',
  render(context) {
    const { element, create } = keyList<Key>(context, '/v1/organization/projects/{project_id}/api_keys', {
      permission: 'keys.write',
      owner: ({ owner: { user, service_account: account } }) =>
        account === undefined
          ? named(user.name, user.email)
          : [named(account.name), ' ', badge('service account', 'quiet')],
      limits: (key) => [limitsField(limits, key?.limits), toolsField(key?.mcp_tools ?? {})],
      models: async () => (await modelsOf(context)).map(({ id }) => id),
      reach: 'this project only',
      firstUse: (value) => quickStart(context, value),
    });
    return [subheading('API keys', create), element];
  },
};

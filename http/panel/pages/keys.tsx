import { may, modelsOf, type Page, type Schemas } from '../api/index.ts';
import { callLimits, limitsField, toolsField } from '../forms/index.ts';
import { keyList } from '../lists/index.ts';
import { badge, heading, named, subheading } from '../shell/index.ts';
import { quickStart } from './quick-start.tsx';

export const organizationKeysPage: Page = {
  scope: 'organization',
  path: '/o/:organization/keys',
  title: 'Organization keys',
  shortcut: 'k',
  permission: 'organization_keys.read',
  render(context) {
    const { element, create } = keyList<Schemas['AdminApiKey']>(context, '/v1/organization/admin_api_keys', {
      permission: 'organization_keys.write',
      owner: ({ owner: { id, name, role } }) =>
        [named(name, id), role === 'member' && [' ', badge('a member now, and so is the key', 'quiet')]].flat(),
      reach: 'this organization and all its projects',
    });
    const lead =
      'For programs that manage projects: an organization key has access to the whole organization. For programs that use one project, create a project key.';
    return [heading('Organization keys', { lead, actions: [create] }), element];
  },
};

type Key = Schemas['ProjectApiKey'];

const limits = { ...callLimits, spend_per_month: ['US dollars per month (UTC)', 'cents'] } as const;

export const projectKeysPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/keys',
  title: 'API keys',
  permission: 'keys.read',
  render(context) {
    const { account, organization, project } = context;
    const usage = `/o/${organization.id}/usage?window=30&group=model&project=${project.id}`;
    const { element, create } = keyList<Key>(context, '/v1/organization/projects/{project_id}/api_keys', {
      permission: 'keys.write',
      owner: ({ owner: { user, service_account: account } }) =>
        account === undefined
          ? named(user.name, user.email)
          : [named(account.name), ' ', badge('service account', 'quiet')],
      limits: (key) => [limitsField(limits, key?.limits), toolsField(key?.mcp_tools ?? {})],
      models: async () => (await modelsOf(context)).map(({ id }) => id),
      usage: may({ account, organization }, 'usage.read') ? usage : undefined,
      reach: 'this project only',
      firstUse: (value) => quickStart(context, value),
    });
    return [subheading('API keys', create), element];
  },
};

import type { Page, Schemas } from '../api/index.ts';
import { keyList } from '../lists/index.ts';
import { badge, heading, named } from '../shell/index.ts';

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

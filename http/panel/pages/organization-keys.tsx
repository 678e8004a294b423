import type { Page } from '../api/types.ts';
import { keyList } from '../lists/key-list.tsx';
import { badge, named } from '../shell/format.tsx';
import { heading } from '../shell/heading.tsx';

const path = '/v1/organization/admin_api_keys';

export const organizationKeysPage: Page = {
  scope: 'organization',
  path: '/o/:organization/keys',
  title: 'Organization keys',
  label: 'Organization keys',
  shortcut: 'k',
  permission: 'organization_keys.read',
  render(context) {
    const { api } = context;
    const { element, create } = keyList(context, {
      permission: 'organization_keys.write',
      load: (query) => api.get(path, { query }),
      create: (body) => api.post(path, { body }),
      update: (id, body) => api.post(`${path}/{key_id}`, { params: { key_id: id }, body }),
      rotate: (id, body) => api.post(`${path}/{key_id}/rotate`, { params: { key_id: id }, body }),
      remove: (id) => api.remove(`${path}/{key_id}`, { params: { key_id: id } }),
      owner: ({ owner }) =>
        owner.role === 'member' ? (
          <span>
            {named(owner.name, owner.id)} {badge('a member now, and so is the key', 'quiet')}
          </span>
        ) : (
          named(owner.name, owner.id)
        ),
      reach: 'this organization and all its projects',
    });
    const lead =
      'For programs that manage projects: an organization key has access to the whole organization. For programs that use one project, create a project key.';
    return [heading('Organization keys', { lead, actions: [create] }), element];
  },
};

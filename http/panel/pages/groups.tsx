import { may, type OrganizationContext, type Page, type Schemas } from '../api/index.ts';
import { formDialog, textField } from '../forms/index.ts';
import { Loss, list } from '../lists/index.ts';
import { badge, button, heading, href, named, shortMoment, visit } from '../shell/index.ts';

const path = '/v1/organization/groups';

export const groupsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/groups',
  title: 'Groups',
  permission: 'groups.read',
  render(context) {
    const { api, organization } = context;
    const mayWrite = may(context, 'groups.write');
    const { element, reload } = list(context, (query) => api.get(path, { query }), {
      of: ['group', 'groups'],
      isWhole: true,
      empty: ['No groups yet.', 'Create one, add members to it, and give it roles.'],
      columns: {
        Name: ({ id, name }) => <a href={href(`/o/${organization.id}/groups/${id}`)}>{named(name)}</a>,
        Managed: ({ is_scim_managed: isManaged }) => (isManaged ? badge('by a directory', 'quiet') : 'here'),
        Created: (group) => shortMoment(group.created_at),
      },
      actions: mayWrite && ((group, reload) => [['Rename', () => openGroup(context, reload, group)]]),
      removal: mayWrite && {
        note: 'Members of a deleted group lose its roles. This cannot be undone.',
        about: ({ id }) => <Loss count={() => lossOf(context, id)} />,
        run: ({ id }) => api.remove(`${path}/{group_id}`, { params: { group_id: id } }),
      },
    });
    const create = mayWrite && button('Create a group', () => openGroup(context, reload), 'primary');
    return [heading('Groups', { lead: 'The members of a group have its roles.', actions: [create] }), element];
  },
};

async function lossOf({ api }: OrganizationContext, id: string): Promise<[number, string]> {
  const { people = 0, roles = [] } = await api.get(`${path}/{group_id}`, { params: { group_id: id } });
  return [roles.length === 0 ? 0 : people, `the roles ${roles.join(', ')}`];
}

/** @param group to rename; undefined: a new one. */
function openGroup({ api, organization }: OrganizationContext, reload: () => unknown, group?: Schemas['Group']) {
  formDialog(group === undefined ? 'Create a group' : 'Rename the group', {
    fields: [textField({ name: 'name', label: 'Name', value: group?.name ?? '' })],
    submit: group === undefined ? 'Create' : 'Rename',
    edits: group !== undefined,
    run({ name }) {
      const body = { name: String(name) };
      return group === undefined
        ? api.post(path, { body })
        : api.post(`${path}/{group_id}`, { params: { group_id: group.id }, body });
    },
    onDone: ({ id }) => (group === undefined ? visit(`/o/${organization.id}/groups/${id}`) : reload()),
    notice: ({ name }) => ['The group ', named(name), ' is saved.'],
  });
}

import { may } from '../api/account.ts';
import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { list } from '../lists/list.tsx';
import { loss } from '../lists/loss.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { badge, named, shortMoment } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

const path = '/v1/organization/groups';

export const groupsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/groups',
  title: 'Groups',
  label: 'Groups',
  permission: 'groups.read',
  render(context) {
    const { api, organization } = context;
    const mayWrite = may(context, 'groups.write');
    const read = () => everyRow((query) => api.get(path, { query }));
    const groups = list(
      context,
      wholeList(read, ({ name }) => name),
      {
        of: ['group', 'groups'],
        empty: nothing('No groups yet.', 'Create one, add members to it, and give it roles.'),
        columns: [
          {
            title: 'Name',
            cell: ({ id, name }) => <a href={href(`/o/${organization.id}/groups/${id}`)}>{named(name)}</a>,
          },
          {
            title: 'Managed',
            cell: ({ is_scim_managed: isManaged }) => (isManaged ? badge('by a directory', 'quiet') : 'here'),
          },
          { title: 'Created', cell: (group) => shortMoment(group.created_at) },
        ],
        actions: (group) => [
          mayWrite && (
            <button
              type="button"
              aria-label={`Rename ${group.name}`}
              onClick={() => openGroup(context, () => void groups.reload(), group)}
            >
              Rename
            </button>
          ),
        ],
        removal: {
          verb: 'Delete',
          isAllowed: mayWrite,
          name: ({ name }) => name,
          note: 'Members of a deleted group lose its roles. This cannot be undone.',
          about: ({ id }) => loss(() => lossOf(context, id)),
          run: ({ id }) => api.remove(`${path}/{group_id}`, { params: { group_id: id } }),
        },
      },
    );
    const create = button('Create a group', () => openGroup(context, () => void groups.reload()), 'primary');
    return [
      heading('Groups', { lead: 'The members of a group have its roles.', actions: [mayWrite && create] }),
      groups.element,
    ];
  },
};

async function lossOf({ api }: OrganizationContext, id: string): Promise<[number, string]> {
  const { people = 0, roles = [] } = await api.get(`${path}/{group_id}`, { params: { group_id: id } });
  return [roles.length === 0 ? 0 : people, `the roles ${roles.join(', ')}`];
}

/** @param group to rename; undefined: a new one. */
function openGroup({ api, organization }: OrganizationContext, onDone: () => void, group?: Schemas['Group']) {
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
    onDone(saved) {
      onDone();
      if (group === undefined) visit(`/o/${organization.id}/groups/${saved.id}`);
      announce('The group ', named(saved.name), ' is saved.');
    },
  });
}

import { type ListOf, may, type Page, type ProjectContext } from '../api/index.ts';
import { openProjectPerson, openRoles } from '../forms/index.ts';
import { everyRow, list } from '../lists/index.ts';
import { badge, button, named, shortMoment, subheading } from '../shell/index.ts';

const path = '/v1/organization/projects/{project_id}';

/** A user or a group with a role in the project. */
interface Row {
  id: string;
  kind: 'user' | 'group';
  name: string;
  role: string;
  since: number;
}

export const projectMembersPage: Page = {
  scope: 'project',
  path: '/o/:organization/projects/:project/members',
  title: 'Project members',
  label: 'People',
  permission: 'roles.read',
  render(context) {
    const { api } = context;
    const mayWrite = may(context, 'roles.write');
    const { element, reload } = list(context, () => everybody(context), {
      of: ['member', 'members'],
      isWhole: true,
      empty: [
        'No members of this project yet.',
        'Owners of the organization reach every project. Whether all its members do is a setting of the organization.',
      ],
      columns: {
        Name: ({ kind, name }) => [named(name), kind === 'group' && badge('group', 'quiet')],
        Roles: ({ role }) => role,
        Since: ({ since }) => shortMoment(since),
      },
      actions: mayWrite && ((row, reload) => [['Roles', () => openRoles(context, row, reload)]]),
      removal: mayWrite && {
        verb: 'Remove',
        note: 'They lose all roles in this project. Roles in the organization and roles of other groups stay.',
        run: ({ id, kind }) =>
          kind === 'user'
            ? api.remove(`${path}/users/{user_id}`, { params: { user_id: id } })
            : api.remove(`${path}/groups/{group_id}`, { params: { group_id: id } }),
      },
      complete: (rows) => Promise.all(rows.map((row) => withRoles(context, row))),
    });
    const open = () => openProjectPerson(context, reload);
    const add = mayWrite && button('Add a member or a group', open, 'primary');
    return [subheading('Members of the project', add), element];
  },
};

/** Returns the users and the groups that have a role in the project. */
async function everybody({ api }: ProjectContext): Promise<ListOf<Row>> {
  const [users, groups] = await Promise.all([
    everyRow((query) => api.get(`${path}/users`, { query })),
    everyRow((query) => api.get(`${path}/groups`, { query })),
  ]);
  const data = [
    ...users.map(({ id, email, role, added_at: since }): Row => ({ id, kind: 'user', name: email, role, since })),
    ...groups.map(({ id, group_name: name, created_at: since }): Row => ({ id, kind: 'group', name, role: '', since })),
  ];
  return { data, first_id: null, last_id: null, has_more: false };
}

/** A user's row names the highest role alone, and a group's none. */
async function withRoles({ api }: ProjectContext, row: Row): Promise<Row> {
  if (row.kind === 'user') return row;
  const params = { group_id: row.id };
  const { data } = await api.get('/v1/projects/{project_id}/groups/{group_id}/roles', { params });
  return { ...row, role: data.map(({ name }) => name).join(', ') };
}

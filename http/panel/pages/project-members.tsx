import { may } from '../api/account.ts';
import type { Page, ProjectContext } from '../api/types.ts';
import { rolesButton } from '../forms/assignments.tsx';
import { openProjectPerson } from '../forms/project-person.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { badge, named, shortMoment } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';

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
    const { api, project } = context;
    const mayWrite = may(context, 'roles.write');
    const of = { project_id: project.id };
    const members = list(
      context,
      wholeList(
        () => everybody(context),
        ({ name }) => name,
      ),
      {
        of: ['member', 'members'],
        empty: nothing(
          'No members of this project yet.',
          'Owners of the organization reach every project. Whether all its members do is a setting of the organization.',
        ),
        columns: [
          { title: 'Name', cell: ({ kind, name }) => [named(name), kind === 'group' && badge('group', 'quiet')] },
          { title: 'Roles', cell: ({ role }) => role },
          { title: 'Since', cell: ({ since }) => shortMoment(since) },
        ],
        actions: mayWrite ? (row) => [rolesButton(context, row, () => void members.reload())] : undefined,
        removal: {
          verb: 'Remove',
          isAllowed: mayWrite,
          name: ({ name }) => name,
          note: 'They lose all roles in this project. Roles in the organization and roles of other groups stay.',
          run: ({ id, kind }) =>
            kind === 'user'
              ? api.remove(`${path}/users/{user_id}`, { params: { ...of, user_id: id } })
              : api.remove(`${path}/groups/{group_id}`, { params: { ...of, group_id: id } }),
        },
        complete: (rows) => Promise.all(rows.map((row) => withRoles(context, row))),
      },
    );
    const open = () => void openProjectPerson(context, () => void members.reload());
    return [
      <header class="section">
        <h2>Members of the project</h2>
        {mayWrite && button('Add a member or a group', open, 'primary')}
      </header>,
      members.element,
    ];
  },
};

/** Returns the users and the groups that have a role in the project. */
async function everybody({ api, project }: ProjectContext): Promise<Row[]> {
  const params = { project_id: project.id };
  const [users, groups] = await Promise.all([
    everyRow((query) => api.get(`${path}/users`, { params, query })),
    everyRow((query) => api.get(`${path}/groups`, { params, query })),
  ]);
  return [
    ...users.map(({ id, email, role, added_at: since }): Row => ({ id, kind: 'user', name: email, role, since })),
    ...groups.map(({ id, group_name: name, created_at: since }): Row => ({ id, kind: 'group', name, role: '', since })),
  ];
}

/** A user's row names the highest role alone, and a group's none. */
async function withRoles({ api, project }: ProjectContext, row: Row): Promise<Row> {
  if (row.kind === 'user') return row;
  const params = { project_id: project.id, group_id: row.id };
  const { data } = await api.get('/v1/projects/{project_id}/groups/{group_id}/roles', { params });
  return { ...row, role: data.map(({ name }) => name).join(', ') };
}

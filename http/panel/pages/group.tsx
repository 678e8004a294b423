import { may } from '../api/account.ts';
import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { rolesOf } from '../forms/assignments.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { personField } from '../forms/person-field.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { announce } from '../shell/announce.tsx';
import { named } from '../shell/format.tsx';
import { backTo, button, heading } from '../shell/heading.tsx';

const path = '/v1/organization/groups/{group_id}';

export const groupPage: Page = {
  scope: 'organization',
  path: '/o/:organization/groups/:group',
  title: 'Group',
  permission: 'groups.read',
  async render(context) {
    const { api, organization } = context;
    const mayWrite = may(context, 'groups.write');
    const group = await api.get(path, { params: { group_id: context.params.group ?? '' } });
    const of = { group_id: group.id };
    const read = () => everyRow((query) => api.get(`${path}/users`, { params: of, query }));
    const users = list(
      context,
      wholeList(read, ({ email, name }) => `${email} ${name}`),
      {
        of: ['member', 'members'],
        empty: nothing('No members yet.', 'Add members of the organization. They get the roles of the group.'),
        columns: [
          { title: 'E-mail', cell: ({ email }) => named(email) },
          { title: 'Name', cell: ({ name, email }) => (name === email ? named(null, 'none') : named(name)) },
        ],
        removal: {
          verb: 'Remove',
          isAllowed: mayWrite,
          name: ({ email }) => email,
          note: 'Members who are removed lose the roles of the group.',
          run: ({ id }) => api.remove(`${path}/users/{user_id}`, { params: { ...of, user_id: id } }),
        },
      },
    );
    const add = button('Add a member', () => openAdding(context, group, () => void users.reload()), 'primary');
    return [
      backTo(`/o/${organization.id}/groups`, 'Groups'),
      heading(named(group.name), { lead: 'The members of a group have its roles.', actions: [mayWrite && add] }),
      users.element,
      may(context, 'roles.write') && (
        <section class="card below">
          <h2>Roles in the organization</h2>
          <p class="hint">A project gives a group roles on its page People.</p>
          {rolesOf(context, { kind: 'group', id: group.id, name: group.name })}
        </section>
      ),
    ];
  },
};

function openAdding({ api }: OrganizationContext, group: Schemas['Group'], onDone: () => void) {
  const person = personField(api);
  formDialog('Add a member', {
    fields: [person],
    submit: 'Add',
    async run() {
      const userId = await person.userId();
      if (userId === undefined) return false;
      return api.post(`${path}/users`, { params: { group_id: group.id }, body: { user_id: userId } });
    },
    onDone() {
      onDone();
      announce(person.text(), ' is in the group ', named(group.name), ' now.');
    },
  });
}

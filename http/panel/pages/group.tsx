import { may, type Page } from '../api/index.ts';
import { formDialog, personField, rolesOf } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { backTo, button, heading, named } from '../shell/index.ts';

const path = '/v1/organization/groups/{group_id}';

export const groupPage: Page = {
  scope: 'organization',
  path: '/o/:organization/groups/:group',
  title: 'Group',
  label: null,
  permission: 'groups.read',
  async render(context) {
    const { api, organization } = context;
    const mayWrite = may(context, 'groups.write');
    const group = await api.get(path, { params: { group_id: context.params.group ?? '' } });
    const params = { group_id: group.id };
    const { element, reload } = list(context, (query) => api.get(`${path}/users`, { params, query }), {
      of: ['member', 'members'],
      isWhole: true,
      name: ({ email }) => email,
      empty: ['No members yet.', 'Add members of the organization. They get the roles of the group.'],
      columns: {
        'E-mail': ({ email }) => named(email),
        Name: ({ name, email }) => (name === email ? named(null, 'none') : named(name)),
      },
      removal: mayWrite && {
        verb: 'Remove',
        note: 'Members who are removed lose the roles of the group.',
        run: ({ id }) => api.remove(`${path}/users/{user_id}`, { params: { ...params, user_id: id } }),
      },
    });
    return [
      backTo(`/o/${organization.id}/groups`, 'Groups'),
      heading(named(group.name), {
        lead: 'The members of a group have its roles.',
        actions: [mayWrite && button('Add a member', add, 'primary')],
      }),
      element,
      may(context, 'roles.write') && (
        <section class="card below">
          <h2>Roles in the organization</h2>
          <p class="hint">A project gives a group roles on its page People.</p>
          {rolesOf(context, { kind: 'group', id: group.id, name: group.name })}
        </section>
      ),
    ];

    function add() {
      const person = personField(api);
      formDialog('Add a member', {
        fields: [person],
        submit: 'Add',
        async run() {
          const userId = await person.userId();
          return userId === undefined ? false : api.post(`${path}/users`, { params, body: { user_id: userId } });
        },
        onDone: reload,
        notice: () => [person.text(), ' is in the group ', named(group.name), ' now.'],
      });
    }
  },
};

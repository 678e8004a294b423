import { assignmentsOf, may, type ProjectContext } from '../api/index.ts';
import { named, shared } from '../shell/index.ts';
import { mayGive } from './assignments.tsx';
import { choiceField, hiddenIf } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';
import { personField } from './person-field.tsx';

/** Opens a dialog that gives a member of the organization or a group a role in the project. */
export async function openProjectPerson(context: ProjectContext, onDone: () => unknown) {
  const { api, account, organization, project } = context;
  const [groups, roles] = await Promise.all([
    may({ account, organization }, 'groups.read')
      ? api.get('/v1/organization/groups', { query: { limit: 100 } })
      : { data: [] },
    api.get('/v1/projects/{project_id}/roles', { query: { limit: 100 } }),
  ]);
  const offered = roles.data.filter((role) => mayGive(context, role));
  const person = personField(api);
  const isGroup = shared(false);
  const group = choiceField({
    name: 'group_id',
    label: 'Add',
    texts: { '': 'a member of the organization' },
    choices: groups.data.map(({ id, name }) => [id, `group ${name}`]),
    onChange: (id) => isGroup.set(id !== ''),
  });
  const role = choiceField({
    name: 'role_id',
    label: 'Role in the project',
    value: offered.find(({ name }) => name === 'member')?.id,
    choices: offered.map(({ id, name }) => [id, name]),
  });
  const Person = () => hiddenIf(isGroup.use(), person);
  formDialog('Add a member or a group', {
    fields: [group, person, role],
    layout: [groups.data.length > 0 && group.element, <Person />, role.element],
    submit: 'Add',
    async run() {
      const groupId = group.text();
      const id = groupId === '' ? await person.userId() : groupId;
      if (id === undefined) return false;
      const name = groupId === '' ? person.text() : `group ${groups.data.find((one) => one.id === groupId)?.name}`;
      const principal = { kind: groupId === '' ? ('user' as const) : ('group' as const), id, name };
      await assignmentsOf(api, principal, project.id).add(role.text());
      return name;
    },
    onDone,
    notice: (name) => [named(name), ' is in the project now.'],
  });
}

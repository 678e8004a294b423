import { assignmentsOf } from '../api/assignments.ts';
import type { ProjectContext } from '../api/types.ts';
import { announce } from '../shell/announce.ts';
import { named } from '../shell/format.tsx';
import { openDialog } from './dialog.ts';
import { choiceField } from './fields.ts';
import { form } from './form.ts';
import { personField } from './person-field.ts';

/** Opens a dialog that gives a member of the organization or a group a role in the project. */
export async function openProjectPerson({ api, project }: ProjectContext, onDone: () => void) {
  const [groups, roles] = await Promise.all([
    api.get('/v1/organization/groups', { query: { limit: 100 } }),
    api.get('/v1/projects/{project_id}/roles', { params: { project_id: project.id }, query: { limit: 100 } }),
  ]);
  const person = personField(api);
  const group = choiceField({
    name: 'group_id',
    label: 'Add',
    choices: [
      ['', 'a member of the organization'],
      ...groups.data.map(({ id, name }): Choice => [id, `group ${name}`]),
    ],
  });
  const role = choiceField({
    name: 'role_id',
    label: 'Role in the project',
    value: roles.data.find(({ name }) => name === 'member')?.id,
    choices: roles.data.map(({ id, name }): Choice => [id, name]),
  });
  group.select.addEventListener('change', () => {
    person.element.hidden = group.select.value !== '';
  });
  openDialog('Add a member or a group', (close) =>
    form({
      fields: groups.data.length === 0 ? [person, role] : [group, person, role],
      submit: 'Add',
      cancel: close,
      async run() {
        const groupId = group.select.value;
        const id = groupId === '' ? await person.userId() : groupId;
        if (id === undefined) return;
        const name = groupId === '' ? person.input.value : (group.select.selectedOptions[0]?.textContent ?? '');
        const principal = { kind: groupId === '' ? ('user' as const) : ('group' as const), id, name };
        await assignmentsOf(api, principal, project.id).add(role.select.value);
        close();
        onDone();
        announce(named(name), ' is in the project now.');
      },
    }),
  );
}

type Choice = [value: string, text: string];

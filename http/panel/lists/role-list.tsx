// The roles of an organization or a project, which are defined, changed and deleted in the same way.

import { may, type OrganizationContext, type Schemas } from '../api/index.ts';
import { formDialog, permissionsField, permissionsText, textField } from '../forms/index.ts';
import { badge, button, named } from '../shell/index.ts';
import { list } from './list.tsx';
import { Loss } from './loss.tsx';

type Role = Schemas['Role'];
/** The operations of both kinds of roles have the same types. The client fills in the project. */
type Path = '/v1/organization/roles';

/** Returns the list of roles, and the button that creates one. */
export function roleList(context: OrganizationContext, path: Path | '/v1/projects/{project_id}/roles') {
  const { api } = context;
  const of = path as Path;
  const one = (id: string) => ({ params: { role_id: id } });
  const mayWrite = may(context, 'roles.write');
  const { element, reload } = list(context, (query) => api.get(of, { query }), {
    of: ['role', 'roles'],
    isWhole: true,
    empty: ['No roles yet.'],
    columns: {
      Name: ({ name, predefined_role: isBuiltIn }) => [named(name), isBuiltIn && badge('built in', 'quiet')],
      Description: ({ description }) => description ?? <span class="soft">none</span>,
      Permissions: ({ permissions }) => permissionsText(permissions),
    },
    actions: mayWrite && ((role) => [[role.predefined_role ? 'Copy' : 'Edit', () => openRole(role)]]),
    removal: mayWrite && {
      note: 'The role is taken from everybody. This cannot be undone.',
      about: (role) => <Loss count={() => lossOf(role)} />,
      run: ({ id }) => api.remove(`${of}/{role_id}`, one(id)),
      isRemovable: ({ predefined_role: isBuiltIn }) => !isBuiltIn,
    },
  });
  return { element, create: mayWrite && button('Create a role', () => openRole(), 'primary') };

  async function lossOf({ id, permissions }: Role): Promise<[number, string]> {
    const { people = 0 } = await api.get(`${of}/{role_id}`, one(id));
    return [people, permissionsText(permissions)];
  }

  /** @param role to change; a built-in one is copied. Undefined: a new one. */
  function openRole(role?: Role) {
    const edited = role?.predefined_role === false ? role : undefined;
    formDialog(edited === undefined ? 'Create a role' : 'Edit the role', {
      fields: fieldsOf(role, path.includes('project_id')),
      submit: edited === undefined ? 'Create' : 'Save',
      edits: edited !== undefined,
      run: (body) =>
        edited === undefined
          ? api.post(of, { body: body as Schemas['CreateRoleRequest'] })
          : api.post(`${of}/{role_id}`, { ...one(edited.id), body }),
      onDone: reload,
      notice: ({ name }) => ['The role ', named(name), ' is saved.'],
    });
  }
}

function fieldsOf(role: Role | undefined, isOfProject: boolean) {
  const name = role?.predefined_role ? `${role.name} (copy)` : (role?.name ?? '');
  return [
    textField({ name: 'role_name', label: 'Name', value: name }),
    textField({
      name: 'description',
      label: 'Description',
      value: role?.description ?? null,
      optional: true,
      whenEmpty: 'null',
    }),
    permissionsField({
      name: 'permissions',
      hint: 'Writing does not include reading. You can give what you have yourself.',
      value: role?.permissions ?? [],
      isOfProject,
    }),
  ];
}

// The roles of an organization or a project, which are defined, changed and deleted in the same way.

import { may } from '../api/account.ts';
import type { ListOf, ListWindow, OrganizationContext, Schemas } from '../api/types.ts';
import { textField } from '../forms/fields.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { permissionsField, permissionsText } from '../forms/permissions.tsx';
import { announce } from '../shell/announce.tsx';
import { badge, named } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { list } from './list.tsx';
import { loss } from './loss.tsx';
import { nothing } from './nothing.tsx';
import { everyRow, wholeList } from './whole-list.ts';

type Role = Schemas['Role'];

interface RoleCalls {
  load: (window: Pick<ListWindow, 'limit' | 'order' | 'after'>) => Promise<ListOf<Role>>;
  get: (id: string) => Promise<Role>;
  create: (body: Schemas['CreateRoleRequest']) => Promise<Role>;
  update: (id: string, body: Schemas['UpdateRoleRequest']) => Promise<Role>;
  remove: (id: string) => Promise<unknown>;
  isOfProject?: boolean;
}

/** Returns the list of roles, and the button that creates one. */
export function roleList(context: OrganizationContext, calls: RoleCalls) {
  const mayWrite = may(context, 'roles.write');
  const reload = () => void roles.reload();
  const roles = list(
    context,
    wholeList(
      () => everyRow(calls.load),
      ({ name }) => name,
    ),
    {
      of: ['role', 'roles'],
      empty: nothing('No roles yet.'),
      columns: [
        {
          title: 'Name',
          cell: ({ name, predefined_role: isBuiltIn }) => [named(name), isBuiltIn && badge('built in', 'quiet')],
        },
        { title: 'Description', cell: ({ description }) => description ?? <span class="soft">none</span> },
        { title: 'Permissions', cell: ({ permissions }) => permissionsText(permissions) },
      ],
      actions: mayWrite ? (role) => [openButton(calls, reload, role)] : undefined,
      removal: {
        verb: 'Delete',
        isAllowed: mayWrite,
        name: ({ name }) => name,
        note: 'The role is taken from everybody. This cannot be undone.',
        about: ({ id, permissions }) =>
          loss(async () => [(await calls.get(id)).people ?? 0, permissionsText(permissions)]),
        run: ({ id }) => calls.remove(id),
        isRemovable: ({ predefined_role: isBuiltIn }) => !isBuiltIn,
      },
    },
  );
  const create = mayWrite && button('Create a role', () => openRole(calls, reload), 'primary');
  return { element: roles.element, create };
}

function openButton(calls: RoleCalls, onDone: () => void, role: Role) {
  const text = role.predefined_role ? 'Copy' : 'Edit';
  return button(text, () => openRole(calls, onDone, role), undefined, `${text} ${role.name}`);
}

/** @param role to change; a built-in one is copied. Undefined: a new one. */
function openRole(calls: RoleCalls, onDone: () => void, role?: Role) {
  const edited = role?.predefined_role === false ? role : undefined;
  formDialog(edited === undefined ? 'Create a role' : 'Edit the role', {
    fields: [
      textField({ name: 'role_name', label: 'Name', value: edited?.name ?? (role && `${role.name} (copy)`) ?? '' }),
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
        isOfProject: calls.isOfProject === true,
      }),
    ],
    submit: edited === undefined ? 'Create' : 'Save',
    edits: edited !== undefined,
    run: (body) =>
      edited === undefined
        ? calls.create(body as Schemas['CreateRoleRequest'])
        : calls.update(edited.id, body as Schemas['UpdateRoleRequest']),
    onDone({ name }) {
      onDone();
      announce('The role ', named(name), ' is saved.');
    },
  });
}

// The roles of a user or a group: they are given and taken in a dialog, or on a page.

import { useEffect, useState } from 'preact/hooks';
import {
  type Api,
  type Assignments,
  assignmentsOf,
  may,
  type Principal,
  type Schemas,
  type Where,
} from '../api/index.ts';
import { announce, button, named, problem, uniqueId } from '../shell/index.ts';
import { openDialog } from './dialog.tsx';
import { choiceField } from './fields.tsx';
import { form } from './form.tsx';
import { permissionsText } from './permissions.tsx';

/** The organization, or one of its projects, in which the roles are. */
type Place = Where & { api: Api };

interface Known {
  held: Schemas['AssignedRole'][];
  choices: Schemas['Role'][];
}

export function openRoles(context: Place, principal: Principal, onClose: () => unknown = () => undefined) {
  openDialog(`Roles of ${principal.name}`, () => rolesOf(context, principal), { onClose });
}

/** Returns the roles with a button for each, and the form that gives one more. */
export function rolesOf(context: Place, principal: Principal) {
  const calls = assignmentsOf(context.api, principal, context.project?.id);
  return <Roles key={uniqueId('roles')} {...{ calls, principal }} mayGive={(role) => mayGive(context, role)} />;
}

/** Returns true if the reader has each permission of the role: nobody gives or takes what they lack. */
export function mayGive(where: Where, { permissions }: Pick<Schemas['Role'], 'permissions'>) {
  return permissions.every((permission) => may(where, permission));
}

interface Options {
  calls: Assignments;
  principal: Principal;
  mayGive: (role: Pick<Schemas['Role'], 'permissions'>) => boolean;
}

function Roles({ calls, principal, mayGive }: Options) {
  const [known, setKnown] = useState<Known | undefined>();
  const [trouble, setTrouble] = useState<unknown>();
  const load = () =>
    Promise.all([calls.list(), calls.choices()]).then(([held, choices]) => setKnown({ held, choices }), setTrouble);
  useEffect(() => void load(), []);
  const take = ({ id, name }: Schemas['AssignedRole']) =>
    calls.remove(id).then(async () => {
      setTrouble(undefined);
      await load();
      announce(named(principal.name), ' no longer has the role ', named(name), '.');
    }, setTrouble);
  if (known === undefined) return <div aria-busy={trouble === undefined}>{Boolean(trouble) && problem(trouble)}</div>;
  return (
    <div class="assignments">
      {Boolean(trouble) && problem(trouble)}
      {known.held.length === 0 && <p class="soft">No roles yet.</p>}
      <ul class="plain" hidden={known.held.length === 0}>
        {known.held.map((role) => (
          <li key={role.id}>
            <div class="what">
              <strong>{named(role.name)}</strong>
              <p class="small">{permissionsText(role.permissions)}</p>
            </div>
            {isDirect(role, principal) && !isEverybodys(role) && mayGive(role) ? (
              button('Remove', () => void take(role), undefined, `Remove the role ${role.name}`)
            ) : (
              <span class="small">{source(role, principal)}</span>
            )}
          </li>
        ))}
      </ul>
      {adding({ ...known, choices: known.choices.filter(mayGive) }, principal, calls, load)}
    </div>
  );
}

/** The role that all members of the organization have. */
function isEverybodys({
  name,
  predefined_role: isBuiltIn,
  resource_type: type,
}: Pick<Schemas['Role'], 'name' | 'predefined_role' | 'resource_type'>) {
  return isBuiltIn && name === 'member' && type === 'api.organization';
}

function isDirect({ assignment_sources: sources }: Schemas['AssignedRole'], { id }: Principal) {
  return sources.some(({ principal_id: principalId }) => principalId === id);
}

/** Everybody is a member of the organization without an assignment. */
function source(role: Schemas['AssignedRole'], principal: Principal) {
  const { assignment_sources: sources } = role;
  if (isDirect(role, principal) && !isEverybodys(role)) return 'more than you may give';
  return sources.some(({ principal_type: type }) => type === 'group') ? 'by a group' : 'as a member';
}

function adding({ held, choices }: Known, principal: Principal, calls: Assignments, reload: () => Promise<void>) {
  // Own roles come first, and the owner's last, because the field begins with the first one.
  const free = choices
    .filter((role) => !isEverybodys(role) && !held.some((one) => one.id === role.id && isDirect(one, principal)))
    .toReversed();
  if (free.length === 0) return <p class="hint">There are no more roles. Define one on the page Roles.</p>;
  const role = choiceField({
    name: 'role_id',
    label: held.length === 0 ? 'Give a role' : 'Give another role',
    choices: free.map(({ id, name }) => [id, name]),
  });
  return (
    <div key={free.map(({ id }) => id).join()}>
      {form({
        fields: [role],
        submit: 'Give the role',
        async run({ role_id: id }) {
          await calls.add(String(id));
          return free.find((one) => one.id === id)?.name ?? '';
        },
        onDone: reload,
        notice: (name) => [named(principal.name), ' has the role ', named(name), ' now.'],
      })}
    </div>
  );
}

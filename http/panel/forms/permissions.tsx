// Permissions in words, and the field that chooses them: a row for each resource, a box for each action.

import { createRef, type RefObject } from 'preact';
import type { Field, Schemas } from '../api/types.ts';
import { button } from '../shell/heading.tsx';
import { shared } from '../shell/shared.ts';
import { Either, Trouble } from './field-lists.tsx';
import { focusOn } from './fields.tsx';

type Permission = Schemas['Permission'];
type Area = Permission extends `${infer Name}.${string}` ? Name : never;

/** The types demand all permissions, so that a new one is a line here. */
const ofProjects: Record<Permission, boolean> = {
  'model.request': true,
  'models.read': true,
  'vector_stores.read': true,
  'vector_stores.write': true,
  'files.read': true,
  'files.write': true,
  'responses.read': true,
  'responses.write': true,
  'conversations.read': true,
  'conversations.write': true,
  'endpoints.request': true,
  'mcp.request': true,
  'workers.read': true,
  'webhooks.read': true,
  'webhooks.write': true,
  'keys.read': true,
  'keys.write': true,
  'limits.read': true,
  'limits.write': true,
  'roles.read': true,
  'roles.write': true,
  'projects.read': false,
  'projects.write': false,
  'users.read': false,
  'users.write': false,
  'groups.read': false,
  'groups.write': false,
  'invitations.read': false,
  'invitations.write': false,
  'organization_keys.read': false,
  'organization_keys.write': false,
  'usage.read': false,
  'audit_log.read': false,
  'scim.write': false,
};

const titles: Record<Area, string> = {
  model: 'Model calls',
  models: 'List of models',
  vector_stores: 'Vector stores',
  files: 'Files',
  responses: 'Stored responses',
  conversations: 'Conversations',
  endpoints: 'Custom endpoints',
  mcp: 'MCP servers',
  workers: 'Fine-tuning workers',
  webhooks: 'Webhooks',
  keys: 'Project keys',
  limits: 'Limits',
  roles: 'Roles',
  projects: 'Projects',
  users: 'Members',
  groups: 'Groups',
  invitations: 'Invitations',
  organization_keys: 'Organization keys',
  usage: 'Usage and costs',
  audit_log: 'Audit log',
  scim: 'People and groups by SCIM',
};

const actions: Record<string, string> = { read: 'Read', write: 'Write', request: 'Call' };
const all = Object.keys(ofProjects) as Permission[];
const maxNamed = 4;

/** Returns permissions in a few words: "Files (read, write), Usage and costs (read) and 3 more". */
export function permissionsText(given: Permission[]) {
  if (given.length === all.length) return 'Everything';
  const texts = areasOf(all.filter((one) => given.includes(one))).map(
    ([area, own]) => `${titles[area]} (${own.map((one) => actionOf(one).toLowerCase()).join(', ')})`,
  );
  const rest = texts.length - maxNamed;
  return texts.slice(0, maxNamed).join(', ') + (rest > 0 ? ` and ${rest} more` : '');
}

/** @param options `whole`: the words for no restriction, which is null in the API. Without it, some have to be chosen. */
export function permissionsField({
  name,
  hint,
  value,
  whole,
  isOfProject = false,
}: {
  name: string;
  hint: string;
  value: Permission[] | null;
  whole?: string;
  isOfProject?: boolean;
}): Field {
  const chooser = createRef<HTMLDivElement>();
  const everything = createRef<HTMLInputElement>();
  const trouble = shared<string | undefined>(undefined);
  const content = (isHidden: boolean) => [
    <Chooser place={chooser} value={value ?? []} isOfProject={isOfProject} isHidden={isHidden} />,
    <Trouble of={trouble} />,
  ];
  const part = { legend: 'Permissions', hint };
  return {
    element:
      whole === undefined ? (
        <fieldset class="field">
          <legend>{part.legend}</legend>
          <p class="hint">{hint}</p>
          {content(false)}
        </fieldset>
      ) : (
        <Either
          {...part}
          choices={[whole, 'Only these']}
          isFirst={value === null}
          first={everything}
          second={content}
        />
      ),
    names: [name],
    focus: () => focusOn(everything.current ?? chooser.current?.querySelector('input')),
    setProblem: trouble.set,
    fill(body) {
      const checked = [...(chooser.current?.querySelectorAll('input:checked') ?? [])] as HTMLInputElement[];
      const given = checked.map((box) => box.name as Permission).toSorted();
      body[name] = everything.current?.checked ? null : given;
    },
  };
}

interface ChooserOptions {
  place: RefObject<HTMLDivElement | null>;
  value: Permission[];
  isOfProject: boolean;
  isHidden: boolean;
}

function Chooser({ place, value, isOfProject, isHidden }: ChooserOptions) {
  const set = (isMeant: (one: string) => boolean) => () => {
    for (const box of place.current?.querySelectorAll('input') ?? []) box.checked = isMeant(box.name);
    place.current?.dispatchEvent(new Event('input', { bubbles: true }));
  };
  return (
    <div class="permissions" ref={place} hidden={isHidden}>
      <div class="buttons">
        {button(
          'Only read',
          set((one) => one.endsWith('.read')),
        )}
        {button(
          'None',
          set(() => false),
        )}
      </div>
      {[true, ...(isOfProject ? [] : [false])].map((ofProject) => (
        <table>
          <caption>{ofProject ? 'In projects' : 'In the organization'}</caption>
          <tbody>
            {areasOf(all.filter((one) => ofProjects[one] === ofProject)).map(([area, own]) => (
              <tr>
                <th scope="row">{titles[area]}</th>
                <td>{box(own.find((one) => one.endsWith('.read')))}</td>
                <td>{box(own.find((one) => !one.endsWith('.read')))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </div>
  );

  function box(one: Permission | undefined) {
    if (one === undefined) return undefined;
    const label = `${titles[areaOf(one)]}: ${actionOf(one)}`;
    return (
      <label class="option">
        <input type="checkbox" name={one} aria-label={label} defaultChecked={value.includes(one)} />
        {actionOf(one)}
      </label>
    );
  }
}

function areasOf(permissions: Permission[]) {
  return [...Map.groupBy(permissions, areaOf)];
}

function areaOf(permission: Permission) {
  return permission.split('.')[0] as Area;
}

function actionOf(permission: Permission) {
  return actions[permission.split('.')[1] ?? ''] ?? '';
}

// Permissions in words, and the field that chooses them: a row for each resource, a box for each action.

import type { Field, Schemas } from '../api/types.ts';
import { h, uniqueId } from '../shell/dom.ts';

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
  const boxes = all.map((one) => {
    const label = `${titles[areaOf(one)]}: ${actionOf(one)}`;
    const checked = value?.includes(one) ?? false;
    return h('input', { type: 'checkbox', name: one, 'aria-label': label, checked });
  });
  const boxOf = (one: Permission) => boxes[all.indexOf(one)];
  const set = (isMeant: (one: Permission) => boolean) => () => {
    for (const [index, one] of all.entries()) Object.assign(boxes[index] ?? {}, { checked: isMeant(one) });
    element.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const groups = isOfProject ? [true] : [true, false];
  const chooser = h(
    'div',
    { class: 'permissions' },
    <div class="buttons">
      <button type="button" onClick={set((one) => one.endsWith('.read') && (!isOfProject || ofProjects[one]))}>
        Only read
      </button>
      <button type="button" onClick={set(() => false)}>
        None
      </button>
    </div>,
    ...groups.map((ofProject) => (
      <table>
        <caption>{ofProject ? 'In projects' : 'In the organization'}</caption>
        <tbody>
          {areasOf(all.filter((one) => ofProjects[one] === ofProject)).map(([area, own]) => (
            <tr>
              <th scope="row">{titles[area]}</th>
              {['read', 'write'].map((verb) => {
                const one = own.find((permission) => actionOf(permission) === actions[verb]);
                const call = verb === 'write' ? own.find((permission) => permission.endsWith('.request')) : undefined;
                return <td>{boxed(one ?? call)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    )),
  );
  const group = uniqueId(name);
  const choice = (isWhole: boolean, text: string) =>
    h(
      'label',
      { class: 'option' },
      h('input', { type: 'radio', name: group, checked: isWhole === (value === null), change: () => show(isWhole) }),
      text,
    );
  const everything = whole === undefined ? undefined : choice(true, whole);
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const element = h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, 'Permissions'),
    h('p', { class: 'hint' }, hint),
    everything,
    everything && choice(false, 'Only these'),
    chooser,
    trouble,
  );
  show(everything !== undefined && value === null);
  return {
    element,
    names: [name],
    focus: () => (everything ?? chooser).querySelector('input')?.focus(),
    setProblem: (text) => {
      trouble.textContent = text ?? '';
    },
    fill(body) {
      const isWhole = everything?.querySelector('input')?.checked === true;
      body[name] = isWhole ? null : all.filter((one) => boxOf(one)?.checked === true).toSorted();
    },
  };

  function show(isWhole: boolean) {
    chooser.hidden = isWhole;
  }

  function boxed(one: Permission | undefined) {
    if (one === undefined) return undefined;
    return h('label', { class: 'option' }, boxOf(one), actionOf(one));
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

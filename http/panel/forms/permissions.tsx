// Permissions in words, and the field that chooses them: a row for each resource, a box for each action.

import { createRef, type RefObject } from 'preact';
import type { Field, Schemas } from '../api/index.ts';
import { button, shared } from '../shell/index.ts';
import { Either, Trouble } from './field-lists.tsx';
import { focusOn } from './fields.tsx';

type Permission = Schemas['Permission'];

/** The permissions in projects and those of the organization alone: the title of each area, and its actions. */
const areas = {
  inProjects: {
    model: ['Model calls', 'request'],
    models: ['List of models', 'read'],
    vector_stores: ['Vector stores', 'read', 'write'],
    files: ['Files', 'read', 'write'],
    responses: ['Stored responses', 'read', 'write'],
    conversations: ['Conversations', 'read', 'write'],
    endpoints: ['Custom endpoints', 'request'],
    mcp: ['MCP servers', 'request'],
    workers: ['Fine-tuning workers', 'read'],
    webhooks: ['Webhooks', 'read', 'write'],
    keys: ['Project keys', 'read', 'write'],
    limits: ['Limits', 'read', 'write'],
    roles: ['Roles', 'read', 'write'],
  },
  inOrganization: {
    projects: ['Projects', 'read', 'write'],
    users: ['Members', 'read', 'write'],
    groups: ['Groups', 'read', 'write'],
    invitations: ['Invitations', 'read', 'write'],
    organization_keys: ['Organization keys', 'read', 'write'],
    usage: ['Usage and costs', 'read'],
    audit_log: ['Audit log', 'read'],
    scim: ['People and groups by SCIM', 'write'],
  },
} as const;

type Areas = typeof areas.inProjects & typeof areas.inOrganization;
type Area = keyof Areas;
type Listed = { [Name in Area]: `${Name}.${Extract<Areas[Name][number], 'read' | 'write' | 'request'>}` }[Area];

/** The types demand all permissions, so that a new one is a word above. */
const all: [Permission] extends [Listed] ? Permission[] : never = Object.values(areas).flatMap(permissionsOf);

function permissionsOf(part: object) {
  const entries = Object.entries(part) as [Area, Areas[Area]][];
  return entries.flatMap(([area, [, ...own]]) => own.map((action) => `${area}.${action}` as Permission));
}

function areaTitle(area: Area) {
  return { ...areas.inProjects, ...areas.inOrganization }[area][0];
}

const actions: Record<string, string> = { read: 'Read', write: 'Write', request: 'Call' };
const maxNamed = 4;

/** Returns permissions in a few words: "Files (read, write), Usage and costs (read) and 3 more". */
export function permissionsText(given: Permission[]) {
  if (given.length === all.length) return 'Everything';
  const texts = areasOf(all.filter((one) => given.includes(one))).map(
    ([area, own]) => `${areaTitle(area)} (${own.map((one) => actionOf(one).toLowerCase()).join(', ')})`,
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
      {[areas.inProjects, ...(isOfProject ? [] : [areas.inOrganization])].map((part) => (
        <table>
          <caption>{part === areas.inProjects ? 'In projects' : 'In the organization'}</caption>
          <tbody>
            {areasOf(permissionsOf(part)).map(([area, own]) => (
              <tr>
                <th scope="row">{areaTitle(area)}</th>
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
    const label = `${areaTitle(areaOf(one))}: ${actionOf(one)}`;
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

// The keys of an organization or a project, which are created, changed, rotated and deleted in the same way.

import {
  type Api,
  type Child,
  type Field,
  type ListOf,
  may,
  type OrganizationContext,
  type Schemas,
} from '../api/index.ts';
import {
  choiceField,
  elementsOf,
  folded,
  formDialog,
  lifeField,
  ruleFields,
  rulesText,
  textField,
} from '../forms/index.ts';
import { announce, badge, button, code, named, shortMoment, showOnce, visit } from '../shell/index.ts';
import { list } from './list.tsx';

type Key = Omit<Schemas['AdminApiKey'], 'object' | 'owner'>;

interface Options<Row extends Key> {
  /** The permission to make and change the keys. */
  permission: 'keys.write' | 'organization_keys.write';
  /** The fields of the limits and tools of a key, or of a new one. */
  limits?: (row: Row | undefined) => Field[];
  /** The models to choose from. */
  models?: () => Promise<string[]>;
  owner: (row: Row) => Child | Child[];
  /** The address of the report about a key; undefined: the reader may not see it. */
  usage?: string | undefined;
  /** The things that a key opens. */
  reach: string;
  /** Shows the use of a new key. */
  firstUse?: (value: string) => Child;
}

/** The values must come in this order. */
const overlaps: [value: string, text: string][] = [
  ['86400', 'for a day'],
  ['3600', 'for an hour'],
  ['604800', 'for a week'],
  ['0', 'no longer'],
];

/** Returns the list of keys and the button that creates one. */
export function keyList<Row extends Key>(
  context: OrganizationContext,
  path: Path | '/v1/organization/projects/{project_id}/api_keys',
  options: Options<Row>,
) {
  const { api } = context;
  // The operations of both kinds of keys have the same types. The client fills in the project.
  const of = path as Path;
  const mayWrite = may(context, options.permission);
  const { element, reload } = list(context, (query) => api.get(of, { query }) as unknown as Promise<ListOf<Row>>, {
    of: ['key', 'keys'],
    empty: ['No keys yet.', `Create a key for each program that calls the API. A key has access to ${options.reach}.`],
    columns: {
      Name: (key) => [named(key.name), ruled(key)],
      Key: (key) => [code(key.redacted_value), previousValue(key)],
      Created: (key) => [
        shortMoment(key.created_at),
        <p class="small">
          by {options.owner(key)} {holding(key)}
        </p>,
      ],
      Expires: expiry,
      'Last used': (key) => shortMoment(key.last_used_at),
    },
    actions:
      mayWrite &&
      ((key) => [
        options.usage !== undefined && ['Usage', () => visit(`${options.usage}&key=${key.id}`)],
        ['Edit', () => edit(key)],
        ['Rotate', () => rotate(key)],
        key.disabled ? ['Enable', () => enable(key)] : ['Disable', () => disable(key)],
      ]),
    removal: mayWrite && {
      about: (key) => code(key.redacted_value),
      note: 'Programs that use a deleted key lose access. This cannot be undone.',
      run: (key) => api.remove(`${of}/{key_id}`, one(key)),
    },
  });
  const { create, edit, rotate, enable, disable } = dialogs(api, of, options, (): unknown => reload());
  return { element, create: mayWrite && button('Create a key', create, 'primary') };
}

type Path = '/v1/organization/admin_api_keys';

const one = ({ id }: Key) => ({ params: { key_id: id } });

/** Returns the functions that open the dialogs of a key. */
function dialogs<Row extends Key>(api: Api, of: Path, options: Options<Row>, reload: () => unknown) {
  const change = (key: Row, body: Schemas['UpdateKeyRequest']) => api.post(`${of}/{key_id}`, { ...one(key), body });
  return { create, edit, rotate, disable, enable };

  function create() {
    const name = { name: 'name', label: 'Name', hint: 'For example, the name of the program that uses the key.' };
    formDialog('Create a key', {
      ...parts([textField(name), lifeField({ '': 'never' })], options),
      submit: 'Create',
      // A server of an older version that runs beside knows no rules.
      run: (body) => api.post(of, { body: withoutNulls(body) as Schemas['CreateKeyRequest'] }),
      onDone: ({ value }) => [reload(), showOnce('The new key', value, 'key', options.firstUse?.(value))],
    });
  }

  function edit(key: Row) {
    const life = lifeField({ '': 'unchanged' }, { never: 'never' });
    formDialog('Edit the key', {
      ...parts([textField({ name: 'name', label: 'Name', value: key.name }), life], options, key),
      submit: 'Save',
      edits: true,
      run: (body) => change(key, body).then(() => body.name ?? key.name),
      onDone: reload,
      notice: (name) => ['The key ', named(String(name)), ' is saved.'],
    });
  }

  function rotate(key: Row) {
    const hint = 'Give the new value to your programs in this time.';
    const overlap = choiceField({ name: 'overlap_seconds', label: 'The old value works', hint, choices: overlaps });
    formDialog(`Rotate the key ${key.name}`, {
      fields: [overlap],
      submit: 'Rotate',
      run: () => api.post(`${of}/{key_id}/rotate`, { ...one(key), body: { overlap_seconds: Number(overlap.text()) } }),
      onDone: ({ value }) => [reload(), showOnce('The new value of the key', value, 'key', options.firstUse?.(value))],
    });
  }

  function disable(key: Row) {
    formDialog(`Disable the key ${key.name}?`, {
      lead: <p>Programs that use it are refused until you enable it again.</p>,
      fields: [],
      submit: 'Disable',
      run: () => change(key, { disabled: true }),
      onDone: reload,
      notice: () => ['The key ', named(key.name), ' is disabled.'],
    });
  }

  async function enable(key: Row) {
    await change(key, { disabled: false });
    reload();
    announce('The key ', named(key.name), ' is enabled.');
  }
}

function withoutNulls(body: object) {
  return Object.fromEntries(Object.entries(body).filter(([, member]) => member !== null));
}

function ruled(key: Key) {
  const text = rulesText(key);
  return text !== '' && <p class="small">only {text}</p>;
}

function previousValue({ previous }: Key) {
  if (previous === null) return false;
  const { redacted_value: ends, last_used_at: used, expires_at: until } = previous;
  return (
    <p class="small">
      before: {code(ends)} until {shortMoment(until)}, last used {shortMoment(used)}
    </p>
  );
}

function holding({ status, kept_by: keptBy, disabled }: Key) {
  if (disabled) return badge('disabled', 'bad');
  if (status === 'revoked') return badge('revoked', 'bad');
  return keptBy !== null && badge('owned by the organization', 'quiet');
}

function expiry({ expires_at: at }: Key) {
  return at !== null && at * 1000 <= Date.now() ? badge('expired', 'bad') : shortMoment(at);
}

/** Returns the fields of a form, with those that most keys do not need folded away. */
function parts<Row extends Key>(first: Field[], options: Options<Row>, key?: Row) {
  const limits = options.limits?.(key) ?? [];
  const rules = ruleFields(key, { isOfProject: options.limits !== undefined, models: options.models });
  return {
    fields: [...first, ...rules, ...limits],
    layout: [
      ...elementsOf(first),
      folded('Permissions, models and networks', rules),
      limits.length > 0 && folded('Limits and tools', limits),
    ],
  };
}

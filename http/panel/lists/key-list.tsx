// The keys of an organization or a project, which are created, renamed and deleted in the same way.

import { may } from '../api/account.ts';
import type { Child, Field, ListOf, ListWindow, OrganizationContext, Schemas } from '../api/types.ts';
import { choiceField, textField } from '../forms/fields.tsx';
import { elementsOf, folded } from '../forms/form.tsx';
import { formDialog } from '../forms/form-dialog.tsx';
import { type KeyRules, lifeField, ruleFields, rulesText } from '../forms/key-rules.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { badge, code, named, shortMoment } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { list } from './list.tsx';
import { nothing } from './nothing.tsx';

interface Key extends KeyRules {
  id: string;
  name: string;
  redacted_value: string;
  created_at: number;
  last_used_at: number | null;
  expires_at: number | null;
  status: 'active' | 'revoked' | 'deleted';
  kept_by: string | null;
  disabled: boolean;
  previous: Schemas['PreviousKeyValue'] | null;
}

/** how the keys are reached. */
interface KeyCalls<Row extends Key> {
  /** The permission to make and change the keys. */
  permission: 'keys.write' | 'organization_keys.write';
  load: (window: ListWindow) => Promise<ListOf<Row>>;
  create: (body: Schemas['CreateKeyRequest']) => Promise<{ value: string }>;
  update: (id: string, body: Schemas['UpdateKeyRequest']) => Promise<unknown>;
  rotate: (id: string, body: Schemas['RotateKeyRequest']) => Promise<{ value: string }>;
  remove: (id: string) => Promise<unknown>;
  /** The fields of the limits and tools of a key, or of a new one. */
  limits?: (row: Row | undefined) => Field[];
  /** The models to choose from. */
  models?: () => Promise<string[]>;
  owner: (row: Row) => Child | Child[];
  /** The things that a key opens. */
  reach: string;
  /** Shows the use of a new key. */
  firstUse?: (value: string) => Child;
}

/** Returns the list of keys and the button that creates one. */
export function keyList<Row extends Key>(context: OrganizationContext, calls: KeyCalls<Row>) {
  const mayWrite = may(context, calls.permission);
  const keys = list(context, calls.load, {
    of: ['key', 'keys'],
    empty: nothing(
      'No keys yet.',
      `Create a key for each program that calls the API. A key has access to ${calls.reach}.`,
    ),
    columns: [
      { title: 'Name', cell: (key) => [named(key.name), ruled(key)] },
      { title: 'Key', cell: (key) => [code(key.redacted_value), previousValue(key)] },
      {
        title: 'Created',
        cell: (key) => [
          shortMoment(key.created_at),
          <p class="small">
            by {calls.owner(key)} {holding(key)}
          </p>,
        ],
      },
      { title: 'Expires', cell: expiry },
      { title: 'Last used', cell: (key) => shortMoment(key.last_used_at) },
    ],
    actions: mayWrite
      ? (key) => {
          const reload = () => void keys.reload();
          const act = (verb: string, click: () => void) => button(verb, click, undefined, `${verb} ${key.name}`);
          return [
            act('Edit', () => openEditing(key, calls, reload)),
            act('Rotate', () => openRotation(key, calls, reload)),
            act(key.disabled ? 'Enable' : 'Disable', () => openSwitch(key, calls, reload)),
          ];
        }
      : undefined,
    removal: {
      verb: 'Delete',
      isAllowed: mayWrite,
      name: ({ name }) => name,
      about: (key) => code(key.redacted_value),
      note: 'Programs that use a deleted key lose access. This cannot be undone.',
      run: ({ id }) => calls.remove(id),
    },
  });
  const create = mayWrite && button('Create a key', () => openCreation(calls, () => void keys.reload()), 'primary');
  return { element: keys.element, create };
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
function parts<Row extends Key>(first: Field[], calls: KeyCalls<Row>, key?: Row) {
  const limits = calls.limits?.(key) ?? [];
  const rules = ruleFields(key, { isOfProject: calls.limits !== undefined, models: calls.models });
  return {
    fields: [...first, ...rules, ...limits],
    layout: [
      ...elementsOf(first),
      folded('Permissions, models and networks', rules),
      limits.length > 0 && folded('Limits and tools', limits),
    ],
  };
}

function openCreation<Row extends Key>(calls: KeyCalls<Row>, onChange: () => void) {
  formDialog('Create a key', {
    ...parts(
      [
        textField({ name: 'name', label: 'Name', hint: 'For example, the name of the program that uses the key.' }),
        lifeField(['', 'never']),
      ],
      calls,
    ),
    submit: 'Create',
    run(body) {
      // A server of an older version that runs beside knows no rules.
      const given = Object.fromEntries(Object.entries(body).filter(([, member]) => member !== null));
      return calls.create(given as Schemas['CreateKeyRequest']);
    },
    onDone({ value }) {
      onChange();
      showOnce('The new key', value, 'key', calls.firstUse?.(value));
    },
  });
}

const overlaps: [value: string, text: string][] = [
  ['86400', 'for a day'],
  ['3600', 'for an hour'],
  ['604800', 'for a week'],
  ['0', 'no longer'],
];

function openRotation<Row extends Key>(key: Row, calls: KeyCalls<Row>, onChange: () => void) {
  const overlap = choiceField({
    name: 'overlap_seconds',
    label: 'The old value works',
    hint: 'Give the new value to your programs in this time.',
    choices: overlaps,
  });
  formDialog(`Rotate the key ${key.name}`, {
    fields: [{ ...overlap, fill: (body) => Object.assign(body, { overlap_seconds: Number(overlap.text()) }) }],
    submit: 'Rotate',
    run: (body) => calls.rotate(key.id, body as Schemas['RotateKeyRequest']),
    onDone({ value }) {
      onChange();
      showOnce('The new value of the key', value, 'key', calls.firstUse?.(value));
    },
  });
}

/** Disables a key after a question, or enables it at once. */
function openSwitch<Row extends Key>(key: Row, calls: KeyCalls<Row>, onChange: () => void) {
  const run = async () => {
    await calls.update(key.id, { disabled: !key.disabled });
    onChange();
    announce('The key ', named(key.name), key.disabled ? ' is enabled.' : ' is disabled.');
  };
  if (key.disabled) return void run();
  formDialog(`Disable the key ${key.name}?`, {
    lead: <p>Programs that use it are refused until you enable it again.</p>,
    fields: [],
    submit: 'Disable',
    run,
  });
}

function openEditing<Row extends Key>(key: Row, calls: KeyCalls<Row>, onChange: () => void) {
  formDialog('Edit the key', {
    ...parts(
      [textField({ name: 'name', label: 'Name', value: key.name }), lifeField(['', 'unchanged'], [['never', 'never']])],
      calls,
      key,
    ),
    submit: 'Save',
    edits: true,
    async run(body) {
      await calls.update(key.id, body);
      return String(body.name ?? key.name);
    },
    onDone(name) {
      onChange();
      announce('The key ', named(name), ' is saved.');
    },
  });
}

// The keys of an organization or a project, which are created, renamed and deleted in the same way.

/** @import { Child, Context, Field, ListOf, ListWindow, Schemas } from './types.ts' */

import { announce } from './announce.js';
import { showOnce } from './copy.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField, textField } from './fields.js';
import { form } from './form.js';
import { badge, code, named, shortMoment } from './format.js';
import { list } from './list.js';

/**
 * @typedef {object} Key
 * @property {string} id
 * @property {string} name
 * @property {string} redacted_value
 * @property {number} created_at
 * @property {number | null} last_used_at
 * @property {number | null} expires_at
 * @property {'active' | 'revoked' | 'deleted'} status
 * @property {string | null} kept_by
 * @property {boolean} disabled
 * @property {Schemas['PreviousKeyValue'] | null} previous
 */

const daySeconds = 86_400;
const lives = [7, 30, 90, 365];

/**
 * @template {Key} Row
 * @typedef {object} KeyCalls how the keys are reached.
 * @property {(window: ListWindow) => Promise<ListOf<Row>>} load
 * @property {(body: Schemas['CreateKeyRequest']) => Promise<{ value: string }>} create
 * @property {(id: string, body: Schemas['UpdateKeyRequest']) => Promise<unknown>} update
 * @property {(id: string, body: Schemas['RotateKeyRequest']) => Promise<{ value: string }>} rotate
 * @property {(id: string) => Promise<unknown>} remove
 * @property {(row: Row | undefined) => Field[]} [limits] the fields of the limits and tools of a key, or of a new one.
 * @property {(row: Row) => Child} owner
 * @property {string} reach what a key opens.
 * @property {(value: string) => Child} [firstUse] how to use a new key.
 */

/**
 * Returns the list of keys and the button that creates one.
 * @template {Key} Row
 * @param {Context} context
 * @param {KeyCalls<Row>} calls
 * @returns {{ element: HTMLElement, create: HTMLButtonElement }}
 */
export function keyList(context, calls) {
  const keys = list(context, calls.load, {
    of: ['key', 'keys'],
    empty: [
      h('p', {}, h('strong', {}, 'No keys yet.')),
      h('p', {}, `Create a key for each program that calls the API. A key has access to ${calls.reach}.`),
    ],
    columns: [
      { title: 'Name', cell: (key) => named(key.name) },
      { title: 'Key', cell: (key) => [code(key.redacted_value), previousValue(key)] },
      {
        title: 'Created',
        cell: (key) => [
          shortMoment(key.created_at),
          h('p', { class: 'small' }, 'by ', calls.owner(key), ' ', holding(key)),
        ],
      },
      { title: 'Expires', cell: expiry },
      { title: 'Last used', cell: (key) => shortMoment(key.last_used_at) },
    ],
    actions: (key) => {
      const reload = () => void keys.reload();
      const button = (/** @type {string} */ verb, /** @type {() => void} */ click) =>
        h('button', { type: 'button', 'aria-label': `${verb} ${key.name}`, click }, verb);
      return [
        button('Edit', () => openEditing(key, calls, reload)),
        button('Rotate', () => openRotation(key, calls, reload)),
        button(key.disabled ? 'Enable' : 'Disable', () => openSwitch(key, calls, reload)),
      ];
    },
    removal: {
      verb: 'Delete',
      name: ({ name }) => name,
      about: (key) => code(key.redacted_value),
      note: 'Programs that use a deleted key lose access. This cannot be undone.',
      run: ({ id }) => calls.remove(id),
    },
  });
  const create = h(
    'button',
    { type: 'button', class: 'primary', click: () => openCreation(calls, () => void keys.reload()) },
    'Create a key',
  );
  return { element: keys.element, create };
}

/** @param {Key} key */
function previousValue({ previous }) {
  if (previous === null) return false;
  const { redacted_value: ends, last_used_at: used, expires_at: until } = previous;
  return h(
    'p',
    { class: 'small' },
    'before: ',
    code(ends),
    ' until ',
    shortMoment(until),
    ', last used ',
    shortMoment(used),
  );
}

/** @param {Key} key */
function holding({ status, kept_by: keptBy, disabled }) {
  if (disabled) return badge('disabled', 'bad');
  if (status === 'revoked') return badge('revoked', 'bad');
  return keptBy !== null && badge('owned by the organization', 'quiet');
}

/** @param {Key} key */
function expiry({ expires_at: at }) {
  return at !== null && at * 1000 <= Date.now() ? badge('expired', 'bad') : shortMoment(at);
}

/**
 * The choice of the key's lifetime.
 * @param {[value: string, text: string]} unchanged what to say of leaving it as it is.
 * @param {[value: string, text: string][]} more
 * @returns {Field}
 */
function lifeField(unchanged, more = []) {
  const days = lives.map((count) => /** @type {[string, string]} */ ([String(count), `in ${count} days`]));
  const field = choiceField({
    name: 'expires_in_seconds',
    label: 'Expires',
    hint: 'The key stops working at this time.',
    choices: [unchanged, ...days, ...more],
  });
  return {
    ...field,
    fill(body) {
      const { value } = field.select;
      if (value !== '') body.expires_in_seconds = value === 'never' ? null : Number(value) * daySeconds;
    },
  };
}

/**
 * Returns the fields of a form, with those that most keys do not need folded away.
 * @param {Field[]} first
 * @param {Field[]} more
 */
function folded(first, more = []) {
  const elements = (/** @type {Field[]} */ of) => of.map(({ element }) => element);
  const fold = h('details', {}, h('summary', {}, 'Limits and tools'), ...elements(more));
  return { fields: [...first, ...more], layout: [...elements(first), more.length > 0 && fold] };
}

/**
 * @template {Key} Row
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openCreation(calls, onChange) {
  openDialog('Create a key', (close) =>
    form({
      ...folded(
        [
          textField({ name: 'name', label: 'Name', hint: 'For example, the name of the program that uses the key.' }),
          lifeField(['', 'never']),
        ],
        calls.limits?.(undefined),
      ),
      submit: 'Create',
      cancel: close,
      async run(body) {
        const { value } = await calls.create(/** @type {Schemas['CreateKeyRequest']} */ (body));
        close();
        onChange();
        showOnce('The new key', value, 'key', calls.firstUse?.(value));
      },
    }),
  );
}

/** @type {[value: string, text: string][]} */
const overlaps = [
  ['86400', 'for a day'],
  ['3600', 'for an hour'],
  ['604800', 'for a week'],
  ['0', 'no longer'],
];

/**
 * @template {Key} Row
 * @param {Row} key
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openRotation(key, calls, onChange) {
  const overlap = choiceField({
    name: 'overlap_seconds',
    label: 'The old value works',
    hint: 'Give the new value to your programs in this time.',
    choices: overlaps,
  });
  openDialog(`Rotate the key ${key.name}`, (close) =>
    form({
      fields: [{ ...overlap, fill: (body) => Object.assign(body, { overlap_seconds: Number(overlap.select.value) }) }],
      submit: 'Rotate',
      cancel: close,
      async run(body) {
        const { value } = await calls.rotate(key.id, /** @type {Schemas['RotateKeyRequest']} */ (body));
        close();
        onChange();
        showOnce('The new value of the key', value, 'key', calls.firstUse?.(value));
      },
    }),
  );
}

/**
 * Disables a key after a question, or enables it at once.
 * @template {Key} Row
 * @param {Row} key
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openSwitch(key, calls, onChange) {
  const run = async () => {
    await calls.update(key.id, { disabled: !key.disabled });
    onChange();
    announce('The key ', named(key.name), key.disabled ? ' is enabled.' : ' is disabled.');
  };
  if (key.disabled) return void run();
  openDialog(`Disable the key ${key.name}?`, (close) =>
    form({
      fields: [],
      layout: [h('p', {}, 'Programs that use it are refused until you enable it again.')],
      submit: 'Disable',
      cancel: close,
      async run() {
        await run();
        close();
      },
    }),
  );
}

/**
 * @template {Key} Row
 * @param {Row} key
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openEditing(key, calls, onChange) {
  openDialog('Edit the key', (close) =>
    form({
      ...folded(
        [
          textField({ name: 'name', label: 'Name', value: key.name }),
          lifeField(['', 'unchanged'], [['never', 'never']]),
        ],
        calls.limits?.(key),
      ),
      submit: 'Save',
      edits: true,
      cancel: close,
      async run(body) {
        await calls.update(key.id, body);
        close();
        onChange();
        announce('The key ', named(String(body.name ?? key.name)), ' is saved.');
      },
    }),
  );
}

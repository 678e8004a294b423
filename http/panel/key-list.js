// Keys, of an organization or of a project: they are made, renamed and deleted in the same way.

/** @import { Child, Context, ListOf, ListWindow } from './types.ts' */

import { announce } from './announce.js';
import { confirmAction } from './confirm.js';
import { shownOnce } from './copy.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { textField } from './fields.js';
import { form } from './form.js';
import { code, named, shortMoment } from './format.js';
import { list } from './list.js';

/** @typedef {{ id: string, name: string, redacted_value: string, created_at: number, last_used_at: number | null }} Key */

/**
 * @template {Key} Row
 * @typedef {object} KeyCalls how the keys are reached.
 * @property {(window: ListWindow) => Promise<ListOf<Row>>} load
 * @property {(name: string) => Promise<{ value: string }>} create
 * @property {(id: string, name: string) => Promise<unknown>} rename
 * @property {(id: string) => Promise<unknown>} remove
 * @property {(row: Row) => Child} owner
 * @property {string} reach what a key opens.
 */

/**
 * The list of keys, and the button that makes another.
 * @template {Key} Row
 * @param {Context} context
 * @param {KeyCalls<Row>} calls
 * @returns {{ element: HTMLElement, create: HTMLButtonElement }}
 */
export function keyList(context, calls) {
  const keys = list(context, calls.load, {
    label: 'Keys',
    empty: [
      h('p', {}, h('strong', {}, 'There is no key yet.')),
      h('p', {}, `Create one for each program that calls the API. It opens ${calls.reach}.`),
    ],
    columns: [
      { title: 'Name', cell: (key) => named(key.name) },
      { title: 'Key', cell: (key) => code(key.redacted_value) },
      { title: 'Created by', cell: calls.owner },
      { title: 'Created', cell: (key) => shortMoment(key.created_at) },
      { title: 'Last used', cell: (key) => shortMoment(key.last_used_at) },
      { title: 'Actions', kind: 'actions', cell: (key) => actions(key, calls, () => void keys.reload()) },
    ],
  });
  const create = h(
    'button',
    { type: 'button', class: 'primary', click: () => openCreation(calls, () => void keys.reload()) },
    'Create a key',
  );
  return { element: keys.element, create };
}

/**
 * @template {Key} Row
 * @param {Row} key
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function actions(key, calls, onChange) {
  return [
    h(
      'button',
      { type: 'button', 'aria-label': `Rename ${key.name}`, click: () => openRenaming(key, calls, onChange) },
      'Rename',
    ),
    h(
      'button',
      {
        type: 'button',
        class: 'danger-text',
        'aria-label': `Delete ${key.name}`,
        click: () => confirmDeletion(key, calls, onChange),
      },
      'Delete',
    ),
  ];
}

/**
 * @template {Key} Row
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openCreation(calls, onChange) {
  openDialog('Create a key', (close) =>
    form({
      fields: [textField({ name: 'name', label: 'Name', hint: 'What will use it: you find it again by this.' })],
      submit: 'Create',
      cancel: close,
      async run({ name }) {
        const { value } = await calls.create(String(name));
        close();
        onChange();
        openDialog('The new key', (done) => [...shownOnce(value, 'key'), doneButton(done)], { sticky: true });
      },
    }),
  );
}

/** @param {() => void} done */
function doneButton(done) {
  return h(
    'div',
    { class: 'buttons' },
    h('button', { type: 'button', class: 'primary', click: done }, 'I have copied it'),
  );
}

/**
 * @template {Key} Row
 * @param {Row} key
 * @param {KeyCalls<Row>} calls
 * @param {() => void} onChange
 */
function openRenaming(key, calls, onChange) {
  openDialog('Rename the key', (close) =>
    form({
      fields: [textField({ name: 'name', label: 'Name', value: key.name })],
      submit: 'Rename',
      edits: true,
      cancel: close,
      async run({ name }) {
        await calls.rename(key.id, String(name));
        close();
        onChange();
        announce('The key is called ', named(String(name)), ' now.');
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
function confirmDeletion(key, calls, onChange) {
  confirmAction({
    title: 'Delete the key?',
    text: [
      'Whatever uses ',
      h('strong', {}, named(key.name)),
      ' (',
      code(key.redacted_value),
      ') is refused from then on. This cannot be undone.',
    ],
    action: 'Delete the key',
    run: () => calls.remove(key.id),
    onDone: () => {
      onChange();
      announce('The key ', named(key.name), ' is deleted.');
    },
  });
}

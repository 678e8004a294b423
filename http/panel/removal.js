// Deletes rows of a list: one by its button, or all that are selected.

/** @import { Child, Field } from './types.ts' */
/** @import { Action } from './selection.js' */

import { announce } from './announce.js';
import { askAboutMany, runWithMany } from './bulk.js';
import { confirmAction } from './confirm.js';
import { h } from './dom.js';
import { countOf, named } from './format.js';

/** The server's database serves so many deletions at a time without making others wait. */
const parallel = 4;

/**
 * @template {{ id: string }} Row
 * @typedef {object} Removal
 * @property {'Delete' | 'Remove'} verb
 * @property {(row: Row) => string} name
 * @property {(row: Row, body: Record<string, unknown>) => Promise<unknown>} run
 * @property {string} note what follows from it, for one row and for many.
 * @property {(row: Row) => Child | Child[]} [about] what else to say of one row.
 * @property {(row: Row) => Field[]} [fields] the choices for one row.
 * @property {(row: Row) => string} [typed] what the reader has to type for one row.
 * @property {(row: Row) => boolean} [isSelectable] whether it can be deleted together with others, as most can.
 * @property {() => unknown} [onDone]
 */

/**
 * Returns the button of a row.
 * @template {{ id: string }} Row
 * @param {Removal<Row>} removal
 * @param {[one: string, many: string]} of
 * @param {Row} row
 * @param {() => unknown} onDone
 */
export function removeButton(removal, [one], row, onDone) {
  const { verb, note, about, fields, typed, run } = removal;
  const name = removal.name(row);
  const click = () =>
    confirmAction({
      title: `${verb} the ${one}?`,
      text: [h('strong', {}, named(name)), ' ', about?.(row), h('br'), note].flat(),
      fields: fields?.(row) ?? [],
      typed: typed?.(row),
      action: `${verb} the ${one}`,
      run: (body) => run(row, body),
      onDone: () => {
        removal.onDone?.();
        void onDone();
        announce(named(name), ` is ${past(verb)}.`);
      },
    });
  return h('button', { type: 'button', class: 'danger-text', 'aria-label': `${verb} ${name}`, click }, verb);
}

/**
 * Returns the action on the selected rows.
 * @template {{ id: string }} Row
 * @param {Removal<Row>} removal
 * @param {[one: string, many: string]} of
 * @param {() => unknown} onDone
 * @returns {Action<Row>}
 */
export function removalOfMany({ verb, name, run, note, isSelectable, ...removal }, of, onDone) {
  return {
    label: verb,
    isDangerous: true,
    run: (load) =>
      askAboutMany(load, { of, verb, note, isMeant: isSelectable }, (rows) =>
        runWithMany(rows, {
          title: `${verb} ${countOf(rows.length, of)}`,
          past: past(verb),
          of,
          parallel,
          name,
          run: (row) => run(row, {}),
          onDone: () => {
            removal.onDone?.();
            void onDone();
          },
        }),
      ),
  };
}

/** @param {'Delete' | 'Remove'} verb */
function past(verb) {
  return `${verb.toLowerCase()}d`;
}

// Deletes rows of a list: one by its button, or all that are selected.

import type { Child, Field } from '../api/index.ts';
import { confirmAction } from '../forms/index.ts';
import { button, countOf, named } from '../shell/index.ts';
import { askAboutMany, runWithMany } from './bulk.tsx';
import type { Action } from './selection.tsx';

/** The server's database serves so many deletions at a time without making others wait. */
const parallel = 4;

export interface Removal<Row extends { id: string }> {
  verb?: 'Delete' | 'Remove';
  run: (row: Row, body: Record<string, unknown>) => Promise<unknown>;
  /** The consequences, for one row and for many. */
  note: string;
  /** More about one row. */
  about?: (row: Row) => Child | Child[];
  /** The choices for one row. */
  fields?: (row: Row) => Field[];
  /** The reader has to type this for one row. */
  typed?: (row: Row) => string;
  /** False if the row cannot be deleted at all, as most can. */
  isRemovable?: (row: Row) => boolean;
  /** False if it cannot be deleted together with others, as most can. */
  isSelectable?: (row: Row) => boolean;
  onDone?: () => unknown;
}

/** Returns the button of a row. */
export function removeButton<Row extends { id: string }>(
  removal: Removal<Row>,
  [one]: [one: string, many: string],
  row: Row,
  name: string,
  onDone: () => unknown,
) {
  const { verb = 'Delete', note, about, fields, typed, run } = removal;
  const click = () =>
    confirmAction({
      title: `${verb} the ${one}?`,
      text: [<strong>{named(name)}</strong>, ' ', about?.(row), <br />, note].flat(),
      fields: fields?.(row) ?? [],
      typed: typed?.(row),
      action: `${verb} the ${one}`,
      run: (body) => run(row, body),
      onDone() {
        removal.onDone?.();
        void onDone();
      },
      notice: () => [named(name), ` is ${past(verb)}.`],
    });
  return button(verb, click, 'danger-text', `${verb} ${name}`);
}

/** Returns the action on the selected rows. */
export function removalOfMany<Row extends { id: string }>(
  { verb = 'Delete', run, note, isRemovable, isSelectable = isRemovable, ...removal }: Removal<Row>,
  of: [one: string, many: string],
  name: (row: Row) => string,
  onDone: () => unknown,
): Action<Row> {
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

function past(verb: string) {
  return `${verb.toLowerCase()}d`;
}

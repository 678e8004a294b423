// The text that the searches of lists look at: the names and ids of a row, in a column of their own.
//
// A database would compare the columns themselves by rules of its own: MySQL and SQLite disagree about the case of
// letters beyond ASCII, and neither composes Unicode. The column holds NFC with ASCII letters in lower case, and MySQL
// compares its bytes. The index `<table>_search` has the column behind the list's scope and key, so that a search reads
// no rows but those that it returns.

import { DataTypes, type Model, type ModelStatic } from 'sequelize';

/** The bytes of the column. An index of MySQL has at most 3072, and two ids and a filter take 640. */
const maxBytes = 2200;

/** The attribute of a model whose list can be searched, for its `init`. */
export const searchColumn = { searchText: DataTypes.TEXT };

/** Returns a text as searches compare it: in NFC, with ASCII letters in lower case. */
export function foldedText(text: string): string {
  return text.normalize('NFC').replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/** Returns the search text of a row. No name contains the line feed between the parts. */
export function searchTextOf(parts: readonly (string | null)[]): string {
  const text = foldedText(parts.filter((part) => part !== null).join('\n'));
  if (Buffer.byteLength(text) <= maxBytes) return text;
  // NFC lengthens a few characters. The text ends at a whole character.
  return Buffer.from(text)
    .subarray(0, maxBytes)
    .toString()
    .replace(/\ufffd$/, '');
}

/** Keeps the search text of the model's rows from now on. Only updates of single rows may change the attributes. */
export function keepSearchText<M extends Model>(
  model: ModelStatic<M>,
  attributes: readonly (keyof M['_attributes'] & string)[],
): void {
  const keep = (row: Model): void => {
    if (!row.isNewRecord && !attributes.some((name) => row.changed(name as never))) return;
    row.set('searchText', searchTextOf(attributes.map((name) => row.get(name) as string | null)));
  };
  model.addHook('beforeCreate', keep);
  model.addHook('beforeUpdate', keep);
  model.addHook('beforeBulkCreate', (rows: readonly Model[]) => {
    for (const row of rows) keep(row);
  });
  model.addHook('beforeBulkUpdate', (options: object) => {
    const changed: object = 'attributes' in options ? Object(options.attributes) : {};
    const name = attributes.find((one) => one in changed);
    if (name !== undefined) throw new Error(`${model.name}.${name} is changed row by row, for its search text`);
  });
}

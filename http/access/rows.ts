// Existence: reads the rows that the path names, each within the row that it must belong to. A row of another tenant is
// not found (404).

import { type RowModel, rowReaders } from '../../generated/rows.ts';
import { notFound } from '../../services/platform/index.ts';
import type { Loaded, Validated } from '../calls/index.ts';

type Rows = Loaded['rows'];

/** Returns the call with the rows of its path. Throws `not_found`. A row that the context has is not read again. */
export async function loadRows(stage: Validated): Promise<Loaded> {
  const rows: Record<string, Rows[string]> = {};
  const known: Record<string, Rows[string] | undefined> = { organization: stage.organization, project: stage.project };
  for (const { name, parameter, kind } of stage.route.rows ?? []) {
    const id = stage.params[parameter] ?? '';
    const row = known[name]?.id === id ? known[name] : await readRow(kind, id, known);
    rows[name] = row;
    known[name] = row;
  }
  return { ...stage, rows };
}

async function readRow(
  kind: RowModel,
  id: string,
  known: Readonly<Record<string, Rows[string] | undefined>>,
): Promise<Rows[string]> {
  const { within, called, read } = rowReaders[kind];
  const parent = known[within];
  if (parent === undefined) throw new Error(`The path names a ${called}, but no ${within} that it belongs to`);
  const row = await read(id, parent.id);
  if (row === undefined) throw notFound(called, id);
  return row;
}

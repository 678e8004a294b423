// Replaces the names in a command by ids. The rows that may have a name are those of the list that stands before the id in
// the path of an operation: `/v1/files/{file_id}` is in the list `/v1/files`.

import { contextHeaders } from './file-transfer.ts';
import { idByName, listAll, type Named } from './names.ts';
import { type CommandOperation, hasOperation } from './operations.ts';
import type { Globals } from './session.ts';

/** Lists that do not stand before the id in a path. */
const otherLists: Record<string, string> = {
  '/admin/organization': '/admin/organization/',
  '/v1/invitations': '/v1/invitations/{organization}',
};

/** The lists of the rows that a member of a body names. */
const memberLists: Record<string, string> = {
  owner_id: '/admin/users',
  organization_id: '/admin/organization/',
  default_organization_id: '/admin/organization/',
  user_id: '/v1/organization/users',
};

/**
 * Returns the id for a text in this place of the operation's path. `fill` fills the parameters before it. Returns the text
 * itself if no row has the name: the server says what is wrong with it.
 */
export async function idInPath(
  { path }: CommandOperation,
  parameter: string,
  text: string,
  fill: (path: string) => string,
  { globals, headers }: { globals: Globals; headers: Record<string, string> },
): Promise<string> {
  const before = path.slice(0, path.indexOf(`/{${parameter}}`));
  const template = otherLists[before] ?? before;
  if (!hasOperation('GET', template)) return text;
  const list = fill(template.replace('{organization}', encodeURIComponent(globals.organization ?? '')));
  const rows = () => listAll(globals, { path: list, headers });
  // Members of a vector store have the ids of files, but not their names.
  const named = template.endsWith('}/files') ? () => filesAmong(globals, rows) : rows;
  return (await idByName(nounOf(template), text, named)) ?? text;
}

/** Returns the files of the project that are among the rows. */
async function filesAmong(globals: Globals, rows: () => Promise<Named[]>): Promise<Named[]> {
  const ids = new Set((await rows()).map(({ id }) => id));
  const files = await listAll(globals, { path: '/v1/files', headers: contextHeaders(globals) });
  return files.filter(({ id }) => ids.has(id));
}

/** Returns the id for a text in a member of a body, such as `owner_id`; the text itself if no row has the name. */
export async function idInBody(
  globals: Globals,
  member: string,
  text: string,
  headers: Record<string, string>,
): Promise<string> {
  const list = memberLists[member];
  if (list === undefined) return text;
  return (await idByName(nounOf(list), text, () => listAll(globals, { path: list, headers }))) ?? text;
}

/** Returns the id of a vector store for its id or name; undefined if the project has none with this name. */
export function vectorStoreId(globals: Globals, text: string): Promise<string | undefined> {
  return idByName('vector store', text, () =>
    listAll(globals, { path: '/v1/vector_stores', headers: contextHeaders(globals) }),
  );
}

/** Returns the id of a file for its id or name; the text itself if the project has no file with this name. */
export async function fileId(globals: Globals, text: string): Promise<string> {
  const list = () => listAll(globals, { path: '/v1/files', headers: contextHeaders(globals) });
  return (await idByName('file', text, list)) ?? text;
}

/** Returns the singular of the last word of a list's path, such as `vector store`. */
function nounOf(list: string): string {
  const words = list.split('/').filter((part) => part !== '' && !part.startsWith('{'));
  return (words.at(-1) ?? '').replaceAll('_', ' ').replace(/s$/, '');
}

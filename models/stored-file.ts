import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { select } from './connection.ts';
import { rowsIn, sqlList } from './statements.ts';
import { blob, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

type Resource = components['schemas']['StoredFile'];

export type StoredFileRow = RowOf<StoredFile>;

/** A file of a project. The object storage holds its bytes. */
export class StoredFile extends table(
  'files',
  {
    id: primaryKey(text()),
    projectId: text(),
    storageKey: text(),
    filename: text(),
    purpose: text<Resource['purpose']>(),
    bytes: integer(),
    /** The SHA-256 of the content. Null: a version before 0.2.0 received the file. */
    sha256: nullable(blob()),
    /** The charset of the media type that the content came with. */
    charset: nullable(text()),
    expiresAt: nullable(integer()),
    createdAt: integer(),
  },
  { searched: ['filename', 'id'], auditName: ['file', 'filename'] },
) {
  static toResource(row: StoredFileRow): Resource {
    return {
      id: row.id,
      object: 'file',
      bytes: row.bytes,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      filename: row.filename,
      purpose: row.purpose,
      status: 'processed',
    };
  }
}

/** Returns the names of files by their ids, as the transaction sees them. */
export async function filenamesIn(tx: Transaction, ids: string[]): Promise<Map<string, string>> {
  const sql = `SELECT id, filename FROM files WHERE id IN ${sqlList()}`;
  const rows = await rowsIn<{ id: string; filename: string }>(tx, sql, [ids]);
  return new Map(rows.map(({ id, filename }) => [id, filename]));
}

/** Returns the names of files by their ids. Deleted files are missing. */
export async function filenamesOf(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  // The list is padded, so that few different statements are prepared.
  const padded = [
    ...ids,
    ...Array.from({ length: 2 ** Math.ceil(Math.log2(ids.length)) - ids.length }, () => ids[0] ?? ''),
  ];
  const rows = await select<{ id: string; filename: string }>(
    `SELECT id, filename FROM files WHERE id IN (${padded.map(() => '?').join(', ')})`,
    padded,
  );
  return new Map(rows.map(({ id, filename }) => [id, filename]));
}

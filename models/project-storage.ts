// What each project holds of bytes, counted where it is limited: the limit stands in the condition of the statement that
// counts, so that any number of callers at once stay below it together.

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import { database } from './connection.ts';
import { changeIn } from './statements.ts';

const columns = { file_bytes: 'file_bytes', vector_store_bytes: 'vector_store_bytes' } as const;

/** What is counted: the name of the limit too. */
export type StorageKind = keyof typeof columns;

/** The bytes that a project holds. */
export class ProjectStorage extends Model<InferAttributes<ProjectStorage>, InferCreationAttributes<ProjectStorage>> {
  declare projectId: string;
  declare fileBytes: number;
  declare vectorStoreBytes: number;

  /** Takes the bytes. False: with them the project would hold more than the limit, and nothing changed. */
  static async take(
    projectId: string,
    kind: StorageKind,
    bytes: number,
    limit: number | null,
    transaction: Transaction,
  ): Promise<boolean> {
    if (bytes === 0) return true;
    const room = limit === null ? '' : ` AND ${columns[kind]} + ? <= ?`;
    const values = limit === null ? [] : [bytes, limit];
    if (await add(projectId, kind, bytes, room, values, transaction)) return true;
    // There was no room, or no row.
    const ignore = database().dialect === 'mysql' ? 'INSERT IGNORE' : 'INSERT OR IGNORE';
    await changeIn(
      transaction,
      `${ignore} INTO project_storage (project_id, file_bytes, vector_store_bytes) SELECT id, 0, 0 FROM projects WHERE id = ?`,
      [projectId],
    );
    return add(projectId, kind, bytes, room, values, transaction);
  }

  /** Gives bytes back. */
  static async giveBack(projectId: string, kind: StorageKind, bytes: number, transaction: Transaction): Promise<void> {
    if (bytes !== 0) await add(projectId, kind, -bytes, '', [], transaction);
  }
}

async function add(
  projectId: string,
  kind: StorageKind,
  bytes: number,
  condition: string,
  values: number[],
  transaction: Transaction,
): Promise<boolean> {
  const changed = await changeIn(
    transaction,
    `UPDATE project_storage SET ${columns[kind]} = ${columns[kind]} + ? WHERE project_id = ?${condition}`,
    [bytes, projectId, ...values],
  );
  return changed === 1;
}

export function defineProjectStorage(sequelize: Sequelize): void {
  ProjectStorage.init(
    {
      projectId: { type: DataTypes.STRING, primaryKey: true },
      fileBytes: DataTypes.BIGINT,
      vectorStoreBytes: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'project_storage' },
  );
}

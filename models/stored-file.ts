import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import type { components } from '../generated/openapi.ts';

type Resource = components['schemas']['StoredFile'];

export type StoredFileRow = InferAttributes<StoredFile>;

/** A file of a project. Its bytes are in the storage. */
export class StoredFile extends Model<InferAttributes<StoredFile>, InferCreationAttributes<StoredFile>> {
  declare id: string;
  declare projectId: string;
  declare storageKey: string;
  declare filename: string;
  declare purpose: Resource['purpose'];
  declare bytes: number;
  declare expiresAt: number | null;
  declare createdAt: number;

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

export function defineStoredFile(sequelize: Sequelize): void {
  StoredFile.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      projectId: DataTypes.STRING,
      storageKey: DataTypes.STRING,
      filename: DataTypes.STRING,
      purpose: DataTypes.STRING,
      bytes: DataTypes.BIGINT,
      expiresAt: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'files' },
  );
}

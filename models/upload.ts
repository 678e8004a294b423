import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, Op, type Sequelize } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { StoredFile, type StoredFileRow } from './stored-file.ts';
import { deleteInBatches } from './sweep.ts';

type Resource = components['schemas']['Upload'];

export type UploadRow = InferAttributes<Upload>;
export type UploadPartRow = InferAttributes<UploadPart>;

/** A file that is uploaded in parts. */
export class Upload extends Model<InferAttributes<Upload>, InferCreationAttributes<Upload>> {
  declare id: string;
  declare projectId: string;
  declare filename: string;
  declare mimeType: string;
  declare purpose: Resource['purpose'];
  /** The size of the whole file. */
  declare bytes: number;
  /** The size of all parts, including those that no completion names. */
  declare receivedBytes: number;
  /** Storage reserved in the project's limit beyond `bytes`, for parts that exceed it. */
  declare extraBytes: number;
  /**
   * The end of the completion lease, in Unix seconds. The server that assembles the file extends the lease while it
   * works.
   */
  declare completingUntil: number;
  /** Applies to the resulting file. */
  declare expiresAfterSeconds: number | null;
  declare status: Resource['status'];
  declare fileId: string | null;
  declare expiresAt: number;
  declare createdAt: number;

  /** Deletes uploads that ended, and whose time passed before `before`, in Unix seconds. Their files stay. */
  static async sweep(before: number, signal?: AbortSignal): Promise<void> {
    await deleteInBatches(Upload, { status: { [Op.ne]: 'pending' }, expiresAt: { [Op.lt]: before } }, signal);
  }

  /** @param now Unix seconds, to decide whether the upload has expired. */
  static toResource(row: UploadRow, file: StoredFileRow | undefined, now: number): Resource {
    return {
      id: row.id,
      object: 'upload',
      bytes: row.bytes,
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      filename: row.filename,
      purpose: row.purpose,
      status: row.status === 'pending' && row.expiresAt <= now ? 'expired' : row.status,
      file: file === undefined ? null : StoredFile.toResource(file),
    };
  }
}

/** A part of an upload. */
export class UploadPart extends Model<InferAttributes<UploadPart>, InferCreationAttributes<UploadPart>> {
  declare id: string;
  declare uploadId: string;
  declare storageKey: string;
  declare bytes: number;
  /** The SHA-256 of the content. Null: a version before 0.2.0 received the part. */
  declare sha256: Buffer | null;
  declare createdAt: number;

  static toResource(row: UploadPartRow): components['schemas']['UploadPart'] {
    return { id: row.id, object: 'upload.part', created_at: row.createdAt, upload_id: row.uploadId };
  }
}

export function defineUpload(sequelize: Sequelize): void {
  Upload.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      projectId: DataTypes.STRING,
      filename: DataTypes.STRING,
      mimeType: DataTypes.STRING,
      purpose: DataTypes.STRING,
      bytes: DataTypes.BIGINT,
      receivedBytes: DataTypes.BIGINT,
      extraBytes: DataTypes.BIGINT,
      completingUntil: DataTypes.BIGINT,
      expiresAfterSeconds: DataTypes.BIGINT,
      status: DataTypes.STRING,
      fileId: DataTypes.STRING,
      expiresAt: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'uploads' },
  );
  UploadPart.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      uploadId: DataTypes.STRING,
      storageKey: DataTypes.STRING,
      bytes: DataTypes.BIGINT,
      sha256: DataTypes.BLOB,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'upload_parts' },
  );
}

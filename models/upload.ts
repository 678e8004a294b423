import type { components } from '../generated/openapi.ts';
import { StoredFile, type StoredFileRow } from './stored-file.ts';
import { blob, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

type Resource = components['schemas']['Upload'];

export type UploadRow = RowOf<Upload>;
export type UploadPartRow = RowOf<UploadPart>;

/** A file that is uploaded in parts. */
export class Upload extends table('uploads', {
  id: primaryKey(text()),
  projectId: text(),
  filename: text(),
  mimeType: text(),
  purpose: text<Resource['purpose']>(),
  /** The size of the whole file. */
  bytes: integer(),
  /** The size of all parts, including those that no completion names. */
  receivedBytes: integer(),
  /** Storage reserved in the project's limit beyond `bytes`, for parts that exceed it. */
  extraBytes: integer(),
  /**
   * The end of the completion lease, in Unix seconds. The server that assembles the file extends the lease while it
   * works.
   */
  completingUntil: integer(),
  /** Applies to the resulting file. */
  expiresAfterSeconds: nullable(integer()),
  status: text<Resource['status']>(),
  fileId: nullable(text()),
  expiresAt: integer(),
  createdAt: integer(),
}) {
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

export class UploadPart extends table('upload_parts', {
  id: primaryKey(text()),
  uploadId: text(),
  storageKey: text(),
  bytes: integer(),
  /** The SHA-256 of the content. Null: a version before 0.2.0 received the part. */
  sha256: nullable(blob()),
  createdAt: integer(),
}) {
  static toResource(row: UploadPartRow): components['schemas']['UploadPart'] {
    return { id: row.id, object: 'upload.part', created_at: row.createdAt, upload_id: row.uploadId };
  }
}

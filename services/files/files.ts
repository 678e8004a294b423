// Files of a project: rows with the metadata, objects in the storage with the bytes. An object is written before its
// row and removed after it. So a row always has its object, and the sweep removes an object without a row.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { StoredFile, type StoredFileRow } from '../../models/stored-file.ts';
import { auditChange } from '../audit/index.ts';
import { notFound, type Queue } from '../platform/index.ts';
import type { FileStore } from './file-store.ts';
import type { ByteContent, ReceivedFile } from './received-file.ts';
import { removeObject } from './removal.ts';
import { settleReservation } from './reservation.ts';

type Purpose = components['schemas']['FilePurpose'];
type Named = { id: string };

export interface NewFile {
  content: ReceivedFile;
  purpose: Purpose;
  /** After how many seconds the file is deleted automatically. */
  expiresAfterSeconds: number | undefined;
}

/** Creates a file from received content. Throws `file_bytes` if the project's storage limit is exceeded. */
export async function createFile(project: ProjectRow, file: NewFile): Promise<StoredFileRow> {
  return transaction(async (tx) => {
    await settleReservation(project, file.content, tx);
    const added = await addFile(project, file, tx);
    await auditChange(added.id, tx);
    return added;
  });
}

/** Adds the row of a file whose bytes are already counted against the project's storage limit. */
export async function addFile(project: Named, file: NewFile, tx: Transaction): Promise<StoredFileRow> {
  const id = newId('file');
  const { content, purpose, expiresAfterSeconds } = file;
  return StoredFile.create(
    {
      id,
      projectId: project.id,
      storageKey: content.key,
      filename: content.filename,
      purpose,
      bytes: content.bytes,
      sha256: content.sha256,
      charset: content.charset ?? null,
      expiresAt: expiresAfterSeconds === undefined ? null : createdAt(id) + expiresAfterSeconds,
      createdAt: createdAt(id),
    },
    { transaction: tx },
  ).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
}

export function listFiles(
  project: Named,
  { purpose, ...query }: ListQuery & { purpose?: Purpose | undefined },
): Promise<ListOf<StoredFileRow>> {
  return list(StoredFile, { projectId: project.id, ...(purpose === undefined ? {} : { purpose }) }, query);
}

/** Returns a file. Throws `not_found`, also for an expired file. */
export async function getFile(project: Named, id: string): Promise<StoredFileRow> {
  const file = await readOne(StoredFile, { projectId: project.id, id });
  if (file === undefined || hasExpired(file)) throw notFound('file', id);
  return file;
}

/** Opens the content of a file. Throws `not_found` or `unavailable`. */
export async function openFile(
  project: Named,
  id: string,
  files: FileStore,
): Promise<{ file: StoredFileRow; content: ByteContent }> {
  const file = await getFile(project, id);
  return { file, content: await files.open(file.storageKey, file.bytes) };
}

/** The services that the deletion of a file needs. */
export interface FileDeletion {
  queue: Queue;
  /** Removes the file from its vector stores, in the transaction that deletes the file. */
  detachFile(fileId: string, tx: Transaction): Promise<void>;
}

/** Deletes a file from the project, from all vector stores and from the storage. Throws `not_found`. */
export async function deleteFile(project: Named, id: string, { queue, detachFile }: FileDeletion): Promise<void> {
  await transaction(async (tx) => {
    const file = await StoredFile.findOne({ where: { id, projectId: project.id }, lock: true, transaction: tx });
    if (file === null) throw notFound('file', id);
    await detachFile(file.id, tx);
    await file.destroy({ transaction: tx });
    await ProjectStorage.release(project.id, 'file_bytes', file.bytes, tx);
    await queue.add(removeObject, { key: file.storageKey }, { transaction: tx });
    await auditChange(id, tx);
  });
}

function hasExpired({ expiresAt }: StoredFileRow): boolean {
  return expiresAt !== null && expiresAt <= nowSeconds();
}

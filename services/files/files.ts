// Files of a project: rows that say whose they are, and objects in the storage that hold their bytes. An object is
// written before its row and removed after it: a row always has its object, and an object without a row is swept.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { StoredFile, type StoredFileRow } from '../../models/stored-file.ts';
import { noteChange } from '../audit/index.ts';
import { notFound, type Queue } from '../platform/index.ts';
import type { FileStore } from './file-store.ts';
import type { ByteContent, ReceivedFile } from './received.ts';
import { removeObject } from './removal.ts';
import { settleRoom } from './room.ts';

type Purpose = components['schemas']['FilePurpose'];
type Named = { id: string };

export interface NewFile {
  content: ReceivedFile;
  purpose: Purpose;
  /** Seconds after which it is deleted by itself. */
  expiresAfterSeconds: number | undefined;
}

/** Makes a file of what was received. Throws `file_bytes` where the project's limit leaves no room for it. */
export async function createFile(project: ProjectRow, file: NewFile): Promise<StoredFileRow> {
  return transaction(async (inside) => {
    await settleRoom(project, file.content, inside);
    const added = await addFile(project, file, inside);
    await noteChange(added.id, inside);
    return added;
  });
}

/** Adds the row of a file, for whose bytes there is room. */
export async function addFile(project: Named, file: NewFile, inside: Transaction): Promise<StoredFileRow> {
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
      expiresAt: expiresAfterSeconds === undefined ? null : createdAt(id) + expiresAfterSeconds,
      createdAt: createdAt(id),
    },
    { transaction: inside },
  ).catch((error: unknown) => {
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
}

export function listFiles(
  project: Named,
  { purpose, ...query }: PageQuery & { purpose?: Purpose | undefined },
): Promise<PageOf<StoredFileRow>> {
  return page(StoredFile, { projectId: project.id, ...(purpose === undefined ? {} : { purpose }) }, query);
}

/** Throws `not_found`, for a file whose time has passed too. */
export async function getFile(project: Named, id: string): Promise<StoredFileRow> {
  const file = await readOne(StoredFile, { projectId: project.id, id });
  if (file === undefined || hasExpired(file)) throw notFound('file', id);
  return file;
}

/** The bytes of a file. Throws `not_found`. */
export async function openFile(
  project: Named,
  id: string,
  files: FileStore,
): Promise<{ file: StoredFileRow; content: ByteContent }> {
  const file = await getFile(project, id);
  return { file, content: await files.open(file.storageKey, file.bytes) };
}

/** What the deletion of a file needs from the rest of the server. */
export interface FileDeletion {
  queue: Queue;
  /** Takes the file out of whatever uses it, in the transaction that deletes the file. */
  detachFile(fileId: string, inside: Transaction): Promise<void>;
}

/** Deletes a file: from every vector store, from the project's count, and its bytes. Throws `not_found`. */
export async function deleteFile(project: Named, id: string, { queue, detachFile }: FileDeletion): Promise<void> {
  await transaction(async (inside) => {
    const file = await StoredFile.findOne({ where: { id, projectId: project.id }, lock: true, transaction: inside });
    if (file === null) throw notFound('file', id);
    await detachFile(file.id, inside);
    await file.destroy({ transaction: inside });
    await ProjectStorage.giveBack(project.id, 'file_bytes', file.bytes, inside);
    await queue.add(removeObject, { key: file.storageKey }, { inside });
    await noteChange(id, inside);
  });
}

function hasExpired({ expiresAt }: StoredFileRow): boolean {
  return expiresAt !== null && expiresAt <= nowSeconds();
}

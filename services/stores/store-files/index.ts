// Single files of a vector store: attach, list, change, detach and read.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type FileStatus, VectorStoreFile, type VectorStoreFileRow } from '../../../models/vector-store-file.ts';
import { auditChange, changeDetails } from '../../audit/index.ts';
import { notFound } from '../../platform/index.ts';
import type { Attributes, Collections } from '../../vectors/index.ts';
import { getVectorStore } from '../vector-stores.ts';
import { checkFiles, checkStorageLimit, toMembers } from './attach.ts';
import { addMembers, checkNotExpired, lockStore, type MembershipServices, removeMembers } from './membership.ts';

type AttachFile = components['schemas']['CreateVectorStoreFileRequest'];
type Named = { id: string };

export type MemberQuery = PageQuery & { filter?: FileStatus | undefined };

/** Attaches a file. Throws `not_found`, `vector_store_expired` or `vector_store_bytes`. */
export async function attachFile(
  project: ProjectRow,
  storeId: string,
  body: AttachFile,
  services: MembershipServices,
): Promise<VectorStoreFileRow> {
  await transaction(async (transaction) => {
    const store = await lockStore(project, storeId, transaction);
    checkNotExpired(store);
    const members = toMembers([body], store, () => ['body', 'chunking_strategy']);
    await checkFiles(project, [body.file_id], transaction);
    await checkStorageLimit(project, transaction);
    await addMembers(store, null, members, transaction, services);
    await auditChange(storeId, transaction, { file_id: body.file_id });
  });
  return memberOf(storeId, body.file_id);
}

/** Returns a page of the store's files. Throws `not_found` for the store. */
export async function listMembers(
  project: Named,
  storeId: string,
  { filter, ...query }: MemberQuery,
): Promise<PageOf<VectorStoreFileRow>> {
  await getVectorStore(project, storeId);
  return page(VectorStoreFile, { currentIn: storeId, ...(filter === undefined ? {} : { status: filter }) }, query);
}

/** Returns a file of the store. Throws `not_found`. */
export async function getMember(project: Named, storeId: string, fileId: string): Promise<VectorStoreFileRow> {
  await getVectorStore(project, storeId);
  return memberOf(storeId, fileId);
}

/** Replaces the attributes of a file. Throws `not_found`. */
export async function setAttributes(
  project: Named,
  storeId: string,
  fileId: string,
  attributes: Attributes,
  { collections }: { collections: Collections },
): Promise<VectorStoreFileRow> {
  await transaction(async (transaction) => {
    await lockStore(project, storeId, transaction);
    const file = await findMember(storeId, fileId, transaction);
    const details = changeDetails({ attributes }, { attributes: JSON.parse(file.attributes) });
    await auditChange(fileId, transaction, { vector_store_id: storeId, ...details });
    await file.update({ attributes: JSON.stringify(attributes) }, { transaction });
    await collections.setAttributes(storeId, fileId, attributes, transaction);
  });
  return memberOf(storeId, fileId);
}

/** Detaches a file. Throws `not_found`. */
export async function detachFile(
  project: Named,
  storeId: string,
  fileId: string,
  services: MembershipServices,
): Promise<void> {
  await transaction(async (transaction) => {
    const store = await lockStore(project, storeId, transaction);
    await findMember(storeId, fileId, transaction);
    await removeMembers(store, [fileId], transaction, services);
    await auditChange(fileId, transaction, { vector_store_id: storeId });
  });
}

/** Returns the texts of a file's chunks in order; an empty list if the file is not completed. Throws `not_found`. */
export async function readTexts(
  project: Named,
  storeId: string,
  fileId: string,
  collections: Collections,
): Promise<string[]> {
  await getMember(project, storeId, fileId);
  return collections.read(storeId, fileId);
}

/**
 * Returns a file of the store. The caller holds the lock on the store's row, so the store has the file until the commit.
 * Throws `not_found`.
 */
async function findMember(storeId: string, fileId: string, transaction: Transaction): Promise<VectorStoreFile> {
  const member = await VectorStoreFile.findOne({ where: { currentIn: storeId, id: fileId }, transaction });
  if (member === null) throw notFound('file', fileId);
  return member;
}

async function memberOf(storeId: string, fileId: string): Promise<VectorStoreFileRow> {
  const member = await readOne(VectorStoreFile, { currentIn: storeId, id: fileId });
  if (member === undefined) throw notFound('file', fileId);
  return member;
}

// Single files of a vector store: attach, list, change, detach and read.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { type ListOf, type ListQuery, list } from '../../../models/list.ts';
import { PageBytes } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import type { VectorStoreRow } from '../../../models/vector-store.ts';
import { type FileStatus, VectorStoreFile, type VectorStoreFileRow } from '../../../models/vector-store-file.ts';
import { auditChange, changeDetails } from '../../audit/index.ts';
import { notFound, whilePresent } from '../../platform/index.ts';
import type { Config } from '../../settings/index.ts';
import type { Attributes, Collections } from '../../vectors/index.ts';
import { checkFiles, checkStorageLimit, toMembers } from './attach.ts';
import type { ModelLengths } from './chunk-sizes.ts';
import { addMembers, checkNotExpired, lockStore, type MembershipServices, removeMembers } from './membership.ts';

type AttachFile = components['schemas']['CreateVectorStoreFileRequest'];

export type MemberQuery = ListQuery & { filter?: FileStatus | undefined };

/** Attaches a file. Throws `not_found`, `vector_store_expired` or `vector_store_bytes`. */
export async function attachFile(
  project: ProjectRow,
  found: VectorStoreRow,
  body: AttachFile,
  services: MembershipServices & ModelLengths,
): Promise<VectorStoreFileRow> {
  await services.collections.check(found.id);
  return transaction(async (tx) => {
    const store = await lockStore(found, tx);
    checkNotExpired(store);
    const members = toMembers([body], store, () => ['body', 'chunking_strategy'], services);
    await checkFiles(project, [body.file_id], tx);
    await checkStorageLimit(project, tx);
    await addMembers(store, null, members, tx, services);
    await auditChange(store.id, tx, { file_id: body.file_id });
    return findMember(store.id, body.file_id, tx);
  });
}

export function listMembers(
  store: VectorStoreRow,
  { filter, ...query }: MemberQuery,
): Promise<ListOf<VectorStoreFileRow>> {
  const scope = { currentIn: store.id, ...(filter === undefined ? {} : { status: filter }) };
  return list(VectorStoreFile, scope, query);
}

/** Replaces the attributes of a file. Throws `not_found`. */
export async function setAttributes(
  found: VectorStoreRow,
  { id: fileId }: VectorStoreFileRow,
  attributes: Attributes,
  { collections }: { collections: Collections },
): Promise<VectorStoreFileRow> {
  return transaction(async (tx) => {
    const store = await lockStore(found, tx);
    const file = await findMember(store.id, fileId, tx);
    const details = changeDetails({ attributes }, { attributes: JSON.parse(file.attributes) });
    await auditChange(fileId, tx, { vector_store_id: store.id, ...details });
    await collections.setAttributes(store.id, fileId, attributes, tx);
    return file.update({ attributes: JSON.stringify(attributes) }, { transaction: tx });
  });
}

/** Detaches a file. Throws `not_found`. */
export async function detachFile(
  found: VectorStoreRow,
  { id: fileId }: VectorStoreFileRow,
  services: MembershipServices,
): Promise<void> {
  await transaction(async (tx) => {
    const store = await lockStore(found, tx);
    await findMember(store.id, fileId, tx);
    await removeMembers(store, [fileId], tx, services);
    await auditChange(fileId, tx, { vector_store_id: store.id });
  });
}

/** A part of a file's text. */
interface FileText {
  type: 'text';
  text: string;
}

/**
 * Returns the texts of a file's chunks from a position on, as many as fit into a page, and the position of the next
 * page; no texts if the file is not completed.
 */
export async function readTexts(
  call: { vectorStore: VectorStoreRow; file: VectorStoreFileRow; onGone(listener: () => void): void },
  from: number,
  { collections, config }: { collections: Collections; config: Pick<Config, 'limits'> },
): Promise<{ texts: FileText[]; next: number | undefined }> {
  const proceed = whilePresent(call);
  const page = new PageBytes(config.limits.max_page_bytes);
  const texts: FileText[] = [];
  for await (const some of collections.read(call.vectorStore.id, call.file.id, from)) {
    for (const text of some) {
      const part = { type: 'text', text } as const;
      if (!page.takes(Buffer.byteLength(JSON.stringify(part)))) return { texts, next: from + texts.length };
      texts.push(part);
    }
    await proceed();
  }
  return { texts, next: undefined };
}

/**
 * Returns a file of the store. The caller holds the lock on the store's row, so the store has the file until the commit.
 * Throws `not_found`.
 */
async function findMember(storeId: string, fileId: string, tx: Transaction): Promise<VectorStoreFile> {
  const member = await VectorStoreFile.findOne({ where: { currentIn: storeId, id: fileId }, transaction: tx });
  if (member === null) throw notFound('file', fileId);
  return member;
}

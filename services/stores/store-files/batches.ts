// File batches: files that are attached to a vector store together.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { FileBatch, type FileBatchRow } from '../../../models/file-batch.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import type { VectorStoreRow } from '../../../models/vector-store.ts';
import { type FileStatus, VectorStoreFile, type VectorStoreFileRow } from '../../../models/vector-store-file.ts';
import { auditChange, auditNothing } from '../../audit/index.ts';
import { existing, missingMember, valueError } from '../../platform/index.ts';
import { checkFiles, checkStorageLimit, toMembers } from './attach.ts';
import type { ModelLengths } from './chunk-sizes.ts';
import { addMembers, cancelMembers, checkNotExpired, lockStore, type MembershipServices } from './membership.ts';

type CreateBatch = components['schemas']['CreateVectorStoreFileBatchRequest'];
type FileRequest = components['schemas']['CreateVectorStoreFileRequest'];

/** Attaches files as a batch. Throws `not_found`, `vector_store_expired`, `vector_store_bytes` or a ValidationError. */
export async function createBatch(
  project: ProjectRow,
  found: VectorStoreRow,
  body: CreateBatch,
  services: MembershipServices & ModelLengths,
): Promise<FileBatchRow> {
  const { files, locOf } = filesOf(body);
  const id = newId('file-batch');
  await services.collections.check(found.id);
  return transaction(async (tx) => {
    const store = await lockStore(found, tx);
    checkNotExpired(store);
    const members = toMembers(files, store, locOf, services);
    const fileIds = members.map(({ fileId }) => fileId);
    await checkFiles(project, fileIds, tx);
    await checkStorageLimit(project, tx);
    await FileBatch.create(
      {
        id,
        vectorStoreId: store.id,
        projectId: project.id,
        status: 'in_progress',
        filesInProgress: members.length,
        filesCompleted: 0,
        filesFailed: 0,
        filesCancelled: 0,
        createdAt: createdAt(id),
        finishedAt: null,
      },
      { transaction: tx },
    );
    await addMembers(store, id, members, tx, services);
    await auditChange(store.id, tx, { batch_id: id });
    return readBatch(id, tx);
  });
}

/**
 * Returns a batch as the transaction has it. A read after the commit may reach another database node than the commit did,
 * while a cluster changes its primary, and would find no batch.
 */
async function readBatch(id: string, tx: Transaction): Promise<FileBatchRow> {
  return existing(await readOne(FileBatch, { id }, tx), 'file batch', id);
}

/** Cancels the unfinished files of a batch. Does nothing if the batch has finished. Throws `not_found`. */
export async function cancelBatch(
  found: VectorStoreRow,
  { id }: FileBatchRow,
  services: MembershipServices,
): Promise<FileBatchRow> {
  return transaction(async (tx) => {
    const store = await lockStore(found, tx);
    // The store's row is locked, so a batch in progress cannot finish meanwhile.
    const unfinished = await FileBatch.count({ where: { id, status: 'in_progress' }, transaction: tx });
    if (unfinished === 0) auditNothing();
    else {
      await cancelMembers(store, { batchId: id }, tx, services);
      await auditChange(id, tx, { vector_store_id: store.id });
    }
    return readBatch(id, tx);
  });
}

export function listBatchMembers(
  { id }: FileBatchRow,
  { filter, ...query }: PageQuery & { filter?: FileStatus | undefined },
): Promise<PageOf<VectorStoreFileRow>> {
  const index = `vector_store_files_batch_${filter === undefined ? 'page' : 'status_page'}`;
  return page(VectorStoreFile, { batchId: id, ...(filter === undefined ? {} : { status: filter }) }, query, { index });
}

/** Returns the files of a request, which names them either in `file_ids` or in `files`. */
function filesOf(body: CreateBatch): { files: FileRequest[]; locOf: (index: number) => string[] } {
  const { file_ids: fileIds, files, ...common } = body;
  if (fileIds !== undefined && files !== undefined)
    throw valueError(['body', 'files'], 'send either file_ids or files, not both', files);
  if (files !== undefined) return { files, locOf: (index) => ['body', 'files', String(index), 'chunking_strategy'] };
  if (fileIds === undefined) throw missingMember(['body', 'file_ids'], body);
  return {
    files: fileIds.map((fileId) => ({ file_id: fileId, ...common })),
    locOf: () => ['body', 'chunking_strategy'],
  };
}

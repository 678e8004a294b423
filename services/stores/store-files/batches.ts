// File batches: files that are attached to a vector store together.

import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { FileBatch, type FileBatchRow } from '../../../models/file-batch.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { type PageOf, page, readOne } from '../../../models/page.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { VectorStoreFile, type VectorStoreFileRow } from '../../../models/vector-store-file.ts';
import { auditChange, auditNothing } from '../../audit/index.ts';
import { notFound, ValidationError, valueError } from '../../platform/index.ts';
import { checkFiles, checkStorageLimit, toMembers } from './attach.ts';
import type { MemberQuery } from './index.ts';
import { addMembers, cancelMembers, checkNotExpired, lockStore, type MembershipServices } from './membership.ts';

type CreateBatch = components['schemas']['CreateVectorStoreFileBatchRequest'];
type FileRequest = components['schemas']['CreateVectorStoreFileRequest'];
type Named = { id: string };

/** Attaches files as a batch. Throws `not_found`, `vector_store_expired`, `vector_store_bytes` or a ValidationError. */
export async function createBatch(
  project: ProjectRow,
  storeId: string,
  body: CreateBatch,
  services: MembershipServices,
): Promise<FileBatchRow> {
  const { files, locOf } = filesOf(body);
  const id = newId('file-batch');
  await transaction(async (transaction) => {
    const store = await lockStore(project, storeId, transaction);
    checkNotExpired(store);
    const members = toMembers(files, store, locOf);
    const fileIds = members.map(({ fileId }) => fileId);
    await checkFiles(project, fileIds, transaction);
    await checkStorageLimit(project, transaction);
    await FileBatch.create(
      {
        id,
        vectorStoreId: storeId,
        projectId: project.id,
        status: 'in_progress',
        filesInProgress: members.length,
        filesCompleted: 0,
        filesFailed: 0,
        filesCancelled: 0,
        createdAt: createdAt(id),
        finishedAt: null,
      },
      { transaction },
    );
    await addMembers(store, id, members, transaction, services);
    await auditChange(storeId, transaction, { batch_id: id });
  });
  return getBatch(project, storeId, id);
}

/** Returns a batch. Throws `not_found`. */
export async function getBatch(project: Named, storeId: string, id: string): Promise<FileBatchRow> {
  const batch = await readOne(FileBatch, { id, vectorStoreId: storeId, projectId: project.id });
  if (batch === undefined) throw notFound('file batch', id);
  return batch;
}

/** Cancels the unfinished files of a batch. Does nothing if the batch has finished. Throws `not_found`. */
export async function cancelBatch(
  project: Named,
  storeId: string,
  id: string,
  services: MembershipServices,
): Promise<FileBatchRow> {
  await getBatch(project, storeId, id);
  await transaction(async (transaction) => {
    const store = await lockStore(project, storeId, transaction);
    // The store's row is locked, so a batch in progress cannot finish meanwhile.
    const unfinished = await FileBatch.count({ where: { id, status: 'in_progress' }, transaction });
    if (unfinished === 0) return auditNothing();
    await cancelMembers(store, { batchId: id }, transaction, services);
    await auditChange(id, transaction, { vector_store_id: storeId });
  });
  return getBatch(project, storeId, id);
}

/** Returns a page of the batch's files. Throws `not_found`. */
export async function listBatchMembers(
  project: Named,
  storeId: string,
  id: string,
  { filter, ...query }: MemberQuery,
): Promise<PageOf<VectorStoreFileRow>> {
  await getBatch(project, storeId, id);
  return page(VectorStoreFile, { batchId: id, ...(filter === undefined ? {} : { status: filter }) }, query);
}

/** Returns the files of a request, which names them either in `file_ids` or in `files`. */
function filesOf(body: CreateBatch): { files: FileRequest[]; locOf: (index: number) => string[] } {
  const { file_ids: fileIds, files, ...common } = body;
  if (fileIds !== undefined && files !== undefined)
    throw valueError(['body', 'files'], 'send either file_ids or files, not both', files);
  if (files !== undefined) return { files, locOf: (index) => ['body', 'files', String(index), 'chunking_strategy'] };
  if (fileIds === undefined)
    throw new ValidationError([
      { loc: ['body', 'file_ids'], msg: 'Field required', type: 'missing', input: body, ctx: {} },
    ]);
  return {
    files: fileIds.map((fileId) => ({ file_id: fileId, ...common })),
    locOf: () => ['body', 'chunking_strategy'],
  };
}

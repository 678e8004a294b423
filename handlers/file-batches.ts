import { FileBatch } from '../models/file-batch.ts';
import { VectorStoreFile } from '../models/vector-store-file.ts';
import * as batches from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { envelope, pollHeaders } from './list.ts';

export const createVectorStoreFileBatch: Handler<'createVectorStoreFileBatch'> = async (
  { params, body, project },
  services,
) => {
  const batch = await batches.createBatch(project, params.vector_store_id, body, services);
  return { status: 200, body: FileBatch.toResource(batch), headers: pollHeaders(batch) };
};

export const getVectorStoreFileBatch: Handler<'getVectorStoreFileBatch'> = async ({ params, project }) => {
  const batch = await batches.getBatch(project, params.vector_store_id, params.batch_id);
  return { status: 200, body: FileBatch.toResource(batch), headers: pollHeaders(batch) };
};

export const cancelVectorStoreFileBatch: Handler<'cancelVectorStoreFileBatch'> = async (
  { params, project },
  services,
) => {
  const batch = await batches.cancelBatch(project, params.vector_store_id, params.batch_id, services);
  return { status: 200, body: FileBatch.toResource(batch), headers: pollHeaders(batch) };
};

export const listFilesInVectorStoreBatch: Handler<'listFilesInVectorStoreBatch'> = async ({
  params,
  query,
  project,
}) => {
  const page = await batches.listBatchMembers(project, params.vector_store_id, params.batch_id, query);
  return { status: 200, body: envelope(page, VectorStoreFile.toResource) };
};

import { FileBatch } from '../models/file-batch.ts';
import { VectorStoreFile } from '../models/vector-store-file.ts';
import * as batches from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { envelope, pollHeaders } from './list.ts';
import { warningHeaders } from './vector-stores.ts';

export const createVectorStoreFileBatch: Handler<'createVectorStoreFileBatch'> = async (
  { project, vectorStore, body },
  services,
) => {
  const batch = await batches.createBatch(project, vectorStore, body, services);
  const headers = { ...pollHeaders(batch), ...(await warningHeaders(vectorStore, services)) };
  return { status: 200, body: FileBatch.toResource(batch), headers };
};

export const getVectorStoreFileBatch: Handler<'getVectorStoreFileBatch'> = ({ batch }) => {
  return { status: 200, body: FileBatch.toResource(batch), headers: pollHeaders(batch) };
};

export const cancelVectorStoreFileBatch: Handler<'cancelVectorStoreFileBatch'> = async (
  { vectorStore, batch },
  services,
) => {
  const cancelled = await batches.cancelBatch(vectorStore, batch, services);
  return { status: 200, body: FileBatch.toResource(cancelled), headers: pollHeaders(cancelled) };
};

export const listFilesInVectorStoreBatch: Handler<'listFilesInVectorStoreBatch'> = async ({ batch, query }) => {
  const page = await batches.listBatchMembers(batch, query);
  return { status: 200, body: envelope(page, VectorStoreFile.toResource) };
};

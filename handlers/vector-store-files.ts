import { VectorStoreFile } from '../models/vector-store-file.ts';
import * as members from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { envelope, pollHeaders } from './list.ts';

export const createVectorStoreFile: Handler<'createVectorStoreFile'> = async ({ params, body, project }, services) => {
  const member = await members.attachFile(project, params.vector_store_id, body, services);
  return { status: 200, body: VectorStoreFile.toResource(member), headers: pollHeaders(member) };
};

export const listVectorStoreFiles: Handler<'listVectorStoreFiles'> = async ({ params, query, project }) => {
  const page = await members.listMembers(project, params.vector_store_id, query);
  return { status: 200, body: envelope(page, VectorStoreFile.toResource) };
};

export const getVectorStoreFile: Handler<'getVectorStoreFile'> = async ({ params, project }) => {
  const member = await members.getMember(project, params.vector_store_id, params.file_id);
  return { status: 200, body: VectorStoreFile.toResource(member), headers: pollHeaders(member) };
};

export const updateVectorStoreFileAttributes: Handler<'updateVectorStoreFileAttributes'> = async (
  { params, body, project },
  services,
) => {
  const { vector_store_id: storeId, file_id: fileId } = params;
  const member = await members.setAttributes(project, storeId, fileId, body.attributes ?? {}, services);
  return { status: 200, body: VectorStoreFile.toResource(member), headers: pollHeaders(member) };
};

export const deleteVectorStoreFile: Handler<'deleteVectorStoreFile'> = async ({ params, project }, services) => {
  await members.detachFile(project, params.vector_store_id, params.file_id, services);
  return { status: 200, body: { id: params.file_id, object: 'vector_store.file.deleted', deleted: true } };
};

export const retrieveVectorStoreFileContent: Handler<'retrieveVectorStoreFileContent'> = async (
  { params, project },
  { collections },
) => {
  const texts = await members.readTexts(project, params.vector_store_id, params.file_id, collections);
  const data = texts.map((text) => ({ type: 'text' as const, text }));
  return {
    status: 200,
    body: { object: 'vector_store.file_content.page', data, has_more: false, next_page: null },
  };
};

import { VectorStoreFile } from '../models/vector-store-file.ts';
import * as members from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer, pollHeaders } from './list.ts';
import { warningHeaders } from './vector-stores.ts';

export const createVectorStoreFile: Handler<'createVectorStoreFile'> = async (
  { project, vectorStore, body },
  services,
) => {
  const member = await members.attachFile(project, vectorStore, body, services);
  const headers = { ...pollHeaders(member), ...(await warningHeaders(vectorStore, services)) };
  return { status: 200, body: VectorStoreFile.toResource(member), headers };
};

export const listVectorStoreFiles: Handler<'listVectorStoreFiles'> = async ({ vectorStore, query }) => {
  const page = await members.listMembers(vectorStore, query);
  return listAnswer(page, VectorStoreFile.toResource);
};

export const getVectorStoreFile: Handler<'getVectorStoreFile'> = ({ file }) => {
  return { status: 200, body: VectorStoreFile.toResource(file), headers: pollHeaders(file) };
};

export const updateVectorStoreFileAttributes: Handler<'updateVectorStoreFileAttributes'> = async (
  { vectorStore, file, body },
  services,
) => {
  const member = await members.setAttributes(vectorStore, file, body.attributes ?? {}, services);
  return { status: 200, body: VectorStoreFile.toResource(member), headers: pollHeaders(member) };
};

export const deleteVectorStoreFile: Handler<'deleteVectorStoreFile'> = async ({ vectorStore, file }, services) => {
  await members.detachFile(vectorStore, file, services);
  return { status: 200, body: { id: file.id, object: 'vector_store.file.deleted', deleted: true } };
};

const pagePrefix = 'page_';

export const retrieveVectorStoreFileContent: Handler<'retrieveVectorStoreFileContent'> = async (call, services) => {
  const from = Number(call.query.page?.slice(pagePrefix.length) ?? 0);
  const { texts: data, next } = await members.readTexts(call, from, services);
  const page = { has_more: next !== undefined, next_page: next === undefined ? null : `${pagePrefix}${next}` };
  return { status: 200, body: { object: 'vector_store.file_content.page', data, ...page } };
};

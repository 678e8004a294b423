import { nowSeconds } from '../models/clock.ts';
import { VectorStore } from '../models/vector-store.ts';
import * as stores from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createVectorStore: Handler<'createVectorStore'> = async ({ body, project }, services) => {
  const created = await stores.createVectorStore(project, body, await services.embedders.standard(), services);
  const store = VectorStore.toResource(created, nowSeconds());
  // The status is `in_progress` because the collection is created in the background.
  return { status: 200, body: { ...store, status: 'in_progress' } };
};

export const listVectorStores: Handler<'listVectorStores'> = async ({ query, project }) => {
  const now = nowSeconds();
  const page = await stores.listVectorStores(project, query);
  return listAnswer(page, (row) => VectorStore.toResource(row, now));
};

export const getVectorStore: Handler<'getVectorStore'> = ({ vectorStore }) => {
  return { status: 200, body: VectorStore.toResource(vectorStore, nowSeconds()) };
};

export const modifyVectorStore: Handler<'modifyVectorStore'> = async ({ vectorStore, body }) => {
  const store = await stores.modifyVectorStore(vectorStore, body);
  return { status: 200, body: VectorStore.toResource(store, nowSeconds()) };
};

export const deleteVectorStore: Handler<'deleteVectorStore'> = async ({ vectorStore }, services) => {
  await stores.deleteVectorStore(vectorStore, services);
  return { status: 200, body: { id: vectorStore.id, object: 'vector_store.deleted', deleted: true } };
};

export const rereadVectorStore: Handler<'rereadVectorStore'> = async ({ vectorStore, body }, services) => {
  const counts = await stores.rereadStore(vectorStore, body.changed ?? false, services);
  return { status: 200, body: { object: 'vector_store.reread', vector_store_id: vectorStore.id, ...counts } };
};

export const getVectorStoreReread: Handler<'getVectorStoreReread'> = async ({ vectorStore }) => {
  const counts = await stores.rereadState(vectorStore.id);
  return { status: 200, body: { object: 'vector_store.reread', vector_store_id: vectorStore.id, ...counts } };
};

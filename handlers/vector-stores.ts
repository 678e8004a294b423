import { nowSeconds } from '../models/clock.ts';
import { VectorStore } from '../models/vector-store.ts';
import * as stores from '../services/stores/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const createVectorStore: Handler<'createVectorStore'> = async ({ body, project }, services) => {
  const created = await stores.createVectorStore(project, body, await services.embedders.standard(), services);
  const store = VectorStore.toResource(created, nowSeconds());
  // The status is `in_progress` because the collection is created in the background.
  return { status: 200, body: { ...store, status: 'in_progress' } };
};

export const listVectorStores: Handler<'listVectorStores'> = async ({ query, project }) => {
  const now = nowSeconds();
  const page = await stores.listVectorStores(project, query);
  return { status: 200, body: envelope(page, (row) => VectorStore.toResource(row, now)) };
};

export const getVectorStore: Handler<'getVectorStore'> = async ({ params, project }) => {
  const store = await stores.getVectorStore(project, params.vector_store_id);
  return { status: 200, body: VectorStore.toResource(store, nowSeconds()) };
};

export const modifyVectorStore: Handler<'modifyVectorStore'> = async ({ params, body, project }) => {
  const store = await stores.modifyVectorStore(project, params.vector_store_id, body);
  return { status: 200, body: VectorStore.toResource(store, nowSeconds()) };
};

export const deleteVectorStore: Handler<'deleteVectorStore'> = async ({ params, project }, services) => {
  await stores.deleteVectorStore(project, params.vector_store_id, services);
  return { status: 200, body: { id: params.vector_store_id, object: 'vector_store.deleted', deleted: true } };
};

import type { components } from '../generated/openapi.ts';
import { nowSeconds } from '../models/clock.ts';
import { VectorStore, type VectorStoreRow } from '../models/vector-store.ts';
import type { Services } from '../services/index.ts';
import * as stores from '../services/stores/index.ts';
import type { Principal } from '../services/tenancy/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const createVectorStore: Handler<'createVectorStore'> = async ({ body, project }, services) => {
  const created = await stores.createVectorStore(project, body, await services.embedders.standard(), services);
  const store = VectorStore.toResource(created, nowSeconds());
  // The status is `in_progress` because the collection is created in the background.
  return { status: 200, body: { ...store, status: 'in_progress' } };
};

export const listVectorStores: Handler<'listVectorStores'> = async ({ query, project, caller }, services) => {
  const page = await stores.listVectorStores(project, query);
  const toBody = await bodiesOf(page.rows, caller, services);
  return listAnswer(page, toBody);
};

export const getVectorStore: Handler<'getVectorStore'> = async ({ vectorStore, caller }, services) => {
  return { status: 200, body: (await bodiesOf([vectorStore], caller, services))(vectorStore) };
};

export const modifyVectorStore: Handler<'modifyVectorStore'> = async ({ vectorStore, body, caller }, services) => {
  const store = await stores.modifyVectorStore(vectorStore, body);
  return { status: 200, body: (await bodiesOf([store], caller, services))(store) };
};

/** Returns the header of an answer to files that are added to a store. */
export async function warningHeaders(store: VectorStoreRow, services: Services): Promise<Record<string, string>> {
  const { size } = await stores.storeWarnings([store], services);
  return size === 0 ? {} : { 'svc-warning': 'vector_store_large' };
}

/** Returns the function that makes the bodies of these stores. */
async function bodiesOf(
  rows: VectorStoreRow[],
  caller: Principal,
  services: Services,
): Promise<(row: VectorStoreRow) => components['schemas']['VectorStore']> {
  const now = nowSeconds();
  const warnings = await stores.storeWarnings(rows, services);
  const isAdmin = caller.kind === 'user' && caller.isAdmin;
  const places = await stores.storePlaces(isAdmin ? rows.map(({ id }) => id) : []);
  return (row) => {
    const warning = warnings.get(row.id);
    return VectorStore.toResource(row, now, { ...(warning === undefined ? {} : { warning }), ...places.get(row.id) });
  };
}

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

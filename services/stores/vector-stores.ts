// Vector stores of a project.

import { hash } from 'node:crypto';
import { Op, type Transaction, type WhereOptions } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { Collection } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation, isUniqueViolation } from '../../models/constraints.ts';
import { FileBatch } from '../../models/file-batch.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { deleteInSteps } from '../../models/sweep.ts';
import { VectorStore, type VectorStoreRow } from '../../models/vector-store.ts';
import { auditChange, changeDetails } from '../audit/index.ts';
import type { EmbeddingModel } from '../gateway/index.ts';
import { existing, nameAlreadyExists, notFound, registerPeriodic } from '../platform/index.ts';
import { checkFiles, checkStorageLimit, toMembers } from './store-files/attach.ts';
import { chunkingOf, type ModelLengths } from './store-files/chunk-sizes.ts';
import { addMembers, emptyStore, lockStore, type MembershipServices } from './store-files/membership.ts';

type CreateVectorStore = components['schemas']['CreateVectorStoreRequest'];
type ModifyVectorStore = components['schemas']['ModifyVectorStoreRequest'];
type Project = { id: string };

const defaultExpiryDays = 36_500;
const secondsPerDay = 86_400;
const expiryIntervalMs = 5000;
const storesPerRun = 500;

/**
 * Creates a vector store. The embedder's model embeds all its texts.
 *
 * Throws `name_already_exists`, or `not_found` for a file that does not belong to the project.
 */
export async function createVectorStore(
  project: ProjectRow,
  body: CreateVectorStore,
  embedder: EmbeddingModel,
  services: MembershipServices & ModelLengths,
): Promise<VectorStoreRow> {
  const longest = services.embedders.contextLengthOf(embedder.model);
  const chunking = chunkingOf(body.chunking_strategy, ['body', 'chunking_strategy'], longest);
  const fileIds = body.file_ids ?? [];
  return transaction(async (tx) => {
    // Reports a missing file before a taken name.
    if (fileIds.length > 0) await checkFiles(project, [...new Set(fileIds)], tx);
    const store = await insertVectorStore(project, body, { ...chunking, embedder }, tx);
    await auditChange(store.id, tx);
    if (fileIds.length === 0) return store;
    const files = fileIds.map((fileId) => ({ file_id: fileId }));
    const members = toMembers(files, store, () => [], services);
    await checkStorageLimit(project, tx);
    await addMembers(store, null, members, tx, services);
    return store;
  });
}

/** Returns the stores' warnings by store id, for stores that have one. */
export function storeWarnings(
  stores: Pick<VectorStoreRow, 'id' | 'bytes' | 'embeddingDimensions'>[],
  { collections }: Pick<MembershipServices, 'collections'>,
): Promise<Map<string, string>> {
  return collections.warnings(
    stores.map(({ id, bytes, embeddingDimensions }) => ({ id, bytes, dimensions: embeddingDimensions })),
  );
}

/** Returns the engines and chunks of stores, by the store's id. A store without chunks is missing. */
export async function storePlaces(storeIds: string[]): Promise<Map<string, { engine?: string; chunks: number }>> {
  const sizes = await Collection.sizes(storeIds);
  const found = sizes.filter(({ chunks }) => chunks > 0);
  return new Map(
    found.map(({ storeId, engine, chunks }) => [storeId, { chunks, ...(engine === null ? {} : { engine }) }]),
  );
}

async function insertVectorStore(
  project: Project,
  body: CreateVectorStore,
  { embedder, ...chunking }: ReturnType<typeof chunkingOf> & { embedder: EmbeddingModel },
  tx: Transaction,
): Promise<VectorStore> {
  const id = newId('vector-store');
  const days = body.expires_after?.days ?? defaultExpiryDays;
  const name = body.name ?? '';
  // The unique index detects a taken name. A lookup before the insert could not: two requests can see the same name as
  // free.
  return VectorStore.create(
    {
      id,
      projectId: project.id,
      name,
      nameDigest: nameDigest(name),
      metadata: JSON.stringify(body.metadata ?? {}),
      ...chunking,
      imageProcessingMode: body.image_processing_mode ?? 'ignore',
      expiresAfterDays: days,
      lastActiveAt: createdAt(id),
      expiresAt: createdAt(id) + days * secondsPerDay,
      bytes: 0,
      embeddingModel: embedder.model,
      embeddingDimensions: embedder.dimensions ?? 0,
      createdAt: createdAt(id),
    },
    { transaction: tx },
  ).catch((error: unknown) => {
    if (isUniqueViolation(error)) throw nameAlreadyExists('vector store', name, error);
    throw isReferenceViolation(error) ? notFound('project', project.id) : error;
  });
}

export function listVectorStores(project: Project, query: ListQuery): Promise<ListOf<VectorStoreRow>> {
  return list(VectorStore, { projectId: project.id }, query);
}

/** Returns a vector store. Throws `not_found`. */
export async function getVectorStore(project: Project, id: string): Promise<VectorStoreRow> {
  return existing(await readOne(VectorStore, { projectId: project.id, id }), 'vector store', id);
}

/** Changes the given fields of a vector store. Throws `not_found` or `name_already_exists`. */
export async function modifyVectorStore(before: VectorStoreRow, body: ModifyVectorStore): Promise<VectorStoreRow> {
  return transaction(async (tx) => {
    const store = await lockStore(before, tx);
    const { name, metadata, expires_after } = VectorStore.toResource(store, nowSeconds());
    await auditChange(store.id, tx, changeDetails(body, { name, metadata, expires_after }));
    return store.update(changesOf(body, store), { transaction: tx });
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? nameAlreadyExists('vector store', body.name ?? '', error) : error;
  });
}

function changesOf(
  { name, metadata, expires_after: expiresAfter }: ModifyVectorStore,
  { lastActiveAt }: VectorStoreRow,
): Partial<VectorStoreRow> {
  const days = expiresAfter?.days ?? defaultExpiryDays;
  return {
    ...(name === undefined ? {} : { name: name ?? '', nameDigest: nameDigest(name ?? '') }),
    ...(metadata === undefined ? {} : { metadata: JSON.stringify(metadata ?? {}) }),
    ...(expiresAfter === undefined
      ? {}
      : { expiresAfterDays: days, expiresAt: lastActiveAt + days * secondsPerDay, emptiedAt: null }),
  };
}

/** Deletes a store with its attachments, and cancels files in progress. Throws `not_found`. */
export async function deleteVectorStore(before: VectorStoreRow, services: MembershipServices): Promise<void> {
  await transaction(async (tx) => {
    const store = await lockStore(before, tx);
    await emptyStore(store, tx, services);
    await deleteInSteps(FileBatch, { vectorStoreId: store.id }, tx);
    await store.destroy({ transaction: tx });
    await auditChange(store.id, tx);
  });
}

export function registerStoreExpiry(services: MembershipServices): void {
  registerPeriodic(services.queue, {
    name: 'expire-vector-stores',
    repeatMs: expiryIntervalMs,
    hasWork: async () => (await expiredStores(1)).length > 0,
    run: (_payload, { signal }) => emptyExpiredStores(services, signal),
  });
}

/** Removes the files from expired stores. */
async function emptyExpiredStores(services: MembershipServices, signal: AbortSignal): Promise<void> {
  for (const { id } of await expiredStores(storesPerRun)) {
    if (signal.aborted) return;
    await transaction(async (tx) => {
      // Checks the expiry again under the lock, because a use or an update may have extended it.
      const store = await VectorStore.findOne({ where: { ...expired(), id }, lock: true, transaction: tx });
      if (store === null) return;
      await emptyStore(store, tx, services);
      await store.update({ emptiedAt: nowSeconds() }, { transaction: tx });
    });
  }
}

function expiredStores(limit: number): Promise<Pick<VectorStore, 'id'>[]> {
  return VectorStore.findAll({ where: expired(), attributes: ['id'], limit, raw: true });
}

/** Matches expired stores that still have files. */
function expired(): WhereOptions<VectorStoreRow> {
  return { emptiedAt: null, expiresAt: { [Op.lte]: nowSeconds() } };
}

/**
 * Returns the value of the unique index on names: the digest of the name in Unicode NFC. The empty name may repeat, so
 * it has none.
 */
export function nameDigest(name: string): Buffer | null {
  return name === '' ? null : hash('sha256', name.normalize('NFC'), 'buffer');
}

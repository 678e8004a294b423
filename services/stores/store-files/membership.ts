// Changes the files of a vector store, their statuses, and the counts of the store and its batches. All such changes go
// through this file, in a transaction that locks the store's row. So changes to one store are serialized, and the
// counts in the rows of the store and its batches always match the files. If two members finish at the same time,
// exactly one of them finishes the batch.
//
// Invariants after every transaction:
// - The counts and bytes of a store are the sums over the files that it lists (`current_in`).
// - The counts of a batch are those of its members, each with its final status, even if the file was attached again
//   later.
// - A batch has finished if and only if none of its members is in progress. A finished batch does not change.
// - The collection contains a file's chunks if and only if the file is completed.

import { Op, type Transaction, type WhereOptions } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { FileBatch, type FileBatchRow } from '../../../models/file-batch.ts';
import { createdAt, newId } from '../../../models/ids.ts';
import { ProjectStorage } from '../../../models/project-storage.ts';
import { searchTextOf } from '../../../models/search-text.ts';
import { filenamesIn } from '../../../models/stored-file.ts';
import { deleteInSteps } from '../../../models/sweep.ts';
import { type HeldStore, VectorStore, type VectorStoreRow } from '../../../models/vector-store.ts';
import {
  type FileErrorCode,
  type FileStatus,
  type HeldMember,
  VectorStoreFile,
  type VectorStoreFileRow,
} from '../../../models/vector-store-file.ts';
import { existing, ServiceError } from '../../platform/index.ts';
import type { Attributes, Collections } from '../../vectors/index.ts';
import { type BatchServices, onBatchFinished } from './batch-finished.ts';
import { chunkerVersion, readerVersion } from './versions.ts';

const secondsPerDay = 86_400;
/** One statement for hundreds of thousands would take longer than a statement may. */
const membersPerStatement = 5000;

/** The job kind that ingests one attachment. */
export const ingestFile = { name: 'ingest-file' };
/** The job kind that continues with a long file when files of other projects wait. */
export const ingestLongFile = { name: 'ingest-long-file' };

export interface Ingestion {
  attachmentId: string;
}

export interface MembershipServices extends BatchServices {
  collections: Collections;
}

/** A file to attach. */
export interface NewMember {
  fileId: string;
  attributes: Attributes;
  maxChunkSizeTokens: number;
  chunkOverlapTokens: number;
}

/** The result of the ingestion of a file. */
export type Outcome =
  | { status: 'completed'; bytes: number; dimensions: number }
  | { status: 'failed'; code: FileErrorCode; message: string }
  | { status: 'cancelled' };

const counters = {
  in_progress: 'filesInProgress',
  completed: 'filesCompleted',
  failed: 'filesFailed',
  cancelled: 'filesCancelled',
} as const satisfies Record<FileStatus, keyof FileBatchRow>;

/** Locks the store's row until the end of the transaction. Throws `not_found`. */
export async function lockStore({ id }: VectorStoreRow, tx: Transaction): Promise<VectorStore> {
  return existing(await VectorStore.findOne({ where: { id }, lock: true, transaction: tx }), 'vector store', id);
}

/** Throws `vector_store_expired` if the store has expired. */
export function checkNotExpired(store: VectorStore): void {
  if (store.expiresAt <= nowSeconds())
    throw new ServiceError('vector_store_expired', `The vector store '${store.id}' has expired.`);
}

/**
 * Attaches files to a store whose row is locked, and queues their ingestion. Replaces earlier attachments of the same
 * files. A file that is already completed with the same chunk sizes stays as it is, so that nobody pays for it twice
 * and no cancellation removes it.
 */
export async function addMembers(
  store: VectorStore,
  batchId: string | null,
  members: NewMember[],
  tx: Transaction,
  services: MembershipServices,
): Promise<void> {
  const finished = await alreadyCompleted(store, members, tx);
  const unfinished = members.filter(({ fileId }) => !finished.has(fileId)).map(({ fileId }) => fileId);
  await withdraw(store, { currentIn: store.id, id: { [Op.in]: unfinished } }, tx, services);
  const before = { currentIn: store.id, id: { [Op.in]: members.map(({ fileId }) => fileId) } };
  await VectorStoreFile.update({ currentIn: null }, { where: before, transaction: tx });
  const names = await filenamesIn(
    tx,
    members.map(({ fileId }) => fileId),
  );
  const rows = members.map(({ fileId, attributes, ...chunking }) => {
    const attachmentId = newId('store-file');
    const kept = finished.get(fileId);
    return {
      attachmentId,
      id: fileId,
      vectorStoreId: store.id,
      currentIn: store.id,
      batchId,
      status: kept === undefined ? ('in_progress' as const) : ('completed' as const),
      lastErrorCode: null,
      lastErrorMessage: null,
      attributes: JSON.stringify(attributes),
      ...chunking,
      bytes: kept?.bytes ?? 0,
      readerVersion: kept?.readerVersion ?? null,
      chunkerVersion: kept?.chunkerVersion ?? null,
      createdAt: createdAt(attachmentId),
      searchText: searchTextOf([names.get(fileId) ?? '', fileId]),
    };
  });
  await VectorStoreFile.bulkCreate(rows, { transaction: tx });
  for (const { fileId, attributes } of members) {
    const kept = finished.get(fileId);
    if (kept !== undefined && kept.attributes !== JSON.stringify(attributes))
      await services.collections.setAttributes(store.id, fileId, attributes, tx);
  }
  const now = nowSeconds();
  store.filesInProgress += unfinished.length;
  store.lastActiveAt = now;
  store.expiresAt = now + store.expiresAfterDays * secondsPerDay;
  await store.save({ transaction: tx });
  const jobs = rows
    .filter(({ status }) => status === 'in_progress')
    .map(({ attachmentId }) => ({
      payload: { attachmentId },
      uniqueKey: jobKey(attachmentId),
      // The queue serves the projects in turn.
      lane: store.projectId,
    }));
  await services.queue.addAll<Ingestion>(ingestFile, jobs, tx);
  if (batchId !== null && finished.size > 0) await countInBatch(batchId, 'completed', finished.size, tx, services);
}

/** Returns the files that the store already has, completed and with the same chunk sizes, by file id. */
async function alreadyCompleted(
  store: VectorStore,
  members: NewMember[],
  tx: Transaction,
): Promise<Map<string, VectorStoreFileRow>> {
  const rows = await VectorStoreFile.findAll({
    where: { currentIn: store.id, status: 'completed', id: { [Op.in]: members.map(({ fileId }) => fileId) } },
    raw: true,
    transaction: tx,
  });
  const byFile = new Map(rows.map((row) => [row.id, row]));
  const alike = members.flatMap(({ fileId, maxChunkSizeTokens, chunkOverlapTokens }) => {
    const row = byFile.get(fileId);
    const isAlike = row?.maxChunkSizeTokens === maxChunkSizeTokens && row.chunkOverlapTokens === chunkOverlapTokens;
    return isAlike ? [row] : [];
  });
  return new Map(alike.map((row) => [row.id, row]));
}

/**
 * Locks an attachment and its store until the end of the transaction. Returns undefined if the attachment is no longer
 * in progress: it was cancelled, replaced or removed, so its result must be discarded.
 */
export async function lockMember(
  attachmentId: string,
  tx: Transaction,
): Promise<{ store: HeldStore; member: HeldMember } | undefined> {
  const storeId = await VectorStoreFile.storeOf(attachmentId, tx);
  if (storeId === undefined) return undefined;
  const store = await VectorStore.hold(storeId, tx);
  // Reads the attachment after the store is locked, because its state may change while this waits for the lock.
  const member = await VectorStoreFile.lockInProgress(attachmentId, tx);
  return store === undefined || member === undefined ? undefined : { store, member };
}

/**
 * Sets the final status of a member, and finishes its batch if it was the last. The caller holds the locks on the store
 * and the member.
 */
export async function settle(
  store: HeldStore,
  member: HeldMember,
  outcome: Outcome,
  tx: Transaction,
  services: BatchServices,
): Promise<void> {
  const { status } = outcome;
  const error = status === 'failed' ? { code: outcome.code, message: outcome.message.slice(0, 2000) } : null;
  const { bytes, dimensions } = status === 'completed' ? outcome : { bytes: 0, dimensions: undefined };
  await VectorStoreFile.end(member, { status, bytes, error, readerVersion, chunkerVersion }, tx);
  await VectorStore.countEnded(store, counters[status], { bytes, dimensions }, tx);
  if (member.batchId !== null) await countInBatch(member.batchId, status, 1, tx, services);
}

/** Cancels the matching members that are in progress. The caller holds the lock on the store's row. */
export async function cancelMembers(
  store: VectorStore,
  where: WhereOptions<VectorStoreFileRow>,
  tx: Transaction,
  services: MembershipServices,
): Promise<void> {
  const members = await VectorStoreFile.findAll({
    where: { [Op.and]: [{ vectorStoreId: store.id, status: 'in_progress' }, where] },
    attributes: ['attachmentId', 'batchId'],
    raw: true,
    transaction: tx,
  });
  if (members.length === 0) return;
  const attachmentIds = members.map(({ attachmentId }) => attachmentId);
  for (let from = 0; from < attachmentIds.length; from += membersPerStatement) {
    const attachmentId = attachmentIds.slice(from, from + membersPerStatement);
    await VectorStoreFile.update({ status: 'cancelled' }, { where: { attachmentId }, transaction: tx });
  }
  await services.queue.removeAll(attachmentIds.map(jobKey), tx);
  move(store, 'cancelled', members.length);
  await store.save({ transaction: tx });
  for (const [batchId, ofBatch] of Map.groupBy(members, ({ batchId }) => batchId)) {
    if (batchId !== null) await countInBatch(batchId, 'cancelled', ofBatch.length, tx, services);
  }
}

/** Removes files from a store whose row is locked. Their batches keep their counts. */
export async function removeMembers(
  store: VectorStore,
  fileIds: string[],
  tx: Transaction,
  services: MembershipServices,
): Promise<void> {
  await withdraw(store, { currentIn: store.id, id: { [Op.in]: fileIds } }, tx, services);
  await VectorStoreFile.destroy({ where: { vectorStoreId: store.id, id: fileIds }, transaction: tx });
}

/** Removes a file from all stores that have or had it. */
export async function removeFileEverywhere(
  fileId: string,
  tx: Transaction,
  services: MembershipServices,
): Promise<void> {
  const members = await VectorStoreFile.findAll({
    where: { id: fileId },
    attributes: ['vectorStoreId'],
    raw: true,
    transaction: tx,
  });
  const storeIds = [...new Set(members.map(({ vectorStoreId }) => vectorStoreId))].sort();
  for (const id of storeIds) {
    const store = await VectorStore.findOne({ where: { id }, lock: true, transaction: tx });
    if (store !== null) await removeMembers(store, [fileId], tx, services);
  }
}

/** Removes all files from a store whose row is locked, cancels those in progress, and deletes the collection. */
export async function emptyStore(store: VectorStore, tx: Transaction, services: MembershipServices): Promise<void> {
  await cancelMembers(store, {}, tx, services);
  await services.collections.dropStore(store.id, tx);
  await deleteInSteps(VectorStoreFile, { vectorStoreId: store.id }, tx);
  await ProjectStorage.release(store.projectId, 'vector_store_bytes', store.bytes, tx);
  Object.assign(store, { filesInProgress: 0, filesCompleted: 0, filesFailed: 0, filesCancelled: 0, bytes: 0 });
  await store.save({ transaction: tx });
}

/** Removes members from the store's collection and counts. The caller deletes their rows. */
async function withdraw(
  store: VectorStore,
  where: WhereOptions<VectorStoreFileRow>,
  tx: Transaction,
  services: MembershipServices,
): Promise<void> {
  await cancelMembers(store, where, tx, services);
  const members = await VectorStoreFile.findAll({
    where,
    attributes: ['id', 'status', 'bytes'],
    raw: true,
    transaction: tx,
  });
  let bytes = 0;
  for (const member of members) {
    if (member.status === 'completed') await services.collections.removeFile(store.id, member.id, tx);
    store[counters[member.status]] -= 1;
    bytes += member.bytes;
  }
  store.bytes -= bytes;
  await store.save({ transaction: tx });
  await ProjectStorage.release(store.projectId, 'vector_store_bytes', bytes, tx);
}

/** Counts finished members of a batch, and finishes the batch with its last member. */
async function countInBatch(
  id: string,
  to: Outcome['status'],
  members: number,
  tx: Transaction,
  services: BatchServices,
): Promise<void> {
  if (!(await FileBatch.countEnded(id, counters[to], members, tx))) return;
  const batch = await FileBatch.findOne({ where: { id }, lock: true, transaction: tx, rejectOnEmpty: true });
  batch.status = finalStatus(batch);
  batch.finishedAt = nowSeconds();
  await batch.save({ transaction: tx });
  await onBatchFinished(batch, tx, services);
}

/**
 * Returns the final status by the three rules of the API: completed if any file is completed, else cancelled if any is
 * cancelled, else failed.
 */
function finalStatus(batch: FileBatchRow): 'completed' | 'cancelled' | 'failed' {
  if (batch.filesCompleted > 0) return 'completed';
  return batch.filesCancelled > 0 ? 'cancelled' : 'failed';
}

function move(counted: VectorStore, to: Outcome['status'], members: number): void {
  counted.filesInProgress -= members;
  counted[counters[to]] += members;
}

function jobKey(attachmentId: string): string {
  return `ingest ${attachmentId}`;
}

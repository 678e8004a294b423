// Rereads: the kept originals of a store's files are read again, one by one, as jobs behind uploads. A file keeps its
// chunks until the new ones are published, and when its reread fails. Nothing is read again by itself.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { ProjectStorage } from '../../../models/project-storage.ts';
import { VectorStore, type VectorStoreRow } from '../../../models/vector-store.ts';
import { VectorStoreFile, type VectorStoreFileRow } from '../../../models/vector-store-file.ts';
import { auditChange } from '../../audit/index.ts';
import { checkNotExpired, lockStore, type MembershipServices } from './membership.ts';
import { chunkerVersion, readerVersion } from './versions.ts';

type Counts = Omit<components['schemas']['VectorStoreReread'], 'object' | 'vector_store_id'>;

/** The job kind that reads one attachment again. */
export const rereadFile = { name: 'reread-file' };

export interface Reread {
  attachmentId: string;
  /** Keep the chunks if the text comes out the same. */
  onlyChanged: boolean;
}

/** The stored chunks are those that this version makes, or were made of the same text. */
export type Same = 'chunks' | 'text';

/**
 * Queues the completed files of a store to be read again; those whose reread is queued already stay queued as they are.
 * Throws `not_found`, `vector_store_expired` or `unavailable`.
 */
export async function rereadStore(
  found: VectorStoreRow,
  onlyChanged: boolean,
  services: MembershipServices,
): Promise<Counts> {
  await services.collections.check(found.id);
  return transaction(async (tx) => {
    const store = await lockStore(found, tx);
    checkNotExpired(store);
    const attachmentIds = await VectorStoreFile.beginReread(store.id, tx);
    const jobs = attachmentIds.map((attachmentId) => ({
      payload: { attachmentId, onlyChanged },
      uniqueKey: `reread ${attachmentId}`,
      lane: store.projectId,
    }));
    await services.queue.addAll<Reread>(rereadFile, jobs, tx);
    await auditChange(store.id, tx, { changed: onlyChanged, files: attachmentIds.length });
    return rereadState(store.id, tx);
  });
}

/** Counts the files of a store, or of all stores, that older versions read, and those whose reread runs or failed. */
export function rereadState(storeId?: string, tx?: Transaction): Promise<Counts> {
  return VectorStoreFile.countRereads(storeId, { readerVersion, chunkerVersion }, tx);
}

/**
 * Ends the reread of an attachment within a transaction that locks its store.
 * @param outcome `publish` makes the new chunks searchable and returns their bytes; with `same`, the old ones stay.
 */
export async function settleReread(
  attachmentId: string,
  outcome: { publish: (member: VectorStoreFileRow) => Promise<number> } | { same: Same } | { error: string },
  tx: Transaction,
): Promise<boolean> {
  const storeId = await VectorStoreFile.storeOf(attachmentId, tx);
  const store = storeId === undefined ? undefined : await VectorStore.hold(storeId, tx);
  const where = { attachmentId, status: 'completed' as const, rereadStatus: 'in_progress' as const };
  const member = await VectorStoreFile.findOne({ where, transaction: tx });
  if (store === undefined || member === null || member.currentIn === null) return false;
  const versions = { readerVersion, chunkerVersion, rereadStatus: null, rereadError: null };
  if ('same' in outcome) {
    const kept = outcome.same === 'text' ? { chunkerVersion: member.chunkerVersion } : {};
    await member.update({ ...versions, ...kept }, { transaction: tx });
  } else if ('error' in outcome)
    await member.update({ rereadStatus: 'failed', rereadError: outcome.error.slice(0, 2000) }, { transaction: tx });
  else {
    const before = member.bytes;
    const bytes = await outcome.publish(member);
    await member.update({ ...versions, bytes }, { transaction: tx });
    await VectorStore.increment({ bytes: bytes - before }, { where: { id: store.id }, transaction: tx });
    // The new chunks were charged when they were staged.
    await ProjectStorage.release(store.projectId, 'vector_store_bytes', before, tx);
  }
  return true;
}

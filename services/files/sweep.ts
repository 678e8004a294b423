// Periodic clean-up: deletes expired files, ends expired uploads, and removes objects without a row.

import { Op } from 'sequelize';
import { ArrivingFile } from '../../models/arriving-file.ts';
import { objectsHeldMs } from '../../models/backup-lease.ts';
import { nowMs, nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isId } from '../../models/ids.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { Upload, UploadPart } from '../../models/upload.ts';
import { registerPeriodic } from '../platform/index.ts';
import { deleteFile, type FileDeletion } from './files.ts';
import { registerRemoval } from './removal.ts';
import { releaseReservation } from './reservation.ts';
import type { Storage } from './storage.ts';
import { endUpload, registerPartRemoval } from './uploads.ts';

const expiryIntervalMs = 5000;
const orphanIntervalMs = 3_600_000;
/**
 * The age in milliseconds from which an object without a row is removed: longer than any request takes from its first
 * byte to its commit.
 */
const orphanAgeMs = 3_600_000;
const rowsPerRun = 500;

export function registerFileJobs(services: FileDeletion, storage: Storage): void {
  const { queue } = services;
  registerRemoval(queue, storage);
  registerPartRemoval(queue);
  registerPeriodic(queue, {
    name: 'expire-files',
    repeatMs: expiryIntervalMs,
    hasWork: async () =>
      (await expiredFiles(1)).length > 0 || (await expiredUploads(1)).length > 0 || (await staleArrivals(1)).length > 0,
    run: (_payload, { signal }) => expire(services, signal),
  });
  registerPeriodic(queue, {
    name: 'sweep-objects',
    repeatMs: orphanIntervalMs,
    run: async (_payload, { signal }) => {
      if ((await objectsHeldMs()) > 0) return;
      await sweepObjects(storage, nowMs() - orphanAgeMs, signal);
    },
  });
}

/** Deletes expired files and ends expired uploads. */
async function expire(services: FileDeletion, signal: AbortSignal): Promise<void> {
  for (const { id, projectId } of await expiredFiles(rowsPerRun)) {
    if (signal.aborted) return;
    await deleteFile({ id: projectId }, id, services).catch(ignoreMissing);
  }
  for (const { id, projectId } of await expiredUploads(rowsPerRun)) {
    if (signal.aborted) return;
    await endUpload({ id: projectId }, id, 'expired', services.queue).catch(ignoreMissing);
  }
  for (const { id, projectId } of await staleArrivals(rowsPerRun)) {
    if (signal.aborted) return;
    await transaction((tx) => releaseReservation(id, projectId, tx));
  }
}

/** Returns reservations of uploads in progress whose server died. */
function staleArrivals(limit: number): Promise<Pick<ArrivingFile, 'id' | 'projectId'>[]> {
  return ArrivingFile.before(nowSeconds() - orphanAgeMs / 1000, limit);
}

function expiredFiles(limit: number): Promise<Pick<StoredFile, 'id' | 'projectId'>[]> {
  const where = { expiresAt: { [Op.lte]: nowSeconds() } };
  return StoredFile.findAll({ where, attributes: ['id', 'projectId'], limit, raw: true });
}

function expiredUploads(limit: number): Promise<Pick<Upload, 'id' | 'projectId'>[]> {
  const where = { status: 'pending', expiresAt: { [Op.lte]: nowSeconds() } } as const;
  return Upload.findAll({ where, attributes: ['id', 'projectId'], limit, raw: true });
}

/**
 * Removes objects without a row that were written before `beforeMs`, such as those of a deleted project. Returns their
 * number.
 */
export async function sweepObjects(storage: Storage, beforeMs: number, signal?: AbortSignal): Promise<number> {
  let removed = 0;
  let batch: string[] = [];
  const flush = async (): Promise<void> => {
    const kept = await keysWithRows(batch);
    for (const key of batch.filter((candidate) => !kept.has(candidate))) {
      await storage.remove(key);
      removed += 1;
    }
    batch = [];
  };
  for await (const { key, writtenAtMs } of storage.objects()) {
    if (signal?.aborted === true) return removed;
    // The bucket may contain objects of other programs.
    if (writtenAtMs >= beforeMs || !isId('object', key)) continue;
    batch.push(key);
    if (batch.length === rowsPerRun) await flush();
  }
  await flush();
  // Last: some object stores cannot list their unfinished uploads.
  await storage.removeUnfinished(beforeMs);
  return removed;
}

async function keysWithRows(keys: string[]): Promise<Set<string>> {
  const where = { storageKey: keys };
  const [files, parts] = await Promise.all([
    StoredFile.findAll({ where, attributes: ['storageKey'], raw: true }),
    UploadPart.findAll({ where, attributes: ['storageKey'], raw: true }),
  ]);
  return new Set([...files, ...parts].map(({ storageKey }) => storageKey));
}

/** Ignores that another request or server has deleted the file or ended the upload first. */
function ignoreMissing(error: unknown): void {
  if ((error as { code?: string }).code !== 'not_found' && (error as { code?: string }).code !== 'upload_not_pending')
    throw error;
}

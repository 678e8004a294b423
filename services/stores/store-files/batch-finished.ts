import type { Transaction } from 'sequelize';
import { FileBatch, type FileBatchRow } from '../../../models/file-batch.ts';
import { type EventServices, emitFileBatchEvent } from '../../webhooks/index.ts';

/** What telling of the end of a batch needs of the running server. */
export type BatchServices = EventServices;

/**
 * Runs once for every batch, in the transaction that finishes it: what is written here exists if and only if the batch
 * has finished. The batch has its final status and counts.
 */
export async function onBatchFinished(
  batch: FileBatchRow,
  inside: Transaction,
  services: BatchServices,
): Promise<void> {
  const { status, ...resource } = FileBatch.toResource(batch);
  if (status === 'in_progress') throw new Error(`The batch ${batch.id} has not finished`);
  await emitFileBatchEvent({ ...resource, status }, inside, services);
}

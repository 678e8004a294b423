import type { Transaction } from 'sequelize';
import { FileBatch, type FileBatchRow } from '../../../models/file-batch.ts';
import { type EventServices, emitFileBatchEvent } from '../../webhooks/index.ts';

/** The services that publishing the end of a batch needs. */
export type BatchServices = EventServices;

/**
 * Publishes the event that a batch has finished. Runs exactly once for each batch, in the transaction that finishes it,
 * so the event exists if and only if the batch has finished. `batch` has its final status and counts.
 */
export async function onBatchFinished(batch: FileBatchRow, tx: Transaction, services: BatchServices): Promise<void> {
  const { status, ...resource } = FileBatch.toResource(batch);
  if (status === 'in_progress') throw new Error(`The batch ${batch.id} has not finished`);
  await emitFileBatchEvent({ ...resource, status }, tx, services);
}

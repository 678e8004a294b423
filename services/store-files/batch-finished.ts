import type { Transaction } from 'sequelize';
import type { FileBatchRow } from '../../models/file-batch.ts';

/**
 * Runs once for every batch, in the transaction that finishes it: what is written here exists if and only if the batch
 * has finished. The batch has its final status and counts.
 */
export async function onBatchFinished(_batch: FileBatchRow, _inside: Transaction): Promise<void> {
  // Nobody is told of it yet.
}

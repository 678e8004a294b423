// Deletes many rows in batches. One statement for all of them would lock them, and on the embedded database every other
// writer, for as long as it takes. On MySQL it would fail when it takes longer than SVC_DATABASE_TIMEOUT_SECONDS.

import { setTimeout as wait } from 'node:timers/promises';
import type { Attributes, Model, ModelStatic, Transaction, WhereOptions } from 'sequelize';

const batchRows = 500;
/** The rows of a statement in a transaction, whose locks end with the last statement. */
const stepRows = 10_000;

/** Deletes the rows that match, 500 with each statement. An abort ends it after a statement. */
export async function deleteInBatches<Row extends Model>(
  model: ModelStatic<Row>,
  where: WhereOptions<Attributes<Row>>,
  signal?: AbortSignal,
): Promise<void> {
  await inBatches(() => model.destroy({ where, limit: batchRows }), batchRows, signal);
}

/**
 * Calls `work` until it has removed less than a whole batch, or the signal aborts. Waits after each batch for as long as
 * it took, so that others have half of the time.
 */
export async function inBatches(work: () => Promise<number>, batch: number, signal?: AbortSignal): Promise<void> {
  while (signal?.aborted !== true) {
    const began = performance.now();
    if ((await work()) < batch) return;
    await wait(performance.now() - began);
  }
}

/** Deletes the rows that match, all or none, 10,000 with each statement. */
export async function deleteInSteps<Row extends Model>(
  model: ModelStatic<Row>,
  where: WhereOptions<Attributes<Row>>,
  tx: Transaction,
): Promise<void> {
  while ((await model.destroy({ where, limit: stepRows, transaction: tx })) === stepRows);
}

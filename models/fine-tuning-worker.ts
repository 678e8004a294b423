import type { components } from '../generated/openapi.ts';
import { integer, primaryKey, type RowOf, table, text } from './table.ts';

export type FineTuningWorkerRow = RowOf<FineTuningWorker>;

/** A worker that has sent nothing for this many seconds counts as offline. */
const offlineAfterSeconds = 60;

/** A machine that registered itself to fine-tune models. */
export class FineTuningWorker extends table('fine_tuning_workers', {
  id: primaryKey(text()),
  name: text(),
  /** JSON text. */
  models: text(),
  lastSeenAt: integer(),
  createdAt: integer(),
}) {
  /** @param now Unix seconds, to decide whether the worker is offline. */
  static toResource(row: FineTuningWorkerRow, now: number): components['schemas']['FineTuningWorker'] {
    return {
      id: row.id,
      object: 'fine_tuning.worker',
      name: row.name,
      status: now - row.lastSeenAt < offlineAfterSeconds ? 'online' : 'offline',
      models: JSON.parse(row.models),
      created_at: row.createdAt,
      last_seen_at: row.lastSeenAt,
    };
  }
}

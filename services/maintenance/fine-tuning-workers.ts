// Fine-tuning workers, which register themselves with heartbeats.

import { nowSeconds } from '../../models/clock.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { FineTuningWorker, type FineTuningWorkerRow } from '../../models/fine-tuning-worker.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { type PageOf, page, readOne } from '../../models/page.ts';

export function listFineTuningWorkers(query: {
  after?: string | undefined;
  limit: number;
}): Promise<PageOf<FineTuningWorkerRow>> {
  return page(FineTuningWorker, {}, { ...query, order: 'desc' });
}

/** Records a heartbeat. The first heartbeat of a name registers the worker. */
export async function announceFineTuningWorker(name: string, models: string[]): Promise<FineTuningWorkerRow> {
  const seen = { models: JSON.stringify(models), lastSeenAt: nowSeconds() };
  const id = newId('worker');
  try {
    return await FineTuningWorker.create({ id, name, ...seen, createdAt: createdAt(id) });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
  }
  await FineTuningWorker.update(seen, { where: { name } });
  const worker = await readOne(FineTuningWorker, { name });
  if (worker === undefined) throw new Error(`The worker '${name}' was deleted during its heartbeat`);
  return worker;
}

import { nowSeconds } from '../models/clock.ts';
import { FineTuningWorker } from '../models/fine-tuning-worker.ts';
import * as workers from '../services/maintenance/index.ts';
import type { Handler } from './handler.ts';

export const listFineTuningWorkers: Handler<'listFineTuningWorkers'> = async ({ query }) => {
  const now = nowSeconds();
  const { rows, hasMore } = await workers.listFineTuningWorkers(query);
  const data = rows.map((row) => FineTuningWorker.toResource(row, now));
  return { status: 200, body: { object: 'list', data, has_more: hasMore } };
};

export const announceFineTuningWorker: Handler<'announceFineTuningWorker'> = async ({ body }) => {
  const worker = await workers.announceFineTuningWorker(body.name, body.models);
  return { status: 200, body: FineTuningWorker.toResource(worker, nowSeconds()) };
};

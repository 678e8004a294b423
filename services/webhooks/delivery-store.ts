// Writes the state of deliveries in batches, and keeps these guarantees:
// - An attempt's row is committed before the request is sent, so a receiver never sees an id that is not stored.
// - Only the worker that holds the job's lease changes a delivery, in the transaction that removes or returns the job.
//   A delivery that has ended does not change.
// - URL, secret and signing are read again for each attempt.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { newId } from '../../models/ids.ts';
import { type HeldJob, Job, type Move } from '../../models/job.ts';
import { WebhookAttempt, type WebhookAttemptRow } from '../../models/webhook-attempt.ts';
import {
  type DeliveryChange,
  type OpenDelivery,
  WebhookDelivery,
  type WebhookError,
} from '../../models/webhook-delivery.ts';
import { Microbatcher } from '../platform/index.ts';
import { holdDelayMs, type OnDisabled, recordHealth } from './health.ts';
import * as kinds from './job-kinds.ts';

/** A delivery whose job this worker holds. */
export interface HeldDelivery {
  deliveryId: string;
  job: HeldJob;
  /** The number of times that the job was claimed since it was last settled. More than 1 means that workers died. */
  claims: number;
}

/** The next step of a delivery. */
export type Step =
  | { kind: 'send'; delivery: OpenDelivery; url: string; attempt: WebhookAttemptRow }
  | { kind: 'end'; delivery: OpenDelivery; status: 'cancelled' | 'disabled'; error: WebhookError }
  | { kind: 'wait'; delivery: OpenDelivery; delayMs: number }
  /** The delivery has ended, or was deleted with its project. */
  | { kind: 'over' }
  /** Another worker holds the job now. */
  | { kind: 'lost' };

/** The result of a step. */
export interface Settlement {
  job: HeldJob;
  delivery: OpenDelivery;
  /** The finished attempt, if one was made. */
  attempt?: WebhookAttemptRow;
  change: DeliveryChange;
  /** `keep`: the same worker retries soon. */
  next: 'finish' | 'keep' | Omit<Move, 'id'>;
}

interface JobMove {
  job: HeldJob;
  to: Omit<Move, 'id'>;
}

export class DeliveryStore {
  readonly #onDisabled: OnDisabled;
  readonly #beginnings = new Microbatcher((items: HeldDelivery[]) => transaction((tx) => beginAll(items, tx)));
  readonly #settlements = new Microbatcher((items: Settlement[]) =>
    transaction((tx) => settleAll(items, this.#onDisabled, tx)),
  );

  readonly #moves = new Microbatcher((items: JobMove[]) => transaction((tx) => moveAll(items, tx)));

  constructor(onDisabled: OnDisabled) {
    this.#onDisabled = onDisabled;
  }

  /** Decides the next step of a delivery. For the step `send`, the attempt is committed when this resolves. */
  begin(held: HeldDelivery): Promise<Step> {
    return this.#beginnings.add(held);
  }

  /** Stores the result of a step. Returns false if the lease was lost and another worker decides about the delivery. */
  settle(settlement: Settlement): Promise<boolean> {
    return this.#settlements.add(settlement);
  }

  /**
   * Returns the job to the queue with another kind, and leaves the delivery unchanged. Returns false if the lease was
   * lost.
   */
  move(job: HeldJob, to: JobMove['to']): Promise<boolean> {
    return this.#moves.add({ job, to });
  }
}

async function beginAll(items: HeldDelivery[], tx: Transaction): Promise<Step[]> {
  const found = await WebhookDelivery.open(
    items.map(({ deliveryId }) => deliveryId),
    tx,
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  const steps: Step[] = [];
  for (const item of items) steps.push(await stepOf(item, byId.get(item.deliveryId), tx));
  const sends = steps.filter((step) => step.kind === 'send');
  const tried = new Set(items.filter(({ claims }) => claims > 1).map(({ deliveryId }) => deliveryId));
  const again = sends.filter(({ delivery }) => delivery.attemptCount > 0 || tried.has(delivery.id));
  const numbers = await WebhookAttempt.interrupt(
    again.map(({ delivery }) => delivery.id),
    tx,
  );
  for (const { attempt } of sends) attempt.number = (numbers.get(attempt.deliveryId) ?? 0) + 1;
  await WebhookAttempt.addAll(
    sends.map(({ attempt }) => attempt),
    tx,
  );
  return steps;
}

async function stepOf({ job }: HeldDelivery, delivery: OpenDelivery | undefined, tx: Transaction): Promise<Step> {
  if (delivery === undefined) return { kind: 'over' };
  if (delivery.lease !== job.lease) return { kind: 'lost' };
  if (delivery.status !== 'pending') return { kind: 'over' };
  const { webhookUrl: url } = delivery;
  if (url === null) return { kind: 'end', delivery, status: 'cancelled', error: 'webhook_removed' };
  if (delivery.projectStatus !== 'active')
    return { kind: 'end', delivery, status: 'cancelled', error: 'project_archived' };
  if (delivery.webhookDisabledAt !== null)
    return { kind: 'end', delivery, status: 'disabled', error: 'webhook_disabled' };
  const delayMs = await holdDelayMs(delivery, tx);
  if (delayMs !== undefined) return { kind: 'wait', delivery, delayMs };
  return { kind: 'send', delivery, url, attempt: newAttempt(delivery, url) };
}

function newAttempt(delivery: OpenDelivery, url: string): WebhookAttemptRow {
  const id = newId('webhook-attempt');
  return {
    id,
    deliveryId: delivery.id,
    number: 1,
    webhookId: delivery.webhookSigning === 'standard' ? delivery.eventId : id,
    url,
    status: 'sending',
    error: null,
    startedAt: nowSeconds(),
    durationMs: null,
    responseStatus: null,
    responseBody: null,
  };
}

async function settleAll(items: Settlement[], onDisabled: OnDisabled, tx: Transaction): Promise<boolean[]> {
  const held = await Job.lockHeld(
    items.map(({ job }) => job),
    tx,
  );
  // An attempt's result is stored even if another worker holds the job now.
  const attempts = items.flatMap(({ attempt }) => attempt ?? []);
  await WebhookAttempt.putOutcomes(attempts, tx);
  const counted = items.filter(({ job }) => held.has(job.id));
  await WebhookDelivery.change(
    counted.map(({ change }) => change),
    tx,
  );
  await Job.finishMany(
    counted.filter(({ next }) => next === 'finish').map(({ job }) => job.id),
    tx,
  );
  await Job.moveMany(
    counted.flatMap(({ job, next }) => (typeof next === 'object' ? [{ id: job.id, ...next }] : [])),
    tx,
  );
  const results = items.flatMap(({ attempt, delivery }) =>
    attempt === undefined
      ? []
      : {
          projectId: delivery.projectId,
          url: attempt.url,
          succeeded: attempt.status === 'succeeded',
          wasFailing: delivery.consecutiveFailures > 0,
        },
  );
  const heldBack = counted.filter(({ next }) => typeof next === 'object' && next.kind === kinds.held);
  await recordHealth(results, new Set(heldBack.map(({ delivery }) => delivery.projectId)), onDisabled, tx);
  return items.map(({ job }) => held.has(job.id));
}

async function moveAll(items: JobMove[], tx: Transaction): Promise<boolean[]> {
  const held = await Job.lockHeld(
    items.map(({ job }) => job),
    tx,
  );
  const moves = items.filter(({ job }) => held.has(job.id)).map(({ job, to }) => ({ id: job.id, ...to }));
  await Job.moveMany(moves, tx);
  return items.map(({ job }) => held.has(job.id));
}

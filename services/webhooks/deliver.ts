// Sends a delivery: claims it from the queue, makes the attempt, and retries. The process itself waits for short retry
// delays. For a long delay it returns the job to the database, due at the end of the delay. So if a process dies, the
// next attempt is stored.

import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import { nowMs, nowSeconds } from '../../models/clock.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { createdAtMs } from '../../models/ids.ts';
import type { WebhookAttemptRow } from '../../models/webhook-attempt.ts';
import type { OpenDelivery, WebhookError } from '../../models/webhook-delivery.ts';
import {
  currentTrace,
  type JobContext,
  LeaseLostError,
  type Metrics,
  type Outbound,
  type PostResult,
  traceHeaders,
} from '../platform/index.ts';
import type { Secrets } from '../settings/index.ts';
import type { DeliveryStore, Settlement, Step } from './delivery-store.ts';
import { isOpen } from './health.ts';
import * as kinds from './job-kinds.ts';
import type { Relay } from './relay.ts';
import type { Schedule } from './schedule.ts';
import { secretPlace } from './secret.ts';
import { signatures } from './signing.ts';

const maxKeptCharacters = 4096;
const settleTries = 10;

export interface DeliveryServices {
  store: DeliveryStore;
  outbound: Pick<Outbound, 'post'>;
  secrets: Pick<Secrets, 'open'>;
  schedule: Schedule;
  metrics: Metrics;
  /** Undefined if no broker is configured. */
  relay: Relay | undefined;
}

type Sending = Step & { kind: 'send' };

/** The attempt failed, and this process makes the next one soon. */
class TryAgainSoon extends Error {
  readonly delayMs: number;

  constructor(delayMs: number) {
    super('The next attempt is due soon');
    this.delayMs = delayMs;
  }
}

/** Makes the due attempts. Resolves when the delivery has ended or its job was returned to the queue. */
export async function deliver(deliveryId: string, context: JobContext, services: DeliveryServices): Promise<void> {
  const { signal } = context;
  await pRetry(() => attempt(deliveryId, context, services), {
    retries: services.schedule.inProcessRetries,
    minTimeout: 0,
    signal,
    shouldRetry: ({ error }) => error instanceof TryAgainSoon,
    // The delays come from a list, which p-retry's own delays cannot express.
    onFailedAttempt: async ({ error }) => {
      if (error instanceof TryAgainSoon) await wait(error.delayMs, undefined, { signal });
    },
  });
}

async function attempt(deliveryId: string, context: JobContext, services: DeliveryServices): Promise<void> {
  const step = await services.store.begin({ deliveryId, job: context.held, claims: context.attempt });
  switch (step.kind) {
    case 'lost':
      throw new LeaseLostError(`Another worker holds the job of ${deliveryId}`);
    case 'over':
      return;
    case 'end':
      return settle(
        { ...ended(step.delivery, step.status, undefined, step.error), job: context.held },
        context,
        services,
      );
    case 'wait':
      return settle(
        { ...postponed(step.delivery, undefined, step, false, services), job: context.held },
        context,
        services,
      );
    case 'send':
      return send(step, context, services);
  }
}

async function send(step: Sending, context: JobContext, services: DeliveryServices): Promise<void> {
  const { delivery } = step;
  const outcome = await tryOnce(step, services);
  services.metrics.webhookAttempt(outcome.attempt.status, outcome.attempt.durationMs ?? 0);
  const ends = (status: 'succeeded' | 'failed'): Promise<void> =>
    settle({ ...ended(delivery, status, outcome.attempt), job: context.held }, context, services);
  if (outcome.attempt.status === 'succeeded') {
    services.metrics.webhookDelivered(nowMs() - createdAtMs(delivery.id));
    // The receiver has answered, so its lane is free for the next delivery. After a failure the lane stays taken until
    // the endpoint's health is recorded.
    context.leaveLane();
    return ends('succeeded');
  }
  const next = services.schedule.next(delivery.attemptCount + 1, outcome.attempt.responseStatus, outcome.retryAfter);
  // Somebody waits for the result of a test, and it must not become a stream of requests to any host.
  const isLast = next === undefined || delivery.isTest !== 0 || outcome.attempt.error === 'gone';
  if (isLast) return ends('failed');
  const soon = next.soon && !isOpen(delivery);
  await settle({ ...postponed(delivery, outcome.attempt, next, soon, services), job: context.held }, context, services);
  if (soon) throw new TryAgainSoon(next.delayMs);
  await services.relay?.retryLater(delivery.id, next.delayMs);
}

/** Makes one attempt and returns its result. Never throws: an internal error counts as the attempt's failure. */
async function tryOnce(
  { delivery, url, attempt }: Sending,
  { outbound, secrets }: DeliveryServices,
): Promise<{ attempt: WebhookAttemptRow; retryAfter: string | undefined }> {
  const startedAt = performance.now();
  const body = Buffer.from(delivery.body, 'utf8');
  const keys = readSecrets(delivery, secrets);
  const answer: PostResult | undefined =
    keys === undefined
      ? undefined
      : await outbound.post({ url, body, headers: headersOf(delivery, attempt, keys, body), lane: delivery.projectId });
  const durationMs = Math.round(performance.now() - startedAt);
  return { attempt: { ...attempt, ...outcomeOf(answer), durationMs }, retryAfter: answer?.retryAfter };
}

function headersOf(
  delivery: OpenDelivery,
  { webhookId, number }: WebhookAttemptRow,
  keys: string[],
  body: Buffer,
): Record<string, string> {
  const timestamp = nowSeconds();
  const trace = currentTrace();
  return {
    'content-type': 'application/json',
    'user-agent': 'svc-webhooks',
    'webhook-id': webhookId,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures(delivery.webhookSigning, keys, webhookId, timestamp, body),
    // Unsigned headers, for people who read logs.
    'webhook-event-id': delivery.eventId,
    'webhook-attempt': String(number),
    ...(trace === undefined ? {} : traceHeaders(trace)),
  };
}

/**
 * Returns the secrets to sign with, the current one first. Returns undefined if they were encrypted with another key.
 */
function readSecrets(delivery: OpenDelivery, secrets: DeliveryServices['secrets']): string[] | undefined {
  const { projectId, webhookSecret, webhookOldSecret, webhookOldSecretUntil } = delivery;
  const oldCounts = webhookOldSecret !== null && (webhookOldSecretUntil ?? 0) > nowSeconds();
  try {
    return [
      ...(webhookSecret === null ? [] : [secrets.open(webhookSecret, secretPlace(projectId, 'webhook_secret'))]),
      ...(oldCounts ? [secrets.open(webhookOldSecret, secretPlace(projectId, 'webhook_old_secret'))] : []),
    ];
  } catch {
    return undefined;
  }
}

function outcomeOf(
  answer: PostResult | undefined,
): Pick<WebhookAttemptRow, 'status' | 'error' | 'responseStatus' | 'responseBody'> {
  const error = errorOf(answer);
  return {
    status: error === null ? 'succeeded' : error === 'target_not_allowed' ? 'blocked' : 'failed',
    error,
    responseStatus: answer?.status ?? null,
    responseBody: answer?.body == null ? null : readable(answer.body),
  };
}

function errorOf(answer: PostResult | undefined): WebhookError | null {
  if (answer === undefined) return 'secret_unreadable';
  const { status, error } = answer;
  if (status === null) return error ?? 'connection_failed';
  if (status < 300) return null;
  if (status === 410) return 'gone';
  return status < 400 ? 'redirect' : 'http_status';
}

/**
 * Returns a receiver's response as text, without control characters, which could affect terminals or split log lines.
 */
function readable(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  return bytes
    .toString('utf8')
    .replace(/[^\P{Cc}\t\n\r]/gu, '\uFFFD')
    .slice(0, maxKeptCharacters)
    .toWellFormed();
}

function ended(
  delivery: OpenDelivery,
  status: Exclude<OpenDelivery['status'], 'pending'>,
  attempt?: WebhookAttemptRow,
  lastError: WebhookError | null = attempt?.error ?? null,
): Omit<Settlement, 'job'> {
  return {
    delivery,
    ...(attempt === undefined ? {} : { attempt }),
    change: {
      id: delivery.id,
      status,
      attemptCount: delivery.attemptCount + (attempt === undefined ? 0 : 1),
      nextAttemptAt: null,
      endedAt: nowSeconds(),
      lastError,
      lastResponseStatus: attempt?.responseStatus,
    },
    next: 'finish',
  };
}

function postponed(
  delivery: OpenDelivery,
  attempt: WebhookAttemptRow | undefined,
  { delayMs }: { delayMs: number },
  soon: boolean,
  { relay }: DeliveryServices,
): Omit<Settlement, 'job'> {
  const later =
    attempt === undefined
      ? { kind: kinds.held, delayMs }
      : relay === undefined
        ? { kind: kinds.retry, delayMs }
        : // Waits for the broker's message, or continues `patienceMs` after it should have come.
          { kind: kinds.brokered, delayMs: delayMs + relay.patienceMs };
  return {
    delivery,
    ...(attempt === undefined ? {} : { attempt }),
    change: {
      id: delivery.id,
      status: 'pending',
      attemptCount: delivery.attemptCount + (attempt === undefined ? 0 : 1),
      nextAttemptAt: nowSeconds() + Math.round(delayMs / 1000),
      endedAt: null,
      lastError: attempt?.error ?? delivery.lastError,
      lastResponseStatus: attempt?.responseStatus,
    },
    next: soon ? 'keep' : later,
  };
}

/**
 * Stores the result, with retries: the receiver already has the event, and an unavailable database must not cause a
 * second attempt.
 */
async function settle(settlement: Settlement, context: JobContext, { store }: DeliveryServices): Promise<void> {
  const counts = await pRetry(() => store.settle(settlement), {
    retries: settleTries,
    minTimeout: 200,
    maxTimeout: 3000,
    shouldRetry: ({ error }) => isDatabaseAway(error),
  });
  if (!counts) throw new LeaseLostError(`Another worker holds the job of ${settlement.delivery.id}`);
  if (settlement.next !== 'keep') context.settled();
}

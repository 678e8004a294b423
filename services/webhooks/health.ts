// The circuit breaker of webhook endpoints. After `openAfterFailures` consecutive failures, only single probe attempts
// go to the endpoint, at growing intervals. All other deliveries are held until an attempt succeeds, and then continue
// at once. Five days without a success disable the webhook.
//
// Times are those of the database, so that a server with a wrong clock cannot disable a webhook.

import { Op, type Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import type { OpenDelivery } from '../../models/webhook-delivery.ts';
import { WebhookEndpoint, type WebhookEndpointRow } from '../../models/webhook-endpoint.ts';
import * as kinds from './job-kinds.ts';

const openAfterFailures = 5;
const shortestProbeWaitMs = 1000;
const longestProbeWaitMs = 600_000;
const probeLeaseMs = 30_000;
const disableAfterMs = 5 * 86_400_000;
const heldMs = 60_000;

/** The result of an attempt, for the health of its endpoint. */
export interface AttemptResult {
  projectId: string;
  /** The URL that the attempt was sent to. */
  url: string;
  succeeded: boolean;
  /** True if the endpoint was failing when the attempt began. */
  wasFailing: boolean;
}

/** Called in the transaction that disables a project's webhook. */
export type OnDisabled = (projectId: string, tx: Transaction) => Promise<void>;

export function isOpen({ consecutiveFailures }: Pick<OpenDelivery, 'consecutiveFailures'>): boolean {
  return consecutiveFailures >= openAfterFailures;
}

/** Returns how many milliseconds to hold the delivery, or undefined if the attempt may be made. */
export async function holdDelayMs(delivery: OpenDelivery, tx: Transaction): Promise<number | undefined> {
  // A resend or a test is attempted at once, because a person waits for it.
  if (!isOpen(delivery) || (delivery.origin !== 'event' && delivery.attemptCount === 0)) return undefined;
  if (await WebhookEndpoint.beginProbe(delivery.projectId, probeLeaseMs, tx)) return undefined;
  // Deliveries with earlier attempts act as probes. New ones wait longer, so that they do not query the database often.
  if (delivery.attemptCount === 0) return heldMs * (1 + Math.random());
  const underWayMs = delivery.probeUntil > delivery.now ? 5000 : 0;
  return Math.max(delivery.nextProbeAt - delivery.now, underWayMs) + Math.random() * 1000;
}

/**
 * Records the results of attempts for their endpoints.
 * @param heldBack projects whose deliveries were just held. If their endpoint has recovered meanwhile, these deliveries
 * continue: the transaction that recorded the recovery could not see them. The lock on the endpoint's row makes sure
 * that one of the two transactions sees the other.
 */
export async function recordHealth(
  all: AttemptResult[],
  heldBack: ReadonlySet<string>,
  onDisabled: OnDisabled,
  tx: Transaction,
): Promise<void> {
  const results = await withoutOldUrls(all, tx);
  // Successes first, so that of concurrent results the failures count.
  const recovered = new Set(
    results.filter((result) => result.succeeded && result.wasFailing).map((result) => result.projectId),
  );
  const failures = Map.groupBy(
    results.filter(({ succeeded }) => !succeeded),
    ({ projectId }) => projectId,
  );
  if (failures.size + recovered.size + heldBack.size === 0) return;
  const concerned = new Set([...recovered, ...failures.keys(), ...heldBack]);
  const { endpoints, now } = await WebhookEndpoint.lock([...concerned], tx);
  const isClosed = (projectId: string): boolean => !isOpen(endpoints.get(projectId) ?? { consecutiveFailures: 0 });
  for (const projectId of concerned) {
    const recovers = recovered.has(projectId) && !isClosed(projectId);
    if (recovers || (heldBack.has(projectId) && isClosed(projectId)))
      await Job.makeLaneDue([kinds.held], projectId, tx);
  }
  for (const projectId of recovered) endpoints.delete(projectId);
  const well = [...recovered].filter((projectId) => !failures.has(projectId));
  if (well.length > 0) await WebhookEndpoint.recovered(well, tx);
  const rows = [...failures].map(([projectId, { length }]) => failed(projectId, length, endpoints.get(projectId), now));
  if (rows.length > 0) await WebhookEndpoint.put(rows, tx);
  for (const row of rows) {
    if (isOpen(row) && now - row.firstFailureAt >= disableAfterMs) await disableWebhook(row.projectId, onDisabled, tx);
  }
}

/** Drops the results for URLs that the project has changed meanwhile. */
async function withoutOldUrls(results: AttemptResult[], tx: Transaction): Promise<AttemptResult[]> {
  const concerned = results.filter(({ succeeded, wasFailing }) => !succeeded || wasFailing);
  if (concerned.length === 0) return [];
  const rows = await Project.findAll({
    attributes: ['id', 'webhookUrl'],
    where: { id: [...new Set(concerned.map(({ projectId }) => projectId))] },
    raw: true,
    transaction: tx,
  });
  const addresses = new Map(rows.map(({ id, webhookUrl }) => [id, webhookUrl]));
  return concerned.filter(({ projectId, url }) => addresses.get(projectId) === url);
}

/**
 * Resets the health of the project's endpoint after a change of its URL. Held and waiting deliveries go to the new URL
 * at once.
 */
export async function resetHealth(projectId: string, tx: Transaction): Promise<void> {
  await WebhookEndpoint.destroy({ where: { projectId }, transaction: tx });
  await Job.makeLaneDue(kinds.all, projectId, tx);
}

function failed(
  projectId: string,
  times: number,
  before: WebhookEndpointRow | undefined,
  now: number,
): WebhookEndpointRow {
  const earlier = before?.consecutiveFailures ?? 0;
  const firstFailureAt = earlier === 0 ? now : (before?.firstFailureAt ?? now);
  // The delay depends on how long the endpoint has been failing, not on the number of failures, because many concurrent
  // failures tell no more than one.
  const waitMs = Math.min(Math.max((now - firstFailureAt) / 2, shortestProbeWaitMs), longestProbeWaitMs);
  return {
    projectId,
    consecutiveFailures: earlier + times,
    firstFailureAt,
    nextProbeAt: Math.round(now + waitMs),
    probeUntil: 0,
  };
}

/** Disables the project's webhook until an update of the project sets its URL. */
export async function disableWebhook(projectId: string, onDisabled: OnDisabled, tx: Transaction): Promise<void> {
  const [changed] = await Project.update(
    { webhookDisabledAt: nowSeconds() },
    // The owner may have removed the webhook meanwhile.
    { where: { id: projectId, webhookDisabledAt: null, webhookUrl: { [Op.ne]: null } }, transaction: tx },
  );
  if (changed === 0) return;
  // Makes waiting deliveries due, so that they end.
  await Job.makeLaneDue(kinds.all, projectId, tx);
  await onDisabled(projectId, tx);
}

// How endpoints do. After `openAfterFailures` in a row only one attempt at a time goes to an endpoint, to find out, at
// growing intervals; all other deliveries are held back until one succeeds, and then go on at once. Five days without a
// success switch the webhook off.
//
// Times are the database's: a server whose clock jumps must not switch a webhook off.

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

/** An attempt that has ended, as far as its endpoint is concerned. */
export interface Sign {
  projectId: string;
  /** Where the attempt went. */
  url: string;
  succeeded: boolean;
  /** The endpoint was failing when the attempt began. */
  wasFailing: boolean;
}

/** Told in the transaction that switches a project's webhook off. */
export type OnDisabled = (projectId: string, inside: Transaction) => Promise<void>;

export function isOpen({ consecutiveFailures }: Pick<OpenDelivery, 'consecutiveFailures'>): boolean {
  return consecutiveFailures >= openAfterFailures;
}

/** Undefined: the attempt may be made. Else how long the delivery is to be held back, in milliseconds. */
export async function holdBackMs(delivery: OpenDelivery, inside: Transaction): Promise<number | undefined> {
  // What a person has just asked for is tried at once.
  if (!isOpen(delivery) || (delivery.origin !== 'event' && delivery.attemptCount === 0)) return undefined;
  if (await WebhookEndpoint.beginProbe(delivery.projectId, probeLeaseMs, inside)) return undefined;
  // Those that were tried before do the finding out; the crowd of the others need not look often.
  if (delivery.attemptCount === 0) return heldMs * (1 + Math.random());
  const underWayMs = delivery.probeUntil > delivery.now ? 5000 : 0;
  return Math.max(delivery.nextProbeAt - delivery.now, underWayMs) + Math.random() * 1000;
}

/**
 * Writes what the attempts say about their endpoints.
 * @param heldBack projects of which deliveries have just been held back. Where the endpoint has recovered since that was
 * decided, they go on: who noted the recovery could not see them. The lock lets one of the two see the other.
 */
export async function noteHealth(
  all: Sign[],
  heldBack: ReadonlySet<string>,
  onDisabled: OnDisabled,
  inside: Transaction,
): Promise<void> {
  const signs = await withoutOldAddresses(all, inside);
  // Successes first: of what ended together, the failures are the news.
  const recovered = new Set(signs.filter((sign) => sign.succeeded && sign.wasFailing).map((sign) => sign.projectId));
  const failures = Map.groupBy(
    signs.filter(({ succeeded }) => !succeeded),
    ({ projectId }) => projectId,
  );
  if (failures.size + recovered.size + heldBack.size === 0) return;
  const concerned = new Set([...recovered, ...failures.keys(), ...heldBack]);
  const { endpoints, now } = await WebhookEndpoint.lock([...concerned], inside);
  const isClosed = (projectId: string): boolean => !isOpen(endpoints.get(projectId) ?? { consecutiveFailures: 0 });
  for (const projectId of concerned) {
    const recovers = recovered.has(projectId) && !isClosed(projectId);
    if (recovers || (heldBack.has(projectId) && isClosed(projectId)))
      await Job.hurryLane([kinds.held], projectId, inside);
  }
  for (const projectId of recovered) endpoints.delete(projectId);
  const well = [...recovered].filter((projectId) => !failures.has(projectId));
  if (well.length > 0) await WebhookEndpoint.recovered(well, inside);
  const rows = [...failures].map(([projectId, { length }]) => failed(projectId, length, endpoints.get(projectId), now));
  if (rows.length > 0) await WebhookEndpoint.put(rows, inside);
  for (const row of rows) {
    if (isOpen(row) && now - row.firstFailureAt >= disableAfterMs) await switchOff(row.projectId, onDisabled, inside);
  }
}

/** The signs but for those of an address that the project has changed meanwhile. */
async function withoutOldAddresses(signs: Sign[], inside: Transaction): Promise<Sign[]> {
  const concerned = signs.filter(({ succeeded, wasFailing }) => !succeeded || wasFailing);
  if (concerned.length === 0) return [];
  const rows = await Project.findAll({
    attributes: ['id', 'webhookUrl'],
    where: { id: [...new Set(concerned.map(({ projectId }) => projectId))] },
    raw: true,
    transaction: inside,
  });
  const addresses = new Map(rows.map(({ id, webhookUrl }) => [id, webhookUrl]));
  return concerned.filter(({ projectId, url }) => addresses.get(projectId) === url);
}

/** Forgets how the project's old address did: deliveries that were held back or wait for a retry go to the new one at once. */
export async function startAfresh(projectId: string, inside: Transaction): Promise<void> {
  await WebhookEndpoint.destroy({ where: { projectId }, transaction: inside });
  await Job.hurryLane(kinds.all, projectId, inside);
}

function failed(
  projectId: string,
  times: number,
  before: WebhookEndpointRow | undefined,
  now: number,
): WebhookEndpointRow {
  const earlier = before?.consecutiveFailures ?? 0;
  const firstFailureAt = earlier === 0 ? now : (before?.firstFailureAt ?? now);
  // By how long it has been failing, not by how often: of a crowd that fails at once, one would have told as much.
  const waitMs = Math.min(Math.max((now - firstFailureAt) / 2, shortestProbeWaitMs), longestProbeWaitMs);
  return {
    projectId,
    consecutiveFailures: earlier + times,
    firstFailureAt,
    nextProbeAt: Math.round(now + waitMs),
    probeUntil: 0,
  };
}

/** Switches the project's webhook off, until an update of the project sends its address. */
export async function switchOff(projectId: string, onDisabled: OnDisabled, inside: Transaction): Promise<void> {
  const [changed] = await Project.update(
    { webhookDisabledAt: nowSeconds() },
    // Where its owner has just removed it, there is nothing to switch off.
    { where: { id: projectId, webhookDisabledAt: null, webhookUrl: { [Op.ne]: null } }, transaction: inside },
  );
  if (changed === 0) return;
  // What waits is looked at once more, and ends.
  await Job.hurryLane(kinds.all, projectId, inside);
  await onDisabled(projectId, inside);
}

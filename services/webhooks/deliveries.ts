// Reads, resends and tests the deliveries of a project.

import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { firstIdAt } from '../../models/ids.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { atOneMoment } from '../../models/snapshot.ts';
import { inBatches } from '../../models/sweep.ts';
import { WebhookAttempt, type WebhookAttemptRow } from '../../models/webhook-attempt.ts';
import { WebhookDelivery, type WebhookDeliveryRow } from '../../models/webhook-delivery.ts';
import { WebhookEvent } from '../../models/webhook-event.ts';
import { auditChange } from '../audit/index.ts';
import { existing, notFound, ServiceError } from '../platform/index.ts';
import { addDelivery, admitTest, type EventServices, emitTestEvent } from './events.ts';

const shownAttempts = 100;
const daySeconds = 86_400;
const sweepBatch = 500;

export function listDeliveries(
  project: Pick<ProjectRow, 'id'>,
  status: WebhookDeliveryRow['status'] | undefined,
  query: ListQuery,
): Promise<ListOf<WebhookDeliveryRow>> {
  return list(WebhookDelivery, { projectId: project.id, ...(status === undefined ? {} : { status }) }, query);
}

/** Returns a delivery. Throws `not_found`. */
async function getDelivery(project: Pick<ProjectRow, 'id'>, id: string): Promise<WebhookDeliveryRow> {
  return existing(await readOne(WebhookDelivery, { id, projectId: project.id }), 'delivery', id);
}

/**
 * Returns a delivery with its payload and attempts. Throws `not_found`. An attempt may end meanwhile, so all rows are of
 * one moment: otherwise attempts would be shown that the delivery has not counted.
 */
export async function getDeliveryDetail(
  project: Pick<ProjectRow, 'id'>,
  id: string,
): Promise<{ delivery: WebhookDeliveryRow; payload: string; attempts: WebhookAttemptRow[] }> {
  return atOneMoment(async (tx) => {
    const delivery = await readOne(WebhookDelivery, { id, projectId: project.id }, tx);
    const event = delivery && (await readOne(WebhookEvent, { id: delivery.eventId }, tx));
    if (delivery === undefined || event === undefined) throw notFound('delivery', id);
    return { delivery, payload: event.body, attempts: await WebhookAttempt.ofDelivery(id, shownAttempts, tx) };
  });
}

/**
 * Resends the event of a delivery. Throws `not_found`, `webhook_not_configured` or `webhook_disabled`, or
 * `rate_limit_exceeded` for a test event.
 */
export async function resendDelivery(
  project: ProjectRow,
  id: string,
  services: EventServices,
): Promise<WebhookDeliveryRow> {
  const { eventId, eventType: type, projectId } = await getDelivery(project, id);
  checkWebhook(project);
  const event = existing(await readOne(WebhookEvent, { id: eventId }), 'delivery', id);
  return transaction(async (tx) => {
    if (WebhookEvent.isTest(event)) await admitTest(projectId, tx);
    const added = await addDelivery({ id: eventId, projectId, type }, project, 'resend', tx, services);
    await auditChange(id, tx, { delivery_id: added.id });
    return added;
  });
}

/**
 * Sends a test event about a fictitious batch. Throws `webhook_not_configured`, `webhook_disabled` or
 * `rate_limit_exceeded`.
 */
export async function testWebhook(
  project: ProjectRow,
  type: components['schemas']['WebhookEventType'],
  services: EventServices,
): Promise<WebhookDeliveryRow> {
  checkWebhook(project);
  return emitTestEvent(project, type, services);
}

/** Deletes deliveries whose retention has ended. */
export async function sweepDeliveries(retentionDays: number, signal?: AbortSignal): Promise<void> {
  const before = firstIdAt('event', nowSeconds() - retentionDays * daySeconds);
  await inBatches(() => WebhookEvent.sweep(before, sweepBatch), sweepBatch, signal);
}

function checkWebhook(project: ProjectRow): void {
  if (project.webhookUrl === null)
    throw new ServiceError('webhook_not_configured', 'The project has no webhook. Set webhook_url first.');
  if (project.webhookDisabledAt !== null)
    throw new ServiceError(
      'webhook_disabled',
      'The webhook was disabled after five days without a success. Update the project with its webhook_url to enable it.',
    );
}

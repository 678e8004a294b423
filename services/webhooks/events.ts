// Creates webhook events in the transaction of their cause, together with their delivery and its job. So either all of
// them exist or none. Each batch has exactly one event, even if several workers finish it.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { WebhookDelivery, type WebhookDeliveryRow } from '../../models/webhook-delivery.ts';
import { WebhookEvent, type WebhookEventRow } from '../../models/webhook-event.ts';
import { auditChange } from '../audit/index.ts';
import { type Queue, ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import * as kinds from './job-kinds.ts';

type FileBatch = components['schemas']['WebhookFileBatch'];
type Event = components['schemas']['WebhookEvent'];
type SpendThresholdEvent = components['schemas']['WebhookSpendThresholdEvent'];
type NewEvent = Omit<WebhookEventRow, 'position'>;
type Target = Pick<ProjectRow, 'id' | 'webhookDisabledAt'>;

/** A test is a request to any host that the project's owner names, so it is no way to send many. */
const testsInWindow = 30;
const testWindowSeconds = 60;

/** The services that this file needs. */
export interface EventServices {
  config: Config;
  queue: Queue;
}

/**
 * Creates the event of a finished batch, in the transaction that finishes it, and its delivery if the project has a
 * webhook. Does nothing if the batch already has an event.
 */
export async function emitFileBatchEvent(batch: FileBatch, tx: Transaction, services: EventServices): Promise<void> {
  const project = await Project.findOne({ where: { id: batch.project_id }, raw: true, transaction: tx });
  if (project === null || project.status !== 'active') return;
  const row = eventRow(newEvent(`vector_store.file_batch.${batch.status}`, batch), batch.id);
  const isNew = await WebhookEvent.add(row, tx);
  if (isNew && project.webhookUrl !== null) await addDelivery(row, project, 'event', tx, services);
}

/**
 * Creates the event of a spend threshold, in the transaction that records it, and its delivery if the project has a
 * webhook.
 */
export async function emitSpendThresholdEvent(
  data: SpendThresholdEvent['data'],
  project: ProjectRow,
  tx: Transaction,
  services: EventServices,
): Promise<void> {
  if (project.status !== 'active') return;
  const id = newId('event');
  const row = eventRow({ id, object: 'event', created_at: createdAt(id), type: 'project.spend_threshold', data }, null);
  await WebhookEvent.add(row, tx);
  if (project.webhookUrl !== null) await addDelivery(row, project, 'event', tx, services);
}

/** Creates an event about a fictitious batch that is not delivered to the webhook. */
export function storeTestEvent(projectId: string, type: Event['type']): Promise<NewEvent> {
  const row = eventRow(newEvent(type, fictitiousBatch(projectId, type)), null);
  return transaction(async (tx) => {
    await WebhookEvent.add(row, tx);
    await auditChange(projectId, tx);
    return row;
  });
}

/** Creates an event about a fictitious batch. Throws `rate_limit_exceeded`. */
export function emitTestEvent(
  project: Target,
  type: Event['type'],
  services: EventServices,
): Promise<WebhookDeliveryRow> {
  const row = eventRow(newEvent(type, fictitiousBatch(project.id, type)), null);
  return transaction(async (tx) => {
    await admitTest(project.id, tx);
    await WebhookEvent.add(row, tx);
    await auditChange(project.id, tx);
    return addDelivery(row, project, 'test', tx, services);
  });
}

/**
 * Throws `rate_limit_exceeded` if the project has sent too many test events in the last minute, resent ones included.
 * Counts deliveries under the lock of the project, so that the limit holds in any 60 seconds and on all servers together.
 */
export async function admitTest(projectId: string, tx: Transaction): Promise<void> {
  await Project.findOne({ where: { id: projectId }, lock: true, transaction: tx });
  const now = nowSeconds();
  const times = await WebhookDelivery.newestTests(projectId, now - testWindowSeconds, testsInWindow, tx);
  const oldest = times.at(-1);
  if (oldest === undefined || times.length < testsInWindow) return;
  const resetSeconds = Math.max(oldest + testWindowSeconds + 1 - now, 1);
  throw new ServiceError(
    'rate_limit_exceeded',
    `A project sends at most ${testsInWindow} test events a minute. Wait, then try again.`,
    { retryAfterSeconds: Math.min(resetSeconds, testWindowSeconds), rate: { limit: testsInWindow, resetSeconds } },
  );
}

/** Creates the delivery of an event to the project's webhook, and its job. */
export async function addDelivery(
  event: Pick<WebhookEventRow, 'id' | 'projectId' | 'type'>,
  project: Target,
  origin: WebhookDeliveryRow['origin'],
  tx: Transaction,
  { config, queue }: EventServices,
): Promise<WebhookDeliveryRow> {
  const id = newId('webhook-delivery');
  const now = createdAt(id);
  const off = project.webhookDisabledAt !== null;
  const row: WebhookDeliveryRow = {
    id,
    eventId: event.id,
    projectId: event.projectId,
    eventType: event.type,
    origin,
    status: off ? 'disabled' : 'pending',
    attemptCount: 0,
    nextAttemptAt: off ? null : now,
    endedAt: off ? now : null,
    lastError: off ? 'webhook_disabled' : null,
    lastResponseStatus: null,
    createdAt: now,
  };
  await WebhookDelivery.create(row, { transaction: tx });
  const kind = { name: config.broker.enabled ? kinds.announcement : kinds.delivery };
  if (!off) await queue.add(kind, id, { transaction: tx, uniqueKey: id, lane: event.projectId });
  return row;
}

function newEvent(type: Event['type'], data: FileBatch): Event {
  const id = newId('event');
  return { id, object: 'event', created_at: createdAt(id), type, data };
}

/** Serializes the body once, because the stored bytes are signed and sent. */
function eventRow(event: Event | SpendThresholdEvent, subjectId: string | null): NewEvent {
  return {
    id: event.id,
    projectId: event.data.project_id,
    type: event.type,
    subjectId,
    body: JSON.stringify(event),
    createdAt: event.created_at,
  };
}

function fictitiousBatch(projectId: string, type: Event['type']): FileBatch {
  const status = type.slice(type.lastIndexOf('.') + 1) as FileBatch['status'];
  const id = newId('file-batch');
  const counts = { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 1 };
  return {
    id,
    object: 'vector_store.file_batch',
    vector_store_id: newId('vector-store'),
    project_id: projectId,
    status,
    file_counts: { ...counts, [status]: 1 },
    created_at: createdAt(id),
  };
}

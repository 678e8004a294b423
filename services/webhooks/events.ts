// Events come into being in the transaction of what they tell of, with their delivery and its job: all of it is there,
// or nothing happened. One event for each batch, however many workers believe they have ended it.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { WebhookDelivery, type WebhookDeliveryRow } from '../../models/webhook-delivery.ts';
import { WebhookEvent, type WebhookEventRow } from '../../models/webhook-event.ts';
import { noteChange } from '../audit/index.ts';
import type { Queue } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import * as kinds from './job-kinds.ts';

type FileBatch = components['schemas']['WebhookFileBatch'];
type Event = components['schemas']['WebhookEvent'];
type SpendThresholdEvent = components['schemas']['WebhookSpendThresholdEvent'];
type Target = Pick<ProjectRow, 'id' | 'webhookDisabledAt'>;

/** What this file needs of the running server. */
export interface EventServices {
  config: Config;
  queue: Queue;
}

/**
 * Emits the event of a batch that has just ended, in the transaction that ends it. Does nothing where the project has no
 * webhook, or where there is an event about the batch already.
 */
export async function emitFileBatchEvent(
  batch: FileBatch,
  inside: Transaction,
  services: EventServices,
): Promise<void> {
  const project = await Project.findOne({ where: { id: batch.project_id }, raw: true, transaction: inside });
  if (project === null || project.webhookUrl === null || project.status !== 'active') return;
  const event = newEvent(`vector_store.file_batch.${batch.status}`, batch);
  const row = eventRow(event, batch.id);
  if (await WebhookEvent.add(row, inside)) await addDelivery(row, project, 'event', inside, services);
}

/** Emits the event of a threshold, in the transaction that notes it. Does nothing where the project has no webhook. */
export async function emitSpendThresholdEvent(
  data: SpendThresholdEvent['data'],
  project: ProjectRow,
  inside: Transaction,
  services: EventServices,
): Promise<void> {
  if (project.webhookUrl === null || project.status !== 'active') return;
  const id = newId('event');
  const row = eventRow({ id, object: 'event', created_at: createdAt(id), type: 'project.spend_threshold', data }, null);
  await WebhookEvent.add(row, inside);
  await addDelivery(row, project, 'event', inside, services);
}

/** Emits an event about a batch that is made up. */
export function emitTestEvent(
  project: Target,
  type: Event['type'],
  services: EventServices,
): Promise<WebhookDeliveryRow> {
  const row = eventRow(newEvent(type, madeUpBatch(project.id, type)), null);
  return transaction(async (inside) => {
    await WebhookEvent.add(row, inside);
    await noteChange(project.id, inside);
    return addDelivery(row, project, 'test', inside, services);
  });
}

/** Puts an event on its way to the project's webhook. */
export async function addDelivery(
  event: Pick<WebhookEventRow, 'id' | 'projectId' | 'type'>,
  project: Target,
  origin: WebhookDeliveryRow['origin'],
  inside: Transaction,
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
  await WebhookDelivery.create(row, { transaction: inside });
  const kind = { name: config.broker.enabled ? kinds.announcement : kinds.delivery };
  if (!off) await queue.add(kind, id, { inside, uniqueKey: id, lane: event.projectId });
  return row;
}

function newEvent(type: Event['type'], data: FileBatch): Event {
  const id = newId('event');
  return { id, object: 'event', created_at: createdAt(id), type, data };
}

/** The body is written once: what is stored is what is signed and sent. */
function eventRow(event: Event | SpendThresholdEvent, subjectId: string | null): WebhookEventRow {
  return {
    id: event.id,
    projectId: event.data.project_id,
    type: event.type,
    subjectId,
    body: JSON.stringify(event),
    createdAt: event.created_at,
  };
}

function madeUpBatch(projectId: string, type: Event['type']): FileBatch {
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

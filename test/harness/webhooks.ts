// Creates projects with a webhook, emits events, and waits for the end of their deliveries.

import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import { WebhookEvent } from '../../models/webhook-event.ts';
import { emitFileBatchEvent } from '../../services/webhooks/events.ts';
import type { TestApp } from './app.ts';
import { until } from './process.ts';

export interface Hooked {
  projectId: string;
  secret: string;
  token: string;
}

/** Creates a project whose webhook has this URL. */
export async function createHook(
  app: TestApp,
  organizationKey: string,
  url: string,
  rest: Record<string, unknown> = {},
): Promise<Hooked> {
  const { body, text } = await app.request('POST', '/v1/organization/projects', {
    token: organizationKey,
    body: { name: 'Hooked', webhook_url: url, ...rest },
  });
  if (body.id === undefined) throw new Error(text);
  return { projectId: body.id, secret: body.webhook_secret, token: organizationKey };
}

/** Returns an ended file batch of the project. */
export function endedBatch(projectId: string, status: 'completed' | 'cancelled' | 'failed' = 'completed') {
  const id = newId('file-batch');
  const counts = { cancelled: 0, completed: 0, failed: 0, in_progress: 0, total: 1 };
  return {
    id,
    object: 'vector_store.file_batch' as const,
    vector_store_id: newId('vector-store'),
    project_id: projectId,
    status,
    file_counts: { ...counts, [status]: 1 },
    created_at: createdAt(id),
  };
}

/** Ends a batch of the project in its own transaction. Returns the batch. */
export async function endBatch(
  app: TestApp,
  projectId: string,
  batch = endedBatch(projectId),
): Promise<ReturnType<typeof endedBatch>> {
  await transaction((tx) => emitFileBatchEvent(batch, tx, app.app.services));
  return batch;
}

const path = (projectId: string) => `/v1/organization/projects/${projectId}`;

/** Sends a test event to the webhook. Returns the delivery. */
export async function sendTest(app: TestApp, { projectId, token }: Hooked, type = 'vector_store.file_batch.completed') {
  const { body, status, text } = await app.request('POST', `${path(projectId)}/webhook_test`, {
    token,
    body: { type },
  });
  if (status !== 200) throw new Error(text);
  return body;
}

/** Emits the event of an ended batch, whose delivery is retried. Returns the delivery. */
export async function sendEvent(app: TestApp, { projectId }: Hooked) {
  const { id: subjectId } = await endBatch(app, projectId);
  const event = await WebhookEvent.findOne({ where: { subjectId }, rejectOnEmpty: true });
  return WebhookDelivery.toResource(
    await WebhookDelivery.findOne({ where: { eventId: event.id }, rejectOnEmpty: true }),
  );
}

export async function readDelivery(app: TestApp, { projectId, token }: Hooked, id: string) {
  return (await app.request('GET', `${path(projectId)}/webhook_deliveries/${id}`, { token })).body;
}

export async function listDeliveries(app: TestApp, { projectId, token }: Hooked, query: Record<string, string> = {}) {
  return (await app.request('GET', `${path(projectId)}/webhook_deliveries`, { token, query })).body.data;
}

/** Waits until the delivery has ended. Returns it with its attempts. */
export function deliveryEnd(app: TestApp, hook: Hooked, id: string) {
  return until(async () => {
    const delivery = await readDelivery(app, hook, id);
    return delivery.status === 'pending' ? undefined : delivery;
  });
}

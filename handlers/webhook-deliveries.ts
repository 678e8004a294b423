import { WebhookAttempt } from '../models/webhook-attempt.ts';
import { WebhookDelivery } from '../models/webhook-delivery.ts';
import { getProject } from '../services/tenancy/index.ts';
import * as deliveries from '../services/webhooks/index.ts';
import type { Handler } from './handler.ts';
import { envelope } from './list.ts';

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async ({ params, query, organization }) => {
  const project = await getProject(organization, params.project_id);
  const page = await deliveries.listDeliveries(project, query.status, query);
  return { status: 200, body: envelope(page, WebhookDelivery.toResource) };
};

export const getWebhookDelivery: Handler<'getWebhookDelivery'> = async ({ params, organization }) => {
  const project = await getProject(organization, params.project_id);
  const { delivery, payload, attempts } = await deliveries.getDeliveryDetail(project, params.delivery_id);
  return {
    status: 200,
    body: { ...WebhookDelivery.toResource(delivery), payload, attempts: attempts.map(WebhookAttempt.toResource) },
  };
};

export const resendWebhookDelivery: Handler<'resendWebhookDelivery'> = async ({ params, organization }, services) => {
  const project = await getProject(organization, params.project_id);
  const delivery = await deliveries.resendDelivery(project, params.delivery_id, services);
  return { status: 200, body: WebhookDelivery.toResource(delivery) };
};

export const testWebhook: Handler<'testWebhook'> = async ({ params, body, organization }, services) => {
  const project = await getProject(organization, params.project_id);
  const delivery = await deliveries.testWebhook(project, body.type, services);
  return { status: 200, body: WebhookDelivery.toResource(delivery) };
};

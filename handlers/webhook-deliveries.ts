import { WebhookAttempt } from '../models/webhook-attempt.ts';
import { WebhookDelivery } from '../models/webhook-delivery.ts';
import { isOwner } from '../services/tenancy/index.ts';
import * as deliveries from '../services/webhooks/index.ts';
import type { Handler } from './handler.ts';
import { listAnswer } from './list.ts';

export const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async ({ project, query }) => {
  const page = await deliveries.listDeliveries(project, query.status, query);
  return listAnswer(page, WebhookDelivery.toResource);
};

export const getWebhookDelivery: Handler<'getWebhookDelivery'> = async ({ params, project, caller, organization }) => {
  const { delivery, payload, attempts } = await deliveries.getDeliveryDetail(project, params.delivery_id);
  const toResource = isOwner(caller, organization.id) ? WebhookAttempt.toResource : WebhookAttempt.toMemberResource;
  return {
    status: 200,
    body: { ...WebhookDelivery.toResource(delivery), payload, attempts: attempts.map(toResource) },
  };
};

export const resendWebhookDelivery: Handler<'resendWebhookDelivery'> = async ({ params, project }, services) => {
  const delivery = await deliveries.resendDelivery(project, params.delivery_id, services);
  return { status: 200, body: WebhookDelivery.toResource(delivery) };
};

export const testWebhook: Handler<'testWebhook'> = async ({ project, body }, services) => {
  const delivery = await deliveries.testWebhook(project, body.type, services);
  return { status: 200, body: WebhookDelivery.toResource(delivery) };
};

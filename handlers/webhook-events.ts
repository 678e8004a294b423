import { WebhookEvent } from '../models/webhook-event.ts';
import { readEvents, storeTestEvent } from '../services/webhooks/index.ts';
import type { Handler } from './handler.ts';

export const pollWebhookEvents: Handler<'pollWebhookEvents'> = async (call, { lifecycle }) => {
  const { query, project } = call;
  let isGone = false;
  call.onGone(() => {
    isGone = true;
  });
  const isOver = (): boolean => isGone || lifecycle.leaving;
  const { events, hasMore, cursor } = await readEvents(project, query.cursor, query.wait_seconds * 1000, isOver);
  return {
    status: 200,
    body: { object: 'page', data: events.map(WebhookEvent.toResource), has_more: hasMore, next_cursor: cursor },
  };
};

export const createWebhookEvent: Handler<'createWebhookEvent'> = async ({ project, body }) => {
  const event = await storeTestEvent(project.id, body.type);
  return { status: 200, body: WebhookEvent.toResource(event) };
};

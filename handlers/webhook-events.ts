import { WebhookEvent } from '../models/webhook-event.ts';
import { getProject } from '../services/tenancy/index.ts';
import { readEvents, storeTestEvent } from '../services/webhooks/index.ts';
import type { Handler } from './handler.ts';

export const pollWebhookEvents: Handler<'pollWebhookEvents'> = async (call, { lifecycle }) => {
  const { params, query, organization } = call;
  const project = await getProject(organization, params.project_id);
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

export const createWebhookEvent: Handler<'createWebhookEvent'> = async ({ params, body, organization }) => {
  const project = await getProject(organization, params.project_id);
  const event = await storeTestEvent(project.id, body.type);
  return { status: 200, body: WebhookEvent.toResource(event) };
};

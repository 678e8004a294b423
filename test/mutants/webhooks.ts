import type { Mutant } from './proxy.ts';
import { answers, requests, set, setItems, withoutMember } from './verbs.ts';

// biome-ignore lint/suspicious/noExplicitAny: an event off the wire.
function withPayload(name: string, on: Mutant['on'], change: (event: any) => unknown): Mutant {
  return answers(name, on, ({ body }) => {
    const event = JSON.parse(body.payload);
    change(event);
    body.payload = JSON.stringify(event);
  });
}

/** Mutants of webhooks that the API shows. */
export const webhooks: Mutant[] = [
  requests(
    'a test event has another type',
    'testWebhook',
    ({ body }) =>
      void (
        typeof body?.type === 'string' &&
        body.type.startsWith('vector') &&
        Object.assign(body, { type: 'vector_store.file_batch.failed' })
      ),
  ),
  answers('a delivery names another event', 'getWebhookDelivery', set({ event_id: `evt_01ARZ3NDEKTSV4RRFFQ69G5FAV` })),
  withPayload('the event has no object', 'getWebhookDelivery', (event) => delete event.object),
  withPayload('the event is about another project', 'getWebhookDelivery', (event) =>
    Object.assign(event.data, { project_id: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' }),
  ),
  withPayload('the batch in the event has no counts', 'getWebhookDelivery', (event) => delete event.data.file_counts),
  withPayload('the batch in the event is in progress', 'getWebhookDelivery', (event) =>
    Object.assign(event.data, { status: 'in_progress' }),
  ),
  withPayload('the time of the event is in milliseconds', 'getWebhookDelivery', (event) =>
    Object.assign(event, { created_at: event.created_at * 1000 }),
  ),
  withPayload('the id of the event has another prefix', /Webhook/, (event) =>
    Object.assign(event, { id: event.id.replace('evt_', 'whevt_') }),
  ),
  answers('all attempts have one webhook-id', 'getWebhookDelivery', ({ body }) => {
    for (const attempt of body.attempts) attempt.webhook_id = body.event_id;
  }),
  answers('attempts are numbered from 0', 'getWebhookDelivery', ({ body }) => {
    for (const attempt of body.attempts) attempt.number -= 1;
  }),
  answers('an attempt is not counted', 'getWebhookDelivery', set({ attempt_count: 0 })),
  answers('a failed delivery is called succeeded', 'getWebhookDelivery', set({ status: 'succeeded' })),
  answers('no attempts are made', 'getWebhookDelivery', set({ attempts: [], attempt_count: 0 })),
  requests('a resend answers and does nothing', 'resendWebhookDelivery', async (call) => {
    const { 'content-type': _, ...headers } = call.headers;
    return call.send({ method: 'GET', path: call.path.replace(/\/resend$/, ''), headers });
  }),
  answers(
    'deliveries are not listed',
    'listWebhookDeliveries',
    set({ data: [], first_id: null, last_id: null, has_more: false }),
  ),
  answers('listed deliveries have another status', 'listWebhookDeliveries', setItems({ status: 'succeeded' })),
  answers('a project without a webhook is tested', 'testWebhook', 409, (answer) =>
    Object.assign(answer, { status: 200 }),
  ),
  requests('the signing of a project is not stored', /^(create|update)Project$/, withoutMember('webhook_signing')),
];

import type { Mutant } from './proxy.ts';
import { type Change, set, setItems, withoutMember } from './verbs.ts';

const payload =
  // biome-ignore lint/suspicious/noExplicitAny: an event off the wire.
    (change: (event: any) => unknown): Change =>
    ({ body }) => {
      const event = JSON.parse(body.payload);
      change(event);
      body.payload = JSON.stringify(event);
    };

/** Mutants of webhooks that the API shows. */
export const webhooks: Mutant[] = [
  {
    name: 'a test event has another type',
    on: 'testWebhook',
    request: ({ body }) =>
      void (
        typeof body?.type === 'string' &&
        body.type.startsWith('vector') &&
        Object.assign(body, { type: 'vector_store.file_batch.failed' })
      ),
  },
  {
    name: 'a delivery names another event',
    on: 'getWebhookDelivery',
    answer: set({ event_id: `evt_01ARZ3NDEKTSV4RRFFQ69G5FAV` }),
  },
  { name: 'the event has no object', on: 'getWebhookDelivery', answer: payload((event) => delete event.object) },
  {
    name: 'the event is about another project',
    on: 'getWebhookDelivery',
    answer: payload((event) => Object.assign(event.data, { project_id: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' })),
  },
  {
    name: 'the batch in the event has no counts',
    on: 'getWebhookDelivery',
    answer: payload((event) => delete event.data.file_counts),
  },
  {
    name: 'the batch in the event is in progress',
    on: 'getWebhookDelivery',
    answer: payload((event) => Object.assign(event.data, { status: 'in_progress' })),
  },
  {
    name: 'the time of the event is in milliseconds',
    on: 'getWebhookDelivery',
    answer: payload((event) => Object.assign(event, { created_at: event.created_at * 1000 })),
  },
  {
    name: 'the id of the event has another prefix',
    on: /Webhook/,
    answer: payload((event) => Object.assign(event, { id: event.id.replace('evt_', 'whevt_') })),
  },
  {
    name: 'all attempts have one webhook-id',
    on: 'getWebhookDelivery',
    answer: ({ body }) => {
      for (const attempt of body.attempts) attempt.webhook_id = body.event_id;
    },
  },
  {
    name: 'attempts are numbered from 0',
    on: 'getWebhookDelivery',
    answer: ({ body }) => {
      for (const attempt of body.attempts) attempt.number -= 1;
    },
  },
  { name: 'an attempt is not counted', on: 'getWebhookDelivery', answer: set({ attempt_count: 0 }) },
  { name: 'a failed delivery is called succeeded', on: 'getWebhookDelivery', answer: set({ status: 'succeeded' }) },
  { name: 'no attempts are made', on: 'getWebhookDelivery', answer: set({ attempts: [], attempt_count: 0 }) },
  {
    name: 'a resend answers and does nothing',
    on: 'resendWebhookDelivery',
    request: async (call) => {
      const { 'content-type': _, ...headers } = call.headers;
      return call.send({ method: 'GET', path: call.path.replace(/\/resend$/, ''), headers });
    },
  },
  {
    name: 'deliveries are not listed',
    on: 'listWebhookDeliveries',
    answer: set({ data: [], first_id: null, last_id: null, has_more: false }),
  },
  {
    name: 'listed deliveries have another status',
    on: 'listWebhookDeliveries',
    answer: setItems({ status: 'succeeded' }),
  },
  {
    name: 'a project without a webhook is tested',
    on: 'testWebhook',
    when: 409,
    answer: (answer) => Object.assign(answer, { status: 200 }),
  },
  {
    name: 'the signing of a project is not stored',
    on: /^(create|update)Project$/,
    request: withoutMember('webhook_signing'),
  },
];

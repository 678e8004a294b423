import type { Delivery } from './front.ts';
import type { Mutant } from './proxy.ts';

/** Changes the event in the body. Its signature is then wrong too, as it is where a server signs before it changes. */
const event =
  // biome-ignore lint/suspicious/noExplicitAny: an event off the wire.
    (change: (event: any) => unknown) =>
    (delivery: Delivery): undefined => {
      const parsed = JSON.parse(delivery.body);
      change(parsed);
      delivery.body = JSON.stringify(parsed);
    };

/** Sets headers; null deletes them. */
const headers =
  (change: (delivery: Delivery) => Record<string, string | null>) =>
  (delivery: Delivery): undefined => {
    for (const [name, value] of Object.entries(change(delivery)))
      if (value === null) delete delivery.headers[name];
      else delivery.headers[name] = value;
  };

const on = /^(testWebhook|getWebhookDelivery|resendWebhookDelivery|updateProject|createVectorStoreFileBatch)$/;
const taken = { status: 204, location: null };

/** Mutants of deliveries that the receiver sees. */
export const delivering: Mutant[] = [
  { name: 'deliveries are not signed', on, deliver: headers(() => ({ 'webhook-signature': null })) },
  {
    name: 'the signature has another version',
    on,
    deliver: headers(({ headers: sent }) => ({
      'webhook-signature': String(sent['webhook-signature']).replaceAll('v1,', 'v2,'),
    })),
  },
  {
    name: 'two signatures are separated by a comma',
    on,
    deliver: headers(({ headers: sent }) => ({
      'webhook-signature': String(sent['webhook-signature']).replaceAll(' ', ','),
    })),
  },
  {
    name: 'only the first signature is sent',
    on,
    deliver: headers(({ headers: sent }) => ({
      'webhook-signature': String(sent['webhook-signature']).split(' ')[0] ?? '',
    })),
  },
  {
    name: 'the body is formatted after it was signed',
    on,
    deliver: (delivery) => {
      delivery.body = JSON.stringify(JSON.parse(delivery.body), null, 2);
      return undefined;
    },
  },
  {
    name: 'webhook-timestamp is in milliseconds',
    on,
    deliver: headers(({ headers: sent }) => ({ 'webhook-timestamp': `${sent['webhook-timestamp']}000` })),
  },
  { name: 'there is no webhook-event-id', on, deliver: headers(() => ({ 'webhook-event-id': null })) },
  { name: 'webhook-attempt is always 1', on, deliver: headers(() => ({ 'webhook-attempt': '1' })) },
  { name: 'deliveries are text', on, deliver: headers(() => ({ 'content-type': 'text/plain' })) },
  {
    name: 'the time of a sent event is in milliseconds',
    on,
    deliver: event((sent) => Object.assign(sent, { created_at: sent.created_at * 1000 })),
  },
  {
    name: 'every batch is completed',
    on,
    deliver: event((sent) => Object.assign(sent, { type: 'vector_store.file_batch.completed' })),
  },
  {
    name: 'the counts of a sent batch are 0',
    on,
    deliver: event((sent) => Object.assign(sent.data.file_counts, { completed: 0, failed: 0 })),
  },
  {
    name: 'events are sent twice',
    on,
    deliver: async (delivery) => {
      await delivery.send();
      return undefined;
    },
  },
  {
    name: 'failed deliveries are not tried again',
    on,
    deliver: async (delivery) => {
      await delivery.send();
      return taken;
    },
  },
  {
    name: 'redirects are followed',
    on,
    deliver: async (delivery) => {
      const answer = await delivery.send();
      if (answer.location === null) return answer;
      await delivery.send(new URL(answer.location).pathname);
      return taken;
    },
  },
  { name: 'events are lost', on, deliver: async () => taken },
];

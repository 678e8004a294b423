import type { Delivery } from './front.ts';
import type { Mutant } from './proxy.ts';
import { delivers } from './verbs.ts';

const on = /^(testWebhook|getWebhookDelivery|resendWebhookDelivery|updateProject|createVectorStoreFileBatch)$/;
const taken = { status: 204, location: null };

/** Changes the event in the body. Its signature is then wrong too, as it is where a server signs before it changes. */
// biome-ignore lint/suspicious/noExplicitAny: an event off the wire.
function withEvent(name: string, change: (event: any) => unknown): Mutant {
  return delivers(name, on, (delivery) => {
    const event = JSON.parse(delivery.body);
    change(event);
    delivery.body = JSON.stringify(event);
    return undefined;
  });
}

/** Sets headers; null deletes them. */
function withHeaders(name: string, change: (sent: Delivery['headers']) => Record<string, string | null>): Mutant {
  return delivers(name, on, ({ headers }) => {
    for (const [header, value] of Object.entries(change(headers)))
      if (value === null) delete headers[header];
      else headers[header] = value;
    return undefined;
  });
}

/** Mutants of deliveries that the receiver sees. */
export const delivering: Mutant[] = [
  withHeaders('deliveries are not signed', () => ({ 'webhook-signature': null })),
  withHeaders('the signature has another version', (sent) => ({
    'webhook-signature': String(sent['webhook-signature']).replaceAll('v1,', 'v2,'),
  })),
  withHeaders('two signatures are separated by a comma', (sent) => ({
    'webhook-signature': String(sent['webhook-signature']).replaceAll(' ', ','),
  })),
  withHeaders('only the first signature is sent', (sent) => ({
    'webhook-signature': String(sent['webhook-signature']).split(' ')[0] ?? '',
  })),
  delivers('the body is formatted after it was signed', on, (delivery) => {
    delivery.body = JSON.stringify(JSON.parse(delivery.body), null, 2);
    return undefined;
  }),
  withHeaders('webhook-timestamp is in milliseconds', (sent) => ({
    'webhook-timestamp': `${sent['webhook-timestamp']}000`,
  })),
  withHeaders('there is no webhook-event-id', () => ({ 'webhook-event-id': null })),
  withHeaders('webhook-attempt is always 1', () => ({ 'webhook-attempt': '1' })),
  withHeaders('deliveries are text', () => ({ 'content-type': 'text/plain' })),
  withEvent('the time of a sent event is in milliseconds', (sent) =>
    Object.assign(sent, { created_at: sent.created_at * 1000 }),
  ),
  withEvent('every batch is completed', (sent) => Object.assign(sent, { type: 'vector_store.file_batch.completed' })),
  withEvent('the counts of a sent batch are 0', (sent) =>
    Object.assign(sent.data.file_counts, { completed: 0, failed: 0 }),
  ),
  delivers('events are sent twice', on, async (delivery) => {
    await delivery.send();
    return undefined;
  }),
  delivers('failed deliveries are not tried again', on, async (delivery) => {
    await delivery.send();
    return taken;
  }),
  delivers('redirects are followed', on, async (delivery) => {
    const answer = await delivery.send();
    if (answer.location === null) return answer;
    await delivery.send(new URL(answer.location).pathname);
    return taken;
  }),
  delivers('events are lost', on, async () => taken),
];

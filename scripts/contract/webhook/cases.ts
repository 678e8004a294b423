// The deliveries that a receiver of webhooks gets, and whether it must accept them.

import { randomBytes } from 'node:crypto';
import { type Signing, signaturesOf } from './sign.ts';

/** One request to the receiver. */
export interface Delivery {
  headers: Record<string, string>;
  body: string;
}

export interface WebhookCase {
  /** `family/name`. */
  id: string;
  /** The sentence that the receiver breaks if it answers otherwise. */
  rule: string;
  /** accepted: any 2xx; refused: any 4xx. */
  expect: 'accepted' | 'refused';
  /** Sent one after the other, unless they are simultaneous. The expectation holds for each. */
  deliveries: Delivery[];
  isSimultaneous?: boolean;
}

const rules = {
  status: 'Any 2xx status within 15 seconds accepts an event. Other answers make the server send it again.',
  signature:
    'webhook-signature is v1, and the base64 of the HMAC-SHA256 of {webhook-id}.{webhook-timestamp}.{raw body}. A delivery without a valid one is refused.',
  raw: 'The signature is that of the raw body, byte for byte: it is checked before the body is parsed.',
  several:
    'webhook-signature may hold several signatures, separated by spaces; one valid signature is enough. Others are ignored.',
  time: 'Refuse events whose webhook-timestamp is more than five minutes off.',
  repeated:
    'Events may arrive twice: id in the body is the same in all attempts. A repeated event is accepted, and not acted on again.',
  order: 'Events may arrive late or out of order.',
  open: 'Clients accept new event types and new members of events.',
};

interface Making {
  event?: object;
  /** Instead of the event as JSON. */
  body?: string;
  id?: string;
  /** Seconds by which the time of signing is off. */
  ageSeconds?: number;
  timestamp?: string;
  /** Instead of the secret. */
  secret?: string;
  signing?: Signing;
  /** Changes the delivery after it was signed. */
  change?(delivery: Delivery): void;
}

/** Returns the cases. `nowSeconds` is the time of signing. */
export function webhookCases(signing: Signing, secret: string, nowSeconds: number): WebhookCase[] {
  const make = (making: Making = {}): Delivery => {
    const event = making.event ?? newEvent(nowSeconds);
    const body = making.body ?? JSON.stringify(event);
    const eventId = (event as { id?: string }).id ?? newId('evt');
    const kind = making.signing ?? signing;
    const id = making.id ?? (signing === 'standard' ? eventId : newId('whatt'));
    const timestamp = making.timestamp ?? String(nowSeconds - (making.ageSeconds ?? 0));
    const delivery = {
      headers: {
        'content-type': 'application/json',
        'user-agent': 'svc-webhooks',
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': signaturesOf(kind, making.secret ?? secret, id, timestamp, body).join(' '),
        'webhook-event-id': eventId,
        'webhook-attempt': '1',
      },
      body,
    };
    making.change?.(delivery);
    return delivery;
  };
  const accepted = (id: string, rule: string, ...makings: Making[]): WebhookCase => ({
    id,
    rule,
    expect: 'accepted',
    deliveries: makings.map(make),
  });
  const refused = (id: string, rule: string, making: Making): WebhookCase => ({
    id,
    rule,
    expect: 'refused',
    deliveries: [make(making)],
  });
  const signature = (change: (value: string) => string): Making => ({
    change: ({ headers }) => {
      headers['webhook-signature'] = change(headers['webhook-signature'] ?? '');
    },
  });
  const without = (name: string): Making => ({ change: ({ headers }) => void delete headers[name] });
  const again = newEvent(nowSeconds);
  const [first, second] = [newEvent(nowSeconds - 60), newEvent(nowSeconds)];
  const spaced = JSON.stringify({ ...newEvent(nowSeconds), note: '…' }, null, 2).replace('…', '\\u2026/\\/é😀');
  return [
    ...['completed', 'cancelled', 'failed'].map((status) =>
      accepted(`good/${status}`, rules.status, { event: newEvent(nowSeconds, status) }),
    ),
    accepted('good/spend-threshold', rules.status, { event: spendEvent(nowSeconds) }),
    accepted('good/raw-body', rules.raw, { body: spaced }),
    accepted('good/new-type', rules.open, { event: { ...newEvent(nowSeconds), type: 'vector_store.renamed' } }),
    accepted('good/new-member', rules.open, { event: { ...newEvent(nowSeconds), api_version: '2' } }),
    { ...accepted('good/simultaneous', rules.status, {}, {}, {}, {}), isSimultaneous: true },
    accepted(
      'rotation/second-signature',
      rules.several,
      signature((value) => `v1,${randomBytes(32).toString('base64')} ${value}`),
    ),
    accepted(
      'rotation/unknown-version',
      rules.several,
      signature((value) => `v1a,${randomBytes(64).toString('base64')} ${value}`),
    ),
    refused('bad-signature/another-secret', rules.signature, { secret: `whsec_${randomBytes(32).toString('base64')}` }),
    refused('bad-signature/absent', rules.signature, without('webhook-signature')),
    refused(
      'bad-signature/empty',
      rules.signature,
      signature(() => ''),
    ),
    refused(
      'bad-signature/nonsense',
      rules.signature,
      signature(() => 'v1,nonsense'),
    ),
    refused(
      'bad-signature/truncated',
      rules.signature,
      signature((value) =>
        value
          .split(' ')
          .map((one) => one.slice(0, 12))
          .join(' '),
      ),
    ),
    refused(
      'bad-signature/another-version',
      rules.signature,
      signature((value) => value.replaceAll('v1,', 'v2,')),
    ),
    refused('bad-signature/body-alone', rules.signature, {
      change: (delivery) => {
        const { headers, body } = delivery;
        headers['webhook-signature'] = signaturesOf(signing, secret, '', '', body).join(' ');
      },
    }),
    refused('tampered/body', rules.signature, {
      change: (delivery) => {
        delivery.body = delivery.body.replace('"completed":2', '"completed":9');
      },
    }),
    refused('tampered/id', rules.signature, {
      change: ({ headers }) => {
        headers['webhook-id'] = newId('whatt');
      },
    }),
    refused('tampered/timestamp', rules.signature, {
      change: ({ headers }) => {
        headers['webhook-timestamp'] = String(nowSeconds - 1);
      },
    }),
    refused('tampered/no-id', rules.signature, without('webhook-id')),
    accepted('time/two-minutes', rules.time, { ageSeconds: 120 }),
    refused('time/old', rules.time, { ageSeconds: 3600 }),
    refused('time/future', rules.time, { ageSeconds: -3600 }),
    refused('time/nonsense', rules.time, { timestamp: 'yesterday' }),
    refused('time/absent', rules.time, without('webhook-timestamp')),
    accepted('repeated/same-event', rules.repeated, { event: again }, { event: again }),
    accepted('order/newest-first', rules.order, { event: second }, { event: first }),
  ];
}

function newEvent(createdAt: number, status = 'completed'): object {
  const failed = status === 'failed' ? 2 : 0;
  const cancelled = status === 'cancelled' ? 2 : 0;
  return {
    id: newId('evt'),
    object: 'event',
    created_at: createdAt,
    type: `vector_store.file_batch.${status}`,
    data: {
      id: newId('vsfb'),
      object: 'vector_store.file_batch',
      vector_store_id: newId('vs'),
      project_id: newId('proj'),
      status,
      file_counts: { cancelled, completed: 2 - failed - cancelled, failed, in_progress: 0, total: 2 },
      created_at: createdAt - 10,
    },
  };
}

function spendEvent(createdAt: number): object {
  return {
    id: newId('evt'),
    object: 'event',
    created_at: createdAt,
    type: 'project.spend_threshold',
    data: {
      object: 'project.spend_threshold',
      project_id: newId('proj'),
      threshold_percent: 80,
      threshold_amount: 5000,
      spent: { value: 40.12, currency: 'USD' },
      month_started_at: createdAt - 86_400,
    },
  };
}

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns an id of the form that the server's ids have: 26 characters after the prefix. */
function newId(prefix: string): string {
  return `${prefix}_01${Array.from(randomBytes(24), (byte) => alphabet[byte % alphabet.length]).join('')}`;
}

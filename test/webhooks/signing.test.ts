// Tests which receivers can verify each signing profile, with the packages that receivers use.

import { createHmac } from 'node:crypto';
import OpenAI from 'openai';
import OpenAI6 from 'openai-v6';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import t from 'tap';
import { Project } from '../../models/project.ts';
import { document } from '../../scripts/contract/answers.ts';
import { parametersOf } from '../../scripts/document/document.ts';
import { startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { until } from '../harness/process.ts';
import { loopbackSettings, type Received, type Receiver, startReceiver } from '../harness/receiver.ts';
import { createHook, deliveryEnd, type Hooked, sendEvent } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { ...loopbackSettings, SVC_WEBHOOK_RETRY_SCHEDULE: '0.05,0.05' });
const { organizationKey: key } = await createTenant(app, await signUp(app, { isAdmin: true }));
const declared = new Set(
  Object.values(document.webhooks ?? {})
    .flatMap((methods) => Object.values(methods))
    .flatMap((operation) => parametersOf(document, operation))
    .map(({ name }) => name),
);
const profiles = ['literal', 'standard', 'dual'] as const;

/** Throws if the receiver refuses the request. */
type Verifier = (secret: string, post: Received) => unknown;

const headersOf = ({ headers }: Received) => headers as Record<string, string>;
const readable = (secret: string) => `whsec_${Buffer.from(secret, 'utf8').toString('base64')}`;

function byHand(secret: string, { headers, body }: Received): string {
  const signed = Buffer.concat([Buffer.from(`${headers['webhook-id']}.${headers['webhook-timestamp']}.`), body]);
  return `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
}

function must(condition: boolean): void {
  if (!condition) throw new Error('refused');
}

/** Each receiver, with the profiles that it supports. */
const receivers: Record<string, [Verifier, (typeof profiles)[number][]]> = {
  'by hand, the whole header compared': [
    (secret, post) => must(post.headers['webhook-signature'] === byHand(secret, post)),
    ['literal'],
  ],
  'by hand, split at spaces': [
    (secret, post) => must(String(post.headers['webhook-signature']).split(' ').includes(byHand(secret, post))),
    ['literal', 'dual'],
  ],
  'standardwebhooks with the secret as it is': [
    (secret, post) => new StandardWebhook(secret).verify(post.body.toString(), headersOf(post)),
    ['standard', 'dual'],
  ],
  'svix with the secret as it is': [
    (secret, post) => new SvixWebhook(secret).verify(post.body.toString(), headersOf(post)),
    ['standard', 'dual'],
  ],
  'openai 7 with the secret as it is': [
    (secret, post) => openai7.webhooks.unwrap(post.body.toString(), headersOf(post), secret),
    ['standard', 'dual'],
  ],
  'openai 6 with the secret as it is': [
    (secret, post) => openai6.webhooks.unwrap(post.body.toString(), headersOf(post), secret),
    ['standard', 'dual'],
  ],
  'standardwebhooks with the secret in base64': [
    (secret, post) => new StandardWebhook(readable(secret)).verify(post.body.toString(), headersOf(post)),
    ['literal', 'dual'],
  ],
  'svix with the secret in base64': [
    (secret, post) => new SvixWebhook(readable(secret)).verify(post.body.toString(), headersOf(post)),
    ['literal', 'dual'],
  ],
  'openai 7 with the secret in base64': [
    (secret, post) => openai7.webhooks.unwrap(post.body.toString(), headersOf(post), readable(secret)),
    ['literal', 'dual'],
  ],
  'openai 6 with the secret in base64': [
    (secret, post) => openai6.webhooks.unwrap(post.body.toString(), headersOf(post), readable(secret)),
    ['literal', 'dual'],
  ],
  'svix with a raw key': [
    (secret, post) => new SvixWebhook(secret, { format: 'raw' }).verify(post.body.toString(), headersOf(post)),
    ['literal', 'dual'],
  ],
  'standardwebhooks with a raw key': [
    (secret, post) => new StandardWebhook(secret, { format: 'raw' }).verify(post.body.toString(), headersOf(post)),
    ['literal', 'dual'],
  ],
};
const openai7 = new OpenAI({ apiKey: 'none' });
const openai6 = new OpenAI6({ apiKey: 'none' });

async function accepts(verify: Verifier, secret: string, post: Received): Promise<boolean> {
  try {
    await verify(secret, post);
    return true;
  } catch {
    return false;
  }
}

/** Sends a test event to a project with this profile. Returns the received request. */
async function postWith(receiver: Receiver, hook: Hooked): Promise<Received> {
  const { event_id: id } = await sendEvent(app, hook);
  // The request may arrive before the response that contains its event id.
  return until(() => receiver.received.find(({ event }) => event.id === id));
}

const update = (hook: Hooked, body: object) =>
  app.request('POST', `/v1/organization/projects/${hook.projectId}`, { token: key, body });

for (const profile of profiles) {
  t.test(`'${profile}' is verified by exactly those libraries that support it`, async (t) => {
    const receiver = await startReceiver(t);
    const hook = await createHook(app, key, receiver.url, { webhook_signing: profile });
    const post = await postWith(receiver, hook);
    for (const [name, [verify, taken]] of Object.entries(receivers)) {
      t.equal(await accepts(verify, hook.secret, post), taken.includes(profile), name);
      t.notOk(await accepts(verify, hook.secret, { ...post, body: Buffer.from(`${post.body} `) }), `${name}: changed`);
    }
    t.equal(String(post.headers['webhook-signature']).split(' ').length, profile === 'dual' ? 2 : 1);
    t.match(post.headers['webhook-timestamp'], /^\d{10}$/);
    t.equal(post.headers['content-type'], 'application/json');
  });
}

t.test('webhook-id is the id of the attempt, and with standard signing the id of the event', async (t) => {
  for (const profile of profiles) {
    const receiver = await startReceiver(t);
    receiver.behave((response) => response.writeHead(receiver.received.length < 3 ? 500 : 204).end());
    const hook = await createHook(app, key, receiver.url, { webhook_signing: profile });
    const { id, event_id: eventId } = await sendEvent(app, hook);
    const { attempts } = await deliveryEnd(app, hook, id);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    if (profile === 'standard') t.same(ids, [eventId, eventId, eventId]);
    else
      t.same(
        ids,
        attempts.map((attempt: { id: string }) => attempt.id),
        'each attempt has its own id',
      );
    t.equal(new Set(receiver.received.map(({ body }) => body.toString())).size, 1, 'the body is always the same');
    t.same(
      receiver.received.map(({ headers }) => headers['webhook-event-id']),
      [eventId, eventId, eventId],
    );
    t.same(
      receiver.received.map(({ headers }) => headers['webhook-attempt']),
      ['1', '2', '3'],
    );
    const sent = receiver.received.flatMap(({ headers }) => Object.keys(headers));
    t.strictSame(
      sent.filter((name) => name.startsWith('webhook-') && !declared.has(name)),
      [],
      'the document has all profiles',
    );
  }
});

t.test(
  'a rotation that keeps the old secret signs with both for 24 hours, and then only with the new one',
  async (t) => {
    for (const profile of profiles) {
      const receiver = await startReceiver(t);
      const hook = await createHook(app, key, receiver.url, { webhook_signing: profile });
      const renewed = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
      await update(hook, { webhook_secret: renewed, keep_old_webhook_secret: true });
      const during = await postWith(receiver, hook);
      t.equal(String(during.headers['webhook-signature']).split(' ').length, profile === 'dual' ? 4 : 2);
      const [verify] =
        receivers[profile === 'standard' ? 'svix with the secret as it is' : 'by hand, split at spaces'] ?? [];
      if (verify === undefined) return t.fail();
      for (const secret of [hook.secret, renewed]) t.ok(await accepts(verify, secret, during));
      shiftClock(86_400_000 + 1000);
      const later = await postWith(receiver, hook);
      shiftClock(-86_400_000 - 1000);
      t.equal(String(later.headers['webhook-signature']).split(' ').length, profile === 'dual' ? 2 : 1);
    }
  },
);

t.test('the old secret is removed by the next rotation, and with the webhook', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const row = () => Project.findByPk(hook.projectId, { raw: true });
  await update(hook, { webhook_secret: 'the second secret', keep_old_webhook_secret: true });
  t.ok((await row())?.webhookOldSecret);
  await update(hook, { webhook_secret: 'the third secret' });
  t.equal((await row())?.webhookOldSecret, null);
  await update(hook, { webhook_secret: 'the fourth secret', keep_old_webhook_secret: true });
  await update(hook, { webhook_url: null });
  t.match(await row(), { webhookUrl: null, webhookSecret: null, webhookOldSecret: null, webhookOldSecretUntil: null });
  const refused = await update(hook, { keep_old_webhook_secret: true });
  t.equal(refused.status, 422);
  t.match(refused.body.detail, [{ loc: ['body', 'keep_old_webhook_secret'] }]);
});

t.test('signing cannot be changed to a profile that cannot use the secret', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url, { webhook_secret: 'a secret of my own' });
  const refused = await update(hook, { webhook_signing: 'standard' });
  t.equal(refused.status, 422);
  t.match(refused.body.detail, [{ loc: ['body', 'webhook_signing'], type: 'value_error', input: 'standard' }]);
  const together = { webhook_signing: 'standard', webhook_secret: `whsec_${Buffer.alloc(24, 5).toString('base64')}` };
  t.equal((await update(hook, together)).body.webhook_signing, 'standard');
});

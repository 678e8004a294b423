// Webhooks as a receiver gets them: signature, headers, events, retries, and what ends them.

import { setTimeout as wait } from 'node:timers/promises';
import { eventErrors } from '../answers.ts';
import { made, projectsPath, storesPath } from '../fixtures.ts';
import type { Hook, Received } from '../receiver.ts';
import { type Signing, signaturesOf, signings } from '../webhook/sign.ts';
import type { JsonObject } from './resource.ts';
import type { Rule, Trial } from './rule.ts';
import type { Stage } from './stage.ts';

interface Hooked {
  token: string;
  path: string;
  hook: Hook;
  secret: string;
  signing: Signing;
  projectKey: string;
}

const arrivalMs = 20_000;
const endMs = 20_000;
const pollMs = 50;
/** Long enough for an attempt that must not come: the first retry comes after a second. */
const silenceMs = 2_500;
const clockSeconds = 300;
const type = 'vector_store.file_batch.completed';
const textType = /^application\/json\b/;

const checks: Record<string, (trial: Trial, stage: Stage) => Promise<void>> = {
  testWebhook: async (trial, stage) => {
    await Promise.all(signings.map((signing) => signed(trial, stage, signing)));
  },
  getWebhookDelivery: async (trial, stage) => {
    await Promise.all([retried(trial, stage), redirected(trial, stage), gone(trial, stage)]);
  },
  resendWebhookDelivery: resent,
  updateProject: async (trial, stage) => {
    await Promise.all([rotated(trial, stage), removed(trial, stage)]);
  },
  createVectorStoreFileBatch: batchEvent,
};

export const deliveries: Rule = {
  name: 'deliveries',
  about: 'A webhook gets each event signed, with its headers and body, again until it answers 2xx, and no longer.',
  applies: ({ operationId }) => checks[operationId] !== undefined,
  lack: (stage) => (stage.receiver === undefined ? 'receiver' : undefined),
  run: async (trial, stage, { operationId }) => checks[operationId]?.(trial, stage),
};

/** Creates a project whose webhook is a hook of the receiver. */
async function hooked(trial: Trial, stage: Stage, signing: Signing = 'literal'): Promise<Hooked> {
  const hook = stage.hook();
  const { key: token } = await stage.own();
  const body = { name: `${stage.tag} hook`, webhook_url: hook.url, webhook_signing: signing };
  const { body: project } = await made(trial.ask, 'POST', projectsPath, { token, body });
  const path = `${projectsPath}/${project.id}`;
  const { body: key } = await made(trial.ask, 'POST', `${path}/api_keys`, { token, body: { name: stage.tag } });
  return { token, path, hook, secret: project.webhook_secret, signing, projectKey: key.value };
}

/** Sends a test event. Returns the delivery. */
async function test(trial: Trial, { token, path }: Hooked): Promise<JsonObject> {
  return (await made(trial.ask, 'POST', `${path}/webhook_test`, { token, body: { type } })).body;
}

/** Lets a batch end. Returns the delivery of its event, which is repeated after a failure; a test event is sent once. */
async function emitted(trial: Trial, to: Hooked): Promise<JsonObject> {
  const { body: store } = await made(trial.ask, 'POST', storesPath, { token: to.projectKey, body: {} });
  await newBatch(trial, to, store.id, 'A thing.', 'thing.txt');
  await to.hook.wait(1, arrivalMs);
  const { body } = await made(trial.ask, 'GET', `${to.path}/webhook_deliveries`, { token: to.token });
  return body.data[0] ?? {};
}

/** Uploads a file, and adds it to the vector store as a batch. */
async function newBatch(trial: Trial, { projectKey: token }: Hooked, store: string, content: string, name: string) {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  form.append('purpose', 'assistants');
  const { body: file } = await made(trial.ask, 'POST', '/v1/files', { token, form });
  const path = `${storesPath}/${store}/file_batches`;
  const { body: batch } = await made(trial.ask, 'POST', path, { token, body: { file_ids: [file.id] } });
  return `${path}/${batch.id}`;
}

/** Reads the delivery until it has ended. The time is bounded. */
async function ended(trial: Trial, { token, path }: Hooked, id: unknown): Promise<JsonObject> {
  const deadline = performance.now() + endMs;
  for (;;) {
    const { body } = await trial.ask('GET', `${path}/webhook_deliveries/${id}`, { token });
    if (body?.status !== 'pending' || performance.now() > deadline) return body ?? {};
    await wait(pollMs);
  }
}

/** Expects a request that is signed and formed as the document says. Returns its event. */
function judgeRequest(trial: Trial, to: Hooked, received: Received, secrets = [to.secret]): JsonObject {
  const { headers, method, body } = received;
  trial.equal('the method of a delivery', method, 'POST');
  trial.expect(
    textType.test(headers['content-type'] ?? ''),
    'the media type of a delivery',
    'application/json',
    headers,
  );
  const sent = String(headers['webhook-signature'] ?? '')
    .split(' ')
    .sort();
  const [id, timestamp] = [String(headers['webhook-id']), String(headers['webhook-timestamp'])];
  const wanted = secrets.flatMap((secret) => signaturesOf(to.signing, secret, id, timestamp, String(body))).sort();
  trial.equal(`the signature of a delivery with ${to.signing} signing`, sent, wanted);
  const at = Number(headers['webhook-timestamp']);
  const isNow = Number.isInteger(at) && Math.abs(at - received.at / 1000) <= clockSeconds;
  trial.expect(isNow, 'webhook-timestamp', 'the present time in seconds', headers['webhook-timestamp']);
  const event = parsed(body);
  trial.equal('an event breaks the document', eventErrors(event), []);
  trial.equal('webhook-event-id', headers['webhook-event-id'], event.id);
  const idOfEvent = to.signing === 'standard';
  const isRight = (headers['webhook-id'] === event.id) === idOfEvent;
  trial.expect(
    isRight,
    `webhook-id with ${to.signing} signing`,
    idOfEvent ? event.id : 'an id of the attempt',
    headers,
  );
  return event;
}

function parsed(body: Buffer): JsonObject {
  try {
    return JSON.parse(body.toString()) as JsonObject;
  } catch {
    return {};
  }
}

async function signed(trial: Trial, stage: Stage, signing: Signing): Promise<void> {
  const to = await hooked(trial, stage, signing);
  const delivery = await test(trial, to);
  const [first] = await to.hook.wait(1, arrivalMs);
  if (!trial.expect(first !== undefined, 'a test event does not arrive', 'a request', 'none') || !first) return;
  const event = judgeRequest(trial, to, first);
  trial.equal('the type of a test event', event.type, type);
  trial.equal('webhook-attempt', first.headers['webhook-attempt'], '1');
  const end = await ended(trial, to, delivery.id);
  const outcome = [end.status, end.last_response_status, end.last_error];
  trial.equal('a delivery that was answered with 204', outcome, ['succeeded', 204, null]);
  trial.equal('the payload is not what was sent', end.payload, first.body.toString());
  const [attempt] = (end.attempts ?? []) as JsonObject[];
  trial.equal('the webhook_id of the attempt', attempt?.webhook_id, first.headers['webhook-id']);
  trial.equal('a delivery that succeeded is sent again', to.hook.received.length, 1);
}

async function retried(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  to.hook.replies.push({ status: 503 });
  const delivery = await emitted(trial, to);
  const [first, second] = await to.hook.wait(2, arrivalMs);
  if (!trial.expect(second !== undefined, 'a failed delivery is not retried', 'a second attempt', 'none')) return;
  if (first === undefined || second === undefined) return;
  judgeRequest(trial, to, second);
  trial.equal('an attempt has another body', second.body.toString(), first.body.toString());
  trial.equal('webhook-attempt', second.headers['webhook-attempt'], '2');
  const ids = [first, second].map(({ headers }) => headers['webhook-id']);
  trial.expect(ids[0] !== ids[1], 'two attempts have one webhook-id', 'two ids', ids);
  const end = await ended(trial, to, delivery.id);
  const attempts = ((end.attempts ?? []) as JsonObject[]).map(({ status, response_status: answered }) => [
    status,
    answered,
  ]);
  trial.equal('the attempts of a retried delivery', attempts, [
    ['failed', 503],
    ['succeeded', 204],
  ]);
  trial.equal('the status of a retried delivery', end.status, 'succeeded');
}

async function redirected(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  const elsewhere = stage.hook();
  to.hook.replies.push({ status: 307, headers: { location: elsewhere.url } });
  const delivery = await emitted(trial, to);
  await to.hook.wait(2, arrivalMs);
  trial.equal('a redirect of a webhook is followed', elsewhere.received.length, 0);
  const [attempt] = ((await ended(trial, to, delivery.id)).attempts ?? []) as JsonObject[];
  trial.equal('the error of a redirected attempt', [attempt?.status, attempt?.error], ['failed', 'redirect']);
}

async function gone(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  to.hook.replies.push({ status: 410 });
  const delivery = await emitted(trial, to);
  const end = await ended(trial, to, delivery.id);
  trial.equal('a delivery that was answered with 410', [end.status, end.last_error], ['failed', 'gone']);
  await to.hook.wait(2, silenceMs);
  trial.equal('a delivery that was answered with 410 is retried', to.hook.received.length, 1);
}

async function resent(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  const { id } = await emitted(trial, to);
  await ended(trial, to, id);
  const path = `${to.path}/webhook_deliveries/${id}/resend`;
  const { body } = await made(trial.ask, 'POST', path, { token: to.token });
  const [first, second] = await to.hook.wait(2, arrivalMs);
  if (!trial.expect(second !== undefined, 'a resent event does not arrive', 'a request', 'none')) return;
  if (first === undefined || second === undefined) return;
  judgeRequest(trial, to, second);
  trial.equal('a resent event has another body', second.body.toString(), first.body.toString());
  trial.equal('the status of a resend', (await ended(trial, to, body?.id)).status, 'succeeded');
  const { attempt_count: count, origin } = await ended(trial, to, id);
  trial.equal('a delivery whose event is resent', [count, origin], [1, 'event']);
}

/** A new secret signs alone, or together with the old one for a while. */
async function rotated(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  const secrets = [`${stage.tag} second secret`, `${stage.tag} third secret`] as const;
  const update = (body: object) => made(trial.ask, 'POST', to.path, { token: to.token, body });
  await update({ webhook_secret: secrets[0] });
  await test(trial, to);
  const [first] = await to.hook.wait(1, arrivalMs);
  if (first !== undefined) judgeRequest(trial, to, first, [secrets[0]]);
  await update({ webhook_secret: secrets[1], keep_old_webhook_secret: true });
  await test(trial, to);
  const [, second] = await to.hook.wait(2, arrivalMs);
  if (second !== undefined) judgeRequest(trial, to, second, [secrets[1], secrets[0]]);
  trial.equal('events after a new secret', to.hook.received.length, 2);
}

/** A removed webhook gets nothing more, also of a delivery that has begun. */
async function removed(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  to.hook.replies.push({ status: 500 });
  const { id } = await emitted(trial, to);
  await made(trial.ask, 'POST', to.path, { token: to.token, body: { webhook_url: null } });
  trial.equal('a delivery of a removed webhook', (await ended(trial, to, id)).status, 'cancelled');
  trial.equal('a removed webhook gets an event', to.hook.received.length, 1);
}

/** A batch that ends sends the event that its status names, with the batch as it is read. */
async function batchEvent(trial: Trial, stage: Stage): Promise<void> {
  const to = await hooked(trial, stage);
  const options = { token: to.projectKey };
  const { body: store } = await made(trial.ask, 'POST', storesPath, { ...options, body: {} });
  for (const [content, name] of [
    ['A thing.', 'thing.txt'],
    ['\u0000\u0001 no text \u0000', 'thing.bin'],
  ] as const) {
    const before = to.hook.received.length;
    const path = await newBatch(trial, to, store.id, content, name);
    const received = (await to.hook.wait(before + 1, arrivalMs))[before];
    if (!trial.expect(received !== undefined, 'an ended batch sends no event', 'an event', 'none') || !received) return;
    const event = judgeRequest(trial, to, received);
    const { body: read } = await trial.ask('GET', path, options);
    trial.equal('the event of an ended batch', event.type, `vector_store.file_batch.${read?.status}`);
    trial.equal('the batch in the event', event.data, read);
  }
}

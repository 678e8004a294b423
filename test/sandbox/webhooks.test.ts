// Tests the webhooks, the mails and the network guard of `svc sandbox`.

import { createHmac } from 'node:crypto';
import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { send } from '../../scripts/contract/send.ts';
import { stayOnLoopback } from '../../scripts/sandbox/loopback.ts';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';

const sandbox = await startSandbox();
t.teardown(() => sandbox.close());
const { organization } = sandbox;
const secret = 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=';
const project = `/v1/organization/projects/${organization.project_id}`;
const token = organization.organization_key;

type Options = Parameters<typeof send>[3];
const ask = (method: string, path: string, options?: Options) => send(sandbox.url, method, path, options);

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
}

const received: Received[] = [];
let statuses: number[] = [];
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  received.push({ headers: request.headers, body });
  response.writeHead(statuses.shift() ?? 204, { 'retry-after': '3600' }).end();
});
const port = await listenOnLoopback(receiver);
t.teardown(() => receiver.close());
const hook = `http://127.0.0.1:${port}/hook`;

interface Sent {
  id: string;
  event_id: string;
  state: string;
  statuses: (number | null)[];
}

const control = (path: string, body: object = {}) =>
  sandbox.control<Sent>('POST', `/sandbox/webhooks${path}`, { body });
const list = async () => (await sandbox.control<{ data: Sent[] }>('GET', '/sandbox/webhooks')).data;

/** Puts the sandbox back, and sets the webhook. */
async function begin(url = hook): Promise<void> {
  await sandbox.reset();
  received.length = 0;
  statuses = [];
  const set = await ask('POST', project, { token, body: { webhook_url: url, webhook_secret: secret } });
  if (set.status !== 200) throw new Error(set.text);
}

/** Makes an event. Returns its delivery. */
async function emit(): Promise<{ id: string }> {
  const body = { type: 'vector_store.file_batch.completed' };
  return (await ask('POST', `${project}/webhook_test`, { token, body })).body;
}

/** Ends a batch, whose event is retried, unlike a test event. Returns its delivery. */
async function endBatch(): Promise<{ id: string }> {
  const { project_key: key } = organization;
  const form = new FormData();
  form.set('purpose', 'assistants');
  form.set('file', new File(['A row.'], 'row.txt'));
  const headers = { authorization: `Bearer ${key}` };
  const file = (await (await fetch(`${sandbox.url}/v1/files`, { method: 'POST', headers, body: form })).json()) as {
    id: string;
  };
  const store = (await ask('POST', '/v1/vector_stores', { token: key, body: {} })).body;
  const body = { file_ids: [file.id] };
  await ask('POST', `/v1/vector_stores/${store.id}/file_batches`, { token: key, body });
  return until(async () => (await ask('GET', `${project}/webhook_deliveries`, { token })).body.data[0]);
}

const arrived = (count: number) => until(() => (received.length >= count ? received : undefined));
const isValid = ({ headers, body }: Received): boolean => {
  const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`;
  return headers['webhook-signature'] === `v1,${createHmac('sha256', secret).update(signed).digest('base64')}`;
};
const deliveryEnd = (id: string) =>
  until(async () => {
    const { body } = await ask('GET', `${project}/webhook_deliveries/${id}`, { token });
    return body.status === 'pending' ? undefined : body;
  });

t.test('an event arrives over plain HTTP on loopback, is listed and replayed byte for byte', async (t) => {
  await begin();
  const { id } = await emit();
  const [first] = await arrived(1);
  t.ok(isValid(first as Received));
  t.equal((await deliveryEnd(id)).status, 'succeeded');
  const [sent] = await list();
  t.match(sent, { state: 'sent', statuses: [204], event_id: JSON.parse(first?.body ?? '').id });
  t.match(await control(`/${sent?.id}/replay`), { state: 'sent', is_replay: true, statuses: [204] });
  t.match(received[1], {
    body: first?.body,
    headers: {
      'webhook-id': first?.headers['webhook-id'],
      'webhook-signature': first?.headers['webhook-signature'],
    },
  });
  await t.rejects(control('/sent_999/replay'), /sent_999/);
});

t.test('events are sent twice, badly signed, without a signature and late', async (t) => {
  await begin();
  await control('/rules', { times: 2, signature: 'invalid' });
  await emit();
  await arrived(2);
  t.strictSame(received.map(isValid), [false, false]);
  t.equal(received[0]?.headers['webhook-id'], received[1]?.headers['webhook-id']);
  const [sent] = await until(async () => ((await list())[0]?.state === 'sent' ? list() : undefined));
  await control(`/${sent?.id}/replay`, { signature: 'missing' });
  t.equal(received[2]?.headers['webhook-signature'], undefined);
  await control(`/${sent?.id}/replay`, { age_seconds: 900 });
  const old = received[3] as Received;
  t.ok(isValid(old), 'the signature of an old timestamp is valid');
  t.ok(Math.abs(Date.now() / 1000 - 900 - Number(old.headers['webhook-timestamp'])) < 120);
});

t.test('held events are sent in another order', async (t) => {
  await begin();
  await control('/rules', { hold: true });
  const deliveries = [await emit(), await emit()];
  const held = await until(async () => {
    const all = await list();
    return all.length === 2 && all.every(({ state }) => state === 'held') ? all : undefined;
  });
  t.equal(received.length, 0);
  await control('/release', { reverse: true });
  t.strictSame(
    received.map(({ body }) => JSON.parse(body).id),
    held.map(({ event_id }) => event_id).reverse(),
  );
  for (const { id } of deliveries) t.equal((await deliveryEnd(id)).status, 'succeeded');
});

t.test('the clock brings retries forward', async (t) => {
  await begin();
  statuses = [503, 503];
  const { id } = await endBatch();
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    await arrived(attempt);
    await until(async () => {
      const { body } = await ask('GET', `${project}/webhook_deliveries/${id}`, { token });
      return body.attempt_count === attempt ? true : undefined;
    });
    await sandbox.advance(2 * 3600);
  }
  t.match(await deliveryEnd(id), { status: 'succeeded', attempt_count: 3 });
});

t.test('a reset drops what is held back', async (t) => {
  await begin();
  await control('/rules', { hold: true });
  await emit();
  await until(async () => ((await list()).length === 1 ? true : undefined));
  await sandbox.reset();
  t.strictSame(await list(), []);
  t.equal(received.length, 0);
});

t.test('an invitation is mailed to the sandbox, and lapses with the clock', async (t) => {
  await sandbox.reset();
  const invite = { email: 'guest@example.com', organization_id: organization.organization_id };
  t.equal((await ask('POST', '/v1/invitations/create', { token: organization.user_token, body: invite })).status, 200);
  interface Mail {
    to: string;
    subject: string;
    links: string[];
  }
  const mail = await until(async () => (await sandbox.control<{ data: Mail[] }>('GET', '/sandbox/mails')).data[0]);
  t.match(mail, { to: 'guest@example.com', subject: /sandbox/ });
  const given = /#token=(\S+)$/.exec(mail.links.find((link) => link.includes('#token=')) ?? '')?.[1];
  const validate = () => ask('POST', '/v1/invitations/validate', { body: { token: given } });
  t.match(await validate(), { status: 200, body: { email: 'guest@example.com' } });
  await sandbox.advance(8 * 86_400);
  t.match(await validate(), { status: 400, body: { error: { code: 'token_invalid' } } });
});

t.test('nothing leaves loopback', async (t) => {
  await begin('https://example.com/hook');
  await emit();
  const sent = await until(async () => (await list()).find(({ statuses: got }) => got.length > 0));
  t.strictSame(sent.statuses, [null], 'a webhook fails before a connection');
  const upstreams = [{ name: 'far', base_url: 'http://far.example.com/v1', models: ['far'] }];
  const changed = await ask('PATCH', '/admin/config', { token: sandbox.admin.user_token, body: { upstreams } });
  t.match(changed, { status: 409, body: { error: { code: 'setting_is_fixed' } } }, 'no upstream can be added');

  // In this process, so that the refusal itself is seen. It is the last test of the file. The names and addresses are
  // those of documentation, which nobody has.
  stayOnLoopback();
  const refusal = { code: 'ECONNREFUSED', message: /loopback only/ };
  for (const host of ['198.51.100.1', '2001:db8::1', 'far.example.com']) {
    const [error] = await once(connect({ host, port: 80 }), 'error').catch((error: Error) => [error]);
    t.match(error, refusal, host);
  }
  await t.rejects(fetch('http://198.51.100.1/'), { cause: refusal });
  await t.rejects(lookup('far.example.com'), { code: 'ENOTFOUND', message: /loopback only/ });
  await sandbox.reset();
  t.equal((await ask('GET', '/v1/models', { token: organization.project_key })).status, 200);
});

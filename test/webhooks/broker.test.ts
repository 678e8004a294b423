// Tests deliveries through a real RabbitMQ. The broker only transports ids. A delivery whose message is lost is made
// later from the database.

import { Connection } from 'rabbitmq-client';
import t from 'tap';
import { Job } from '../../models/job.ts';
import { brokerCheck } from '../../services/maintenance/environment-checks.ts';
import { findingsOf } from '../../services/maintenance/finding.ts';
import * as kinds from '../../services/webhooks/job-kinds.ts';
import { type QueueNames, queueNames } from '../../services/webhooks/relay.ts';
import { startApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { startServer, until } from '../harness/process.ts';
import { control, createVirtualHost, sharedRabbitMq } from '../harness/rabbitmq.ts';
import { loopbackSettings, startReceiver, status } from '../harness/receiver.ts';
import { createHook, deliveryEnd, endBatch, readDelivery, sendEvent } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const node = await sharedRabbitMq();
t.teardown(() => node.stop());
const url = await createVirtualHost(node);
const app = await startApp(t, {
  ...loopbackSettings,
  SVC_BROKER_ENABLED: 'true',
  SVC_BROKER_URL: url,
  SVC_BROKER_PATIENCE_SECONDS: '20',
  SVC_WEBHOOK_RETRY_SCHEDULE_BROKER: '0.2,0.4,3600',
});
const { organizationKey: key } = await createTenant(app, await signUp(app, { isAdmin: true }));
const spy = new Connection(url);
t.teardown(() => spy.close());
const { relay } = app.app.services.webhooks;
await until(() => (relay?.answers() ? true : undefined));
const queues = relay?.queues as QueueNames;

/** Returns the number of a sample in the metrics, 0 if it is missing. */
async function metric(name: string): Promise<number> {
  const { text } = await app.request('GET', '/metrics');
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1] ?? 0);
}

const untilQueued = (queue: string, messages: number) =>
  until(async () => {
    // The queue may not exist, because the server declares deleted queues again.
    const found = await spy.queueDeclare({ queue, passive: true }).catch(() => undefined);
    return found?.messageCount === messages ? true : undefined;
  });

t.test('a delivery goes through the queue, and is made when the broker delivers its message', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const confirmed = await metric('svc_broker_confirm_duration_seconds_count');
  const batch = await endBatch(app, hook.projectId);
  const [post] = await receiver.wait(1);
  t.equal(post?.event.data.id, batch.id);
  t.equal(await metric('svc_broker_confirm_duration_seconds_count'), confirmed + 1);
});

t.test('the queues are durable quorum queues, with one for each delay and one for invalid messages', async (t) => {
  const listed = await control(
    node,
    'list_queues',
    '-p',
    url.split('/').at(-1) ?? '',
    '--silent',
    'name',
    'type',
    'durable',
    'arguments',
  );
  const rows = listed
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));
  t.same(
    rows.map(([name]) => name).sort(),
    [
      queues.deadLetters,
      queues.deliver,
      queues.parked,
      queues.retry(180),
      queues.retry(3240000),
      queues.retry(360),
    ].sort(),
  );
  for (const [name = '', type, durable] of rows) t.same([type, durable], ['quorum', 'true'], name);
});

t.test('a failed delivery waits in the dead-letter queue, and the retry worker repeats it', async (t) => {
  const receiver = await startReceiver(t);
  receiver.behave((response) => response.writeHead(receiver.received.length < 3 ? 500 : 204).end());
  const hook = await createHook(app, key, receiver.url);
  const startedAt = performance.now();
  const { id } = await sendEvent(app, hook);
  const end = await deliveryEnd(app, hook, id);
  t.match(end, { status: 'succeeded', attempt_count: 3 });
  t.ok(performance.now() - startedAt > 500, 'not before the delays of the schedule');
  // By the broker, not when the patience of the jobs is over.
  holdBound(t, 'a delivery with two retries, in ms', performance.now() - startedAt, 15_000);
});

t.test('a waiting message is in the queue of its delay, and contains only an id', async (t) => {
  const receiver = await startReceiver(t, { behaviour: status(500) });
  const hook = await createHook(app, key, receiver.url);
  const { id } = await sendEvent(app, hook);
  await until(async () => ((await readDelivery(app, hook, id)).attempt_count === 3 ? true : undefined));
  await untilQueued(queues.retry(3240000), 1);
  const message = await spy.basicGet({ queue: queues.retry(3240000), noAck: true });
  t.equal(String(message?.body), id);
  t.equal(message?.durable, true);
  const job = await Job.findOne({ where: { uniqueKey: id } });
  t.match(job, { kind: kinds.brokered, lease: null });
  t.ok(job && Math.abs(job.dueAt - Date.now() - 3_602_000) < 400_000, 'due without the broker some time later');
});

t.test('a lost message delays its delivery, and loses nothing', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  receiver.behave(status(500));
  const { id } = await sendEvent(app, hook);
  await until(async () => ((await readDelivery(app, hook, id)).attempt_count === 3 ? true : undefined));
  receiver.behave(status(204));
  await spy.queuePurge({ queue: queues.retry(3240000) });
  await Job.update({ dueAt: Date.now() }, { where: { uniqueKey: id } });
  app.app.services.queue.kick();
  t.match(await deliveryEnd(app, hook, id), { status: 'succeeded', attempt_count: 4 });
});

t.test('a repeated or obsolete message is harmless, and an invalid one is parked', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const { id } = await sendEvent(app, hook);
  await deliveryEnd(app, hook, id);
  const publisher = spy.createPublisher({ confirm: true });
  for (const text of [id, id, 'whdel_00000000000000000000000000', 'nonsense', '', '{"a":1}'])
    await publisher.send({ routingKey: queues.deliver, durable: true }, Buffer.from(text));
  await untilQueued(queues.parked, 3);
  await publisher.close();
  await sendEvent(app, hook);
  await receiver.wait(2);
  t.equal(receiver.received.length, 2, 'each delivery was made once, and others continue');
  await spy.queuePurge({ queue: queues.parked });
});

t.test('a deleted queue is declared again, and its pending deliveries continue', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  await spy.queueDelete({ queue: queues.retry(180) });
  const unconfirmed = await metric('svc_broker_unconfirmed_total');
  const startedAt = performance.now();
  receiver.behave((response) => response.writeHead(receiver.received.length < 2 ? 500 : 204).end());
  const { id } = await sendEvent(app, hook);
  t.match(await deliveryEnd(app, hook, id), { status: 'succeeded', attempt_count: 2 });
  await untilQueued(queues.retry(180), 0);
  t.equal(await metric('svc_broker_unconfirmed_total'), unconfirmed + 1);
  // At once, and not after the timeout of its job.
  holdBound(t, 'a delivery through a deleted queue, in ms', performance.now() - startedAt, 15_000);
});

t.test('the server is ready while its broker answers', async (t) => {
  const ready = await app.request('GET', '/readyz');
  t.equal(ready.status, 200);
  t.same(ready.body, { status: 'ready', checks: { database: 'ok', broker: 'ok' } });
});

t.test('another installation on the same virtual host has its own queues', async (t) => {
  const server = await startServer({
    SVC_DATA_DIR: t.testdir(),
    SVC_LOG_LEVEL: 'silent',
    SVC_BROKER_ENABLED: 'true',
    SVC_BROKER_URL: url,
  });
  t.teardown(() => server.end());
  await until(async () => ((await fetch(`${server.url}/readyz`)).status === 200 ? true : undefined));
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  // If the queues were shared, the other installation would take every second message and drop it.
  const startedAt = performance.now();
  for (let index = 0; index < 10; index += 1) await endBatch(app, hook.projectId);
  await receiver.wait(10);
  // No delivery waits for the timeout of its job.
  holdBound(t, 'ten deliveries beside another installation, in ms', performance.now() - startedAt, 15_000);
  const listed = await control(node, 'list_queues', '-p', url.split('/').at(-1) ?? '', '--silent', 'name');
  const ids = new Set(listed.match(/inst_\w+/g));
  t.equal(ids.size, 2);
  t.same(queueNames([...ids].find((id) => queues.deliver.endsWith(id)) ?? '').deliver, queues.deliver);
});

t.test('svc doctor tells a wrong password from a broker that is right', async (t) => {
  const check = (brokerUrl: string) =>
    findingsOf(
      brokerCheck({ ...app.app.services.config, broker: { ...app.app.services.config.broker, url: brokerUrl } }),
    );
  t.match(await check(url), [{ part: 'broker', state: 'ok' }]);
  t.match(await check(url.replace('guest:guest', 'guest:wrong')), [
    { part: 'broker', state: 'failed', message: /ACCESS.REFUSED.*Check SVC_BROKER_URL/i },
  ]);
});

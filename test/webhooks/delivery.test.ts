// Tests the life of a delivery: which responses are successes, when it is retried, and what ends it.

import t from 'tap';
import { database, sqlNowMs, transaction } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { WebhookAttempt } from '../../models/webhook-attempt.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import { loadConfig } from '../../services/settings/config.ts';
import * as kinds from '../../services/webhooks/job-kinds.ts';
import { createSchedule } from '../../services/webhooks/schedule.ts';
import { startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { until } from '../harness/process.ts';
import { loopbackSettings, startReceiver, status } from '../harness/receiver.ts';
import {
  createHook,
  deliveryEnd,
  endBatch,
  type Hooked,
  listDeliveries,
  readDelivery,
  sendEvent,
} from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { ...loopbackSettings, SVC_WEBHOOK_RETRY_SCHEDULE: '0.02,0.02,60,60' });
const { organizationKey: key } = await createTenant(app, await signUp(app, { isAdmin: true }));

const update = (hook: Hooked, body: object) =>
  app.request('POST', `/v1/organization/projects/${hook.projectId}`, { token: key, body });

/** Ends all waits of the delivery until it has ended. */
function hurry(hook: Hooked, id: string) {
  return until(async () => {
    await transaction((tx) => Job.makeLaneDue([kinds.retry, kinds.held], hook.projectId, tx));
    app.app.services.queue.kick();
    const delivery = await readDelivery(app, hook, id);
    return delivery.status === 'pending' ? undefined : delivery;
  });
}

/** Waits until the delivery has this number of attempts. */
function tried(hook: Hooked, id: string, times: number) {
  return until(async () => {
    const delivery = await readDelivery(app, hook, id);
    return delivery.attempt_count >= times ? delivery : undefined;
  });
}

t.test('any 2xx is a success, and nothing else is', async (t) => {
  for (const code of [200, 201, 202, 204, 299]) {
    const receiver = await startReceiver(t, { behaviour: status(code) });
    const hook = await createHook(app, key, receiver.url);
    const { id } = await sendEvent(app, hook);
    t.match(await deliveryEnd(app, hook, id), { status: 'succeeded', attempt_count: 1, last_response_status: code });
    t.equal(receiver.received.length, 1);
  }
  for (const [code, error] of [
    [301, 'redirect'],
    [304, 'redirect'],
    [400, 'http_status'],
    [404, 'http_status'],
    [418, 'http_status'],
    [500, 'http_status'],
    [503, 'http_status'],
  ] as const) {
    const receiver = await startReceiver(t, { behaviour: status(code) });
    const hook = await createHook(app, key, receiver.url);
    const { id } = await sendEvent(app, hook);
    t.match(await tried(hook, id, 3), { status: 'pending', last_error: error, last_response_status: code });
  }
});

t.test('a delivery ends after its last attempt', async (t) => {
  const receiver = await startReceiver(t, { behaviour: status(500) });
  const hook = await createHook(app, key, receiver.url);
  const { id } = await sendEvent(app, hook);
  const end = await hurry(hook, id);
  t.match(end, { status: 'failed', attempt_count: 5, next_attempt_at: null, last_error: 'http_status' });
  t.equal(receiver.received.length, 5);
  t.same(
    end.attempts.map(({ number }: { number: number }) => number),
    [1, 2, 3, 4, 5],
  );
  t.equal(await Job.count({ where: { uniqueKey: id } }), 0, 'no job remains');
});

t.test('410 ends the deliveries of its event at once, and no others', async (t) => {
  const receiver = await startReceiver(t, { behaviour: status(410) });
  const hook = await createHook(app, key, receiver.url);
  t.match(await deliveryEnd(app, hook, (await sendEvent(app, hook)).id), {
    status: 'failed',
    attempt_count: 1,
    last_error: 'gone',
  });
  receiver.behave(status(204));
  t.match(await deliveryEnd(app, hook, (await sendEvent(app, hook)).id), { status: 'succeeded' });
});

t.test('pending deliveries are cancelled when the webhook is removed or the project archived', async (t) => {
  for (const [change, error] of [
    [{ webhook_url: null }, 'webhook_removed'],
    [{ status: 'archived' }, 'project_archived'],
  ] as const) {
    const receiver = await startReceiver(t, { behaviour: status(500) });
    const hook = await createHook(app, key, receiver.url);
    const { id } = await sendEvent(app, hook);
    await tried(hook, id, 3);
    await update(hook, change);
    t.match(await hurry(hook, id), { status: 'cancelled', last_error: error, attempt_count: 3 });
    await endBatch(app, hook.projectId);
    t.equal((await listDeliveries(app, hook)).length, 1, 'and no new delivery is created');
    t.equal(receiver.received.length, 3);
  }
});

t.test('the address is read again for each attempt', async (t) => {
  const old = await startReceiver(t, { behaviour: status(500) });
  const renewed = await startReceiver(t);
  const hook = await createHook(app, key, old.url);
  const { id } = await sendEvent(app, hook);
  await tried(hook, id, 3);
  await update(hook, { webhook_url: renewed.url });
  const end = await hurry(hook, id);
  t.equal(end.status, 'succeeded');
  t.same(
    end.attempts.map(({ url }: { url: string }) => url),
    [old.url, old.url, old.url, renewed.url],
  );
});

t.test('Retry-After is respected within bounds', async (t) => {
  for (const [code, asked, expected] of [
    [503, '120', 120],
    [429, '120', 120],
    [503, '1', 60],
    [503, '999999', 3600],
    [503, 'soon', 60],
    [500, '120', 60],
  ] as const) {
    const receiver = await startReceiver(t, { behaviour: status(500) });
    receiver.behave((response) =>
      response.writeHead(receiver.received.length < 3 ? 500 : code, { 'retry-after': asked }).end(),
    );
    const hook = await createHook(app, key, receiver.url);
    const { id } = await sendEvent(app, hook);
    const { next_attempt_at: next, attempts } = await tried(hook, id, 3);
    const waitSeconds = next - attempts.at(-1).started_at;
    t.ok(waitSeconds > expected * 0.8 && waitSeconds < expected * 1.12, `${code} ${asked}: ${waitSeconds}`);
  }
});

t.test('an attempt is recorded before the receiver sees its first byte', async (t) => {
  const receiver = await startReceiver(t);
  const seen: string[] = [];
  receiver.behave((response, { headers }) => {
    void WebhookAttempt.findByPk(String(headers['webhook-id'])).then((attempt) => {
      seen.push(attempt?.status ?? 'nothing');
      response.writeHead(204).end();
    });
  });
  const hook = await createHook(app, key, receiver.url);
  await deliveryEnd(app, hook, (await sendEvent(app, hook)).id);
  t.same(seen, ['sending']);
});

t.test('a delivery whose attempt ends while it is read shows as many attempts as it counts', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const answer = Promise.withResolvers<void>();
  receiver.behave((response) => void answer.promise.then(() => response.writeHead(204).end()));
  const { id } = await sendEvent(app, hook);
  await receiver.wait(1);
  const readAttempts = WebhookAttempt.ofDelivery;
  t.teardown(() => {
    WebhookAttempt.ofDelivery = readAttempts;
  });
  WebhookAttempt.ofDelivery = async (...args) => {
    WebhookAttempt.ofDelivery = readAttempts;
    answer.resolve();
    await until(() => WebhookDelivery.findOne({ where: { id, status: 'succeeded' } }).then((row) => row ?? undefined));
    return readAttempts(...args);
  };
  const { attempt_count, attempts } = await readDelivery(app, hook, id);
  t.match({ attempt_count, attempts }, { attempt_count: 0, attempts: [{ status: 'sending' }] });
  t.match(await readDelivery(app, hook, id), { attempt_count: 1, attempts: [{ status: 'succeeded' }] });
});

t.test('an attempt that a dead worker left open is marked, repeated, and not counted as a failure', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  receiver.behave(() => undefined);
  const { id } = await sendEvent(app, hook);
  await receiver.wait(1);
  // The state after the death of a worker: the lease has expired, and nobody records the outcome.
  receiver.behave(status(204));
  await database().sequelize.query(`UPDATE jobs SET due_at = ${sqlNowMs()} - 1 WHERE unique_key = ?`, {
    replacements: [id],
  });
  app.app.services.queue.kick();
  const end = await deliveryEnd(app, hook, id);
  t.match(end, { status: 'succeeded', attempt_count: 1 });
  t.match(end.attempts, [
    { number: 1, status: 'interrupted', error: 'interrupted' },
    { number: 2, status: 'succeeded' },
  ]);
  t.equal(receiver.received[0]?.event.id, receiver.received[1]?.event.id);
  t.match((await app.request('GET', '/metrics')).text, /svc_queue_lease_expiries_total\{kind="webhook-delivery"\} 1/);
});

t.test('a worker that lost its job records the outcome, and decides nothing', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const lease = 'another worker';
  const take = (id: string) => Job.update({ lease }, { where: { uniqueKey: id } });
  receiver.behave((response) => {
    void listDeliveries(app, hook)
      .then(([{ id }]) => take(id))
      .then(() => response.writeHead(204).end());
  });
  const { id } = await sendEvent(app, hook);
  const seen = await until(async () => {
    const delivery = await readDelivery(app, hook, id);
    return delivery.attempts[0]?.status === 'succeeded' ? delivery : undefined;
  });
  t.match(seen, { status: 'pending', attempt_count: 0, ended_at: null }, 'the other worker decides the outcome');
  t.match(await Job.findOne({ where: { uniqueKey: id }, raw: true }), { lease }, 'which still has the job');
  // The other worker dies too, and a third one makes the delivery.
  receiver.behave(status(500));
  await Job.update({ lease: null }, { where: { uniqueKey: id } });
  app.app.services.queue.kick();
  t.match(await tried(hook, id, 1), { attempts: [{ status: 'succeeded' }, { status: 'failed' }] });
});

t.test('a clock jump neither hurries waiting deliveries nor delays due ones', async (t) => {
  const failing = await startReceiver(t, { behaviour: status(500) });
  const receiver = await startReceiver(t);
  const [waiting, due] = [await createHook(app, key, failing.url), await createHook(app, key, receiver.url)];
  const { id } = await sendEvent(app, waiting);
  await tried(waiting, id, 3);
  for (const jumpMs of [3_600_000, -3_600_000]) {
    shiftClock(jumpMs);
    t.match(await deliveryEnd(app, due, (await sendEvent(app, due)).id), { status: 'succeeded' });
    t.equal((await readDelivery(app, waiting, id)).attempt_count, 3);
    shiftClock(-jumpMs);
  }
  t.equal(failing.received.length, 3);
});

t.test('the metrics show attempts by outcome, and pending deliveries', async (t) => {
  const { text } = await app.request('GET', '/metrics');
  for (const outcome of ['succeeded', 'failed'])
    t.match(text, new RegExp(`svc_webhook_attempt_duration_seconds_count\\{outcome="${outcome}"\\} [1-9]`));
  t.match(text, /^svc_webhook_queue_age_seconds \d/m);
  t.match(text, /^svc_webhook_delivery_lag_seconds_count [1-9]/m);
  t.match(text, /^svc_queue_backlog_age_seconds\{kind="housekeeping"\} \d/m);
  t.match(text, /^svc_database_pool_wait_seconds_count\{pool="transactions"\} [1-9]/m);
  if (app.database.url !== '') t.match(text, /^svc_database_pool_wait_seconds_count\{pool="reads"\} [1-9]/m);
});

t.test('by default there are 7 attempts over 43 minutes, and with a broker 11 over 3 days', async (t) => {
  const broker = { SVC_BROKER_ENABLED: 'true', SVC_BROKER_URL: 'amqp://127.0.0.1' };
  for (const [settings, attempts, seconds, hot] of [
    [{}, 7, 2556, 2],
    [broker, 11, 269_765, 0],
  ] as const) {
    const schedule = createSchedule(loadConfig(settings));
    const delays: number[] = [];
    for (let ended = 1; ; ended += 1) {
      const next = schedule.next(ended, 500, undefined);
      if (next === undefined) break;
      delays.push(next.delayMs / 1000);
      t.equal(next.soon, ended <= hot);
    }
    t.equal(delays.length + 1, attempts);
    const sum = delays.reduce((a, b) => a + b);
    t.ok(sum > seconds * 0.9 && sum < seconds * 1.1, `${sum} s`);
  }
});

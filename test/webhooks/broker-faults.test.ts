// Tests a broker that is missing, blocked by an alarm, killed, or loses its disk: deliveries are delayed and not lost,
// and the API is not affected.

import t, { type Test } from 'tap';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { startApp, type TestApp } from '../harness/app.ts';
import { holdBound } from '../harness/clock.ts';
import { createField, drained, endLeases, faultSettings, holdAgainst, rounds } from '../harness/faults.ts';
import { until } from '../harness/process.ts';
import { control, startRabbitMq } from '../harness/rabbitmq.ts';
import { startReceiver, status } from '../harness/receiver.ts';
import { createHook, deliveryEnd, endBatch, sendEvent } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

// The timeout of the file is long, because it starts and kills processes, possibly on a busy machine.
t.setTimeout(600_000);

/** A node of this file's own, because the tests kill it. */
const node = await startRabbitMq();
t.teardown(() => node.stop());

const brokerSettings = (url: string) => ({
  SVC_BROKER_ENABLED: 'true',
  SVC_BROKER_URL: url,
  SVC_BROKER_PATIENCE_SECONDS: '2',
  SVC_WEBHOOK_RETRY_SCHEDULE_BROKER: '0.1,0.2,0.3,0.5,0.5,1,1,1',
});

async function start(t: Test, settings: Record<string, string>): Promise<{ app: TestApp; key: string }> {
  const app = await startApp(t, { ...faultSettings, ...settings });
  return { app, key: (await createTenant(app, await signUp(app, { isAdmin: true }))).organizationKey };
}

const readiness = async (app: TestApp) => {
  const { status, body } = await app.request('GET', '/readyz');
  return { status, broker: body.checks.broker };
};

/** Waits until the server reports this state of its broker. On a timeout, the error contains the broker's own state. */
async function untilBroker(app: TestApp, broker: string): Promise<void> {
  let last = '';
  await until(async () => {
    last = (await readiness(app)).broker;
    return last === broker ? true : undefined;
  }).catch(async (cause: unknown) => {
    const told = await Promise.all(
      [control(node, 'status'), control(node, 'list_connections')].map((one) => one.catch(String)),
    );
    throw new Error(`The broker is '${last}', and was to be '${broker}'. ${told.join('\n')}`, { cause });
  });
}

t.test('a server without its broker starts, reports it, and still delivers', async (t) => {
  const settings = { ...brokerSettings(`amqp://127.0.0.1:${await freePort()}`), SVC_RUN_WORKERS: 'true' };
  const { app, key } = await start(t, settings);
  t.same(await readiness(app), { status: 503, broker: 'unavailable' });
  const receiver = await startReceiver(t, { behaviour: status(500) });
  receiver.behave((response) => response.writeHead(receiver.received.length < 2 ? 500 : 204).end());
  const hook = await createHook(app, key, receiver.url);
  t.match(await deliveryEnd(app, hook, (await sendEvent(app, hook)).id), { status: 'succeeded', attempt_count: 2 });
});

t.test('a broker under an alarm blocks neither the API nor a delivery', async (t) => {
  const { app, key } = await start(t, { ...brokerSettings(node.url), SVC_RUN_WORKERS: 'true' });
  await untilBroker(app, 'ok');
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  await control(node, 'set_vm_memory_high_watermark', '0.000001');
  const sent: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    const startedAt = performance.now();
    sent.push((await endBatch(app, hook.projectId)).id);
    holdBound(t, 'an event while the broker has an alarm, in ms', performance.now() - startedAt, 8000);
  }
  await receiver.wait(10);
  await control(node, 'set_vm_memory_high_watermark', '0.4');
  await untilBroker(app, 'ok');
  sent.push((await endBatch(app, hook.projectId)).id);
  await receiver.wait(11);
  t.same(new Set(receiver.received.map(({ event }) => event.data.id)), new Set(sent));
});

const restarts = Math.ceil(rounds / 2);

t.test(`nothing is lost when workers and the broker are killed, and its disk is lost, ${restarts} times`, async (t) => {
  const settings = brokerSettings(node.url);
  const { app, key } = await start(t, settings);
  const field = await createField(t, app, key, { settings });
  for (let round = 0; round < restarts; round += 1) {
    let worker = await field.worker();
    const before = field.accepted.length;
    const emitting = field.emit(60);
    await until(() => (field.accepted.length > before + 3 ? true : undefined));
    await node.kill();
    if (round % 2 === 0) await node.wipe();
    await emitting;
    if (round % 3 === 2) {
      await worker.end('SIGKILL');
      await endLeases();
      worker = await field.worker();
    }
    await node.restart();
    const backAt = performance.now();
    await until(() => (field.accepted.length > before + 30 ? true : undefined));
    t.comment(
      `round ${round}: half of the events were delivered ${Math.round(performance.now() - backAt)} ms after the broker was back`,
    );
    await worker.end('SIGKILL');
    await endLeases();
  }
  await field.worker();
  await drained(120_000);
  await holdAgainst(t, field);
});

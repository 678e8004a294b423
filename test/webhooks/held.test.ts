// Tests a delivery that is held back because its endpoint fails, while this endpoint recovers.

import t from 'tap';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { WebhookEndpoint } from '../../models/webhook-endpoint.ts';
import { DeliveryStore } from '../../services/webhooks/delivery-store.ts';
import { recordHealth } from '../../services/webhooks/health.ts';
import * as kinds from '../../services/webhooks/job-kinds.ts';
import { startApp } from '../harness/app.ts';
import { loopbackSettings } from '../harness/receiver.ts';
import { createHook, endBatch } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, { ...loopbackSettings, SVC_RUN_WORKERS: 'false' });
const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
const store = new DeliveryStore(async () => undefined);
const heldMs = 90_000;

/** Returns a delivery of a failing endpoint that was just decided to be held. `settle` records the decision. */
async function decideToWait(kind: string = kinds.held) {
  const { projectId } = await createHook(app, organizationKey, 'https://127.0.0.1:9443/');
  await endBatch(app, projectId);
  const now = Date.now();
  const failing = { projectId, consecutiveFailures: 5, firstFailureAt: now, nextProbeAt: now + heldMs, probeUntil: 0 };
  await transaction((tx) => WebhookEndpoint.put([failing], tx));
  const { jobs } = await Job.claim(kinds.delivery, 1, 30_000);
  const job = jobs[0];
  if (job === undefined) throw new Error('There is no job to claim');
  const step = await store.begin({ deliveryId: JSON.parse(job.payload), job, claims: 1 });
  if (step.kind !== 'wait') throw new Error(`It does not wait: ${step.kind}`);
  const { delivery } = step;
  const change = {
    id: delivery.id,
    status: 'pending',
    attemptCount: 0,
    nextAttemptAt: nowSeconds() + heldMs / 1000,
    endedAt: null,
    lastError: null,
    lastResponseStatus: undefined,
  } as const;
  return {
    projectId,
    settle: async () => {
      await store.settle({ job, delivery, change, next: { kind, delayMs: heldMs } });
      return (await Job.findByPk(job.id)) as Job;
    },
  };
}

t.test('a held delivery waits while the endpoint still fails', async (t) => {
  const { settle } = await decideToWait();
  const held = await settle();
  t.match(held, { kind: kinds.held, lease: null });
  t.ok(Number(held.dueAt) > Date.now() + heldMs / 2);
});

t.test('a held delivery continues at once if the endpoint recovered meanwhile', async (t) => {
  const { projectId, settle } = await decideToWait();
  await transaction((tx) => WebhookEndpoint.recovered([projectId], tx));
  const held = await settle();
  t.match(held, { kind: kinds.held, lease: null });
  t.ok(Number(held.dueAt) <= Date.now() + 5000, `due in ${Number(held.dueAt) - Date.now()} ms`);
});

t.test('a held retry continues at once if the address changed, and with a broker too', async (t) => {
  for (const kind of [kinds.retry, kinds.brokered]) {
    const { projectId, settle } = await decideToWait(kind);
    const waiting = await settle();
    t.match(waiting, { kind, lease: null });
    t.ok(Number(waiting.dueAt) > Date.now() + heldMs / 2);
    const change = { token: organizationKey, body: { webhook_url: 'https://127.0.0.1:9444/' } };
    t.equal((await app.request('POST', `/v1/organization/projects/${projectId}`, change)).status, 200);
    t.ok(Number((await waiting.reload()).dueAt) <= Date.now() + 5000, kind);
  }
});

t.test(
  'a held delivery continues at once if the address changed, and results of the old address do not count',
  async (t) => {
    const { projectId, settle } = await decideToWait();
    const held = await settle();
    const change = (webhook_url: string) =>
      app.request('POST', `/v1/organization/projects/${projectId}`, { token: organizationKey, body: { webhook_url } });
    t.equal((await change('https://127.0.0.1:9443/')).status, 200);
    t.ok(Number((await held.reload()).dueAt) > Date.now() + heldMs / 2, 'setting the same address changes nothing');
    t.equal((await change('https://127.0.0.1:9444/')).status, 200);
    t.ok(Number((await held.reload()).dueAt) <= Date.now() + 5000, 'the held delivery is due');
    t.equal(await WebhookEndpoint.findByPk(projectId), null);
    const sign = { projectId, succeeded: false, wasFailing: true };
    const note = (url: string) =>
      transaction((tx) => recordHealth([{ ...sign, url }], new Set(), async () => undefined, tx));
    await note('https://127.0.0.1:9443/');
    t.equal(await WebhookEndpoint.findByPk(projectId), null, 'an attempt that was in flight to the old address');
    await note('https://127.0.0.1:9444/');
    t.equal((await WebhookEndpoint.findByPk(projectId))?.consecutiveFailures, 1);
  },
);

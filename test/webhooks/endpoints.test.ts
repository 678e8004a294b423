// Tests endpoints that hang, fail, recover or stay down, beside healthy ones.

import t from 'tap';
import { Job } from '../../models/job.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import { WebhookEndpoint } from '../../models/webhook-endpoint.ts';
import * as kinds from '../../services/webhooks/job-kinds.ts';
import { until } from '../harness/process.ts';
import { loopbackSettings, startReceiver, status } from '../harness/receiver.ts';
import { startSmtp } from '../harness/smtp.ts';
import { createHook, deliveryEnd, endBatch, type Hooked, sendEvent, sendTest } from '../harness/webhooks.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, {
  ...loopbackSettings,
  SVC_SMTP_URL: smtp.url,
  SVC_WEBHOOK_RETRY_SCHEDULE: '0.02,0.1,0.5,1,2,60',
  SVC_WEBHOOK_TIMEOUT_SECONDS: '4',
});
const tenant = await createTenant(app, admin);
const { organizationKey: key } = tenant;

const count = (hook: Hooked, status: string) => WebhookDelivery.count({ where: { projectId: hook.projectId, status } });
const untilCount = (hook: Hooked, status: string, wanted: number) =>
  until(async () => ((await count(hook, status)) === wanted ? true : undefined));

async function endBatches(hook: Hooked, times: number): Promise<void> {
  for (let index = 0; index < times; index += 1) await endBatch(app, hook.projectId);
}

function percentile(values: number[], share: number): number {
  return values.sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

t.test('an unresponsive endpoint does not delay another', async (t) => {
  let open = 0;
  let most = 0;
  const hanging = await startReceiver(t, {
    behaviour: (response) => {
      open += 1;
      most = Math.max(most, open);
      response.once('close', () => {
        open -= 1;
      });
    },
  });
  const healthy = await startReceiver(t);
  const [slow, quick] = [await createHook(app, key, hanging.url), await createHook(app, key, healthy.url)];
  const deliverOne = async (): Promise<number> => {
    const startedAt = performance.now();
    const before = healthy.received.length;
    await endBatch(app, quick.projectId);
    await healthy.wait(before + 1);
    return performance.now() - startedAt;
  };
  const alone: number[] = [];
  for (let index = 0; index < 30; index += 1) alone.push(await deliverOne());
  await endBatches(slow, 300);
  const beside: number[] = [];
  for (let index = 0; index < 60; index += 1) beside.push(await deliverOne());
  const [medianAlone, median] = [percentile(alone, 0.5), percentile(beside, 0.5)];
  t.comment(`median ${Math.round(medianAlone)} ms alone, ${Math.round(median)} ms beside an unresponsive endpoint`);
  // If they waited behind the others, each would take until the next poll (1 s) or a timeout (4 s). Uses the median,
  // because a busy machine delays a few deliveries anyway.
  t.ok(median < Math.max(200, 5 * medianAlone), `median ${median} ms`);
  t.ok(most <= 8, `${most} deliveries are in flight at once`);
  await hanging.close();
});

t.test('no endpoint has more than eight concurrent deliveries', async (t) => {
  let open = 0;
  let most = 0;
  const receiver = await startReceiver(t, {
    behaviour: (response) => {
      open += 1;
      most = Math.max(most, open);
      setTimeout(() => {
        open -= 1;
        response.writeHead(204).end();
      }, 5);
    },
  });
  const hook = await createHook(app, key, receiver.url);
  await endBatches(hook, 100);
  await untilCount(hook, 'succeeded', 100);
  t.equal(new Set(receiver.received.map(({ event }) => event.id)).size, 100);
  t.ok(most <= 8, `${most}`);
});

t.test(
  'after five failures in a row one attempt at a time probes the endpoint, and a success releases the others',
  async (t) => {
    const receiver = await startReceiver(t, { behaviour: status(500) });
    const hook = await createHook(app, key, receiver.url);
    await endBatches(hook, 40);
    await until(async () =>
      ((await WebhookEndpoint.findByPk(hook.projectId))?.consecutiveFailures ?? 0) >= 5 ? true : undefined,
    );
    // Deliveries that were in flight at the fifth failure still arrive. After that there is one at a time, at growing
    // intervals.
    const seen = receiver.received.length;
    t.ok(seen < 40, `${seen} of 40 deliveries sufficed`);
    receiver.behave(status(204));
    await untilCount(hook, 'succeeded', 40);
    t.match(await WebhookEndpoint.findByPk(hook.projectId), { consecutiveFailures: 0 });
  },
);

t.test('a delivery that a person requests is attempted at once, even while the endpoint fails', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const later = Date.now() + 3_600_000;
  await WebhookEndpoint.create({
    projectId: hook.projectId,
    consecutiveFailures: 50,
    firstFailureAt: Date.now(),
    nextProbeAt: later,
    probeUntil: 0,
  });
  await endBatch(app, hook.projectId);
  const { id } = await sendTest(app, hook);
  t.match(await deliveryEnd(app, hook, id), { status: 'succeeded' });
  await untilCount(hook, 'succeeded', 2);
  t.equal(receiver.received.length, 2, 'and its success releases the other delivery');
});

t.test('an endpoint that fails for five days is switched off, and an update switches it on', async (t) => {
  const receiver = await startReceiver(t, { behaviour: status(500) });
  const hook = await createHook(app, key, `${receiver.url}?token=hidden`);
  const row = { projectId: hook.projectId, consecutiveFailures: 20, nextProbeAt: 0, probeUntil: 0 };
  const days = 86_400_000;
  await WebhookEndpoint.create({ ...row, firstFailureAt: Date.now() - 4.9 * days });
  const first = await sendEvent(app, hook);
  // Waits until the failure is recorded, so that it does not coincide with the change below.
  await until(async () => (await Job.findOne({ where: { uniqueKey: first.id, kind: kinds.held } })) ?? undefined);
  const project = async () =>
    (await app.request('GET', `/v1/organization/projects/${hook.projectId}`, { token: key })).body;
  t.equal((await project()).webhook_disabled_at, null, 'not yet');
  await WebhookEndpoint.update(
    { firstFailureAt: Date.now() - 5 * days - 1000, nextProbeAt: 0 },
    { where: { projectId: hook.projectId } },
  );
  await sendEvent(app, hook);
  await until(async () => (await project()).webhook_disabled_at ?? undefined);
  const mail = await smtp.mailTo(tenant.owner.email);
  t.match(mail.headers.get('subject'), /was switched off/, "the organization's owner is notified");
  t.match(mail.text, hook.projectId);
  t.notMatch(mail.text, /hidden/, 'the query of the address may be secret');
  const audited = await app.request('GET', '/v1/organization/audit_logs?event_types=project.updated&limit=1', {
    token: key,
  });
  t.match(audited.body.data[0], {
    target_id: hook.projectId,
    actor: { session: { origin: 'server' } },
    'project.updated': {
      changes_requested: { webhook_disabled_at: Number },
      previous_values: { webhook_disabled_at: null },
    },
  });
  t.match(await deliveryEnd(app, hook, first.id), { status: 'disabled', last_error: 'webhook_disabled' });
  await untilCount(hook, 'pending', 0);
  await endBatch(app, hook.projectId);
  t.equal(await count(hook, 'pending'), 0, 'new events are recorded, and not sent');
  const refused = await app.request('POST', `/v1/organization/projects/${hook.projectId}/webhook_test`, {
    token: key,
    body: { type: 'vector_store.file_batch.failed' },
  });
  t.equal(refused.status, 409);
  t.equal(refused.body.error.code, 'webhook_disabled');
  receiver.behave(status(204));
  await app.request('POST', `/v1/organization/projects/${hook.projectId}`, {
    token: key,
    body: { webhook_url: receiver.url },
  });
  t.equal((await project()).webhook_disabled_at, null);
  t.match(await deliveryEnd(app, hook, (await sendEvent(app, hook)).id), { status: 'succeeded' });
  t.equal(smtp.mails.length, 1, 'only once');
});

t.test('a disabled owner is not notified', async (t) => {
  const { owner, organizationKey } = await createTenant(app, admin);
  const receiver = await startReceiver(t, { behaviour: status(500) });
  const hook = await createHook(app, organizationKey, receiver.url);
  const failing = { consecutiveFailures: 20, firstFailureAt: Date.now() - 6 * 86_400_000 };
  await WebhookEndpoint.create({ ...failing, projectId: hook.projectId, nextProbeAt: 0, probeUntil: 0 });
  // The owner's keys stop within seconds, so the rest of the test uses none.
  await User.update({ disabled: true }, { where: { id: owner.id } });
  await endBatch(app, hook.projectId);
  await until(async () => (await Project.findByPk(hook.projectId))?.webhookDisabledAt ?? undefined);
  // The job of an email commits in the same transaction, and stays until the email is sent.
  await until(async () => ((await Job.count({ where: { kind: 'mail' } })) === 0 ? true : undefined));
  t.equal(smtp.mails.filter(({ to }) => to.includes(owner.email)).length, 0);
});

t.test(
  'an endpoint that is removed during its last attempt is not switched off, and the attempt is recorded',
  async (t) => {
    const receiver = await startReceiver(t, {
      behaviour: (response) => {
        const body = { webhook_url: null };
        void app
          .request('POST', `/v1/organization/projects/${hook.projectId}`, { token: key, body })
          .then(() => response.writeHead(500).end());
      },
    });
    const hook = await createHook(app, key, receiver.url);
    await WebhookEndpoint.create({
      projectId: hook.projectId,
      consecutiveFailures: 20,
      firstFailureAt: Date.now() - 6 * 86_400_000,
      nextProbeAt: 0,
      probeUntil: 0,
    });
    const mails = smtp.mails.length;
    const { id } = await sendEvent(app, hook);
    const delivery = await deliveryEnd(app, hook, id);
    t.match(delivery, { status: 'cancelled', last_error: 'webhook_removed' });
    t.match(delivery.attempts, [{ status: 'failed', response_status: 500 }]);
    t.equal(receiver.received.length, 1);
    const { body } = await app.request('GET', `/v1/organization/projects/${hook.projectId}`, { token: key });
    t.match(body, { webhook_url: null, webhook_disabled_at: null });
    t.equal(smtp.mails.length, mails, 'nobody is notified');
  },
);

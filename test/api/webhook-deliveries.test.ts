import t from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { transaction } from '../../models/connection.ts';
import { emitFileBatchEvent } from '../../services/webhooks/events.ts';
import { shiftClock } from '../harness/clock.ts';
import { until } from '../harness/process.ts';
import { loopbackSettings, startReceiver, status } from '../harness/receiver.ts';
import {
  createHook,
  deliveryEnd,
  endBatch,
  endedBatch,
  listDeliveries,
  readDelivery,
  sendEvent,
  sendTest,
} from '../harness/webhooks.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { ...loopbackSettings, SVC_WEBHOOK_RETRY_SCHEDULE: '0.05,0.05,30' });
const { organizationKey: key, owner, member } = await createTenant(app, admin);

t.test('a test event is tried once, also when it is resent', async (t) => {
  const receiver = await startReceiver(t);
  receiver.behave(status(500));
  const hook = await createHook(app, key, receiver.url);
  const test = await sendTest(app, hook);
  const failed = { status: 'failed', attempt_count: 1, next_attempt_at: null, attempts: { length: 1 } };
  t.match(await deliveryEnd(app, hook, test.id), failed);
  const path = `/v1/organization/projects/${hook.projectId}/webhook_deliveries/${test.id}/resend`;
  const { body: again } = await app.request('POST', path, { token: key });
  t.match(await deliveryEnd(app, hook, again.id), failed);
  t.equal(receiver.received.length, 2);
});

t.test('of 40 test events at once 30 are sent, and no more in any minute, resent ones included', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const path = `/v1/organization/projects/${hook.projectId}`;
  const test = () =>
    app.request('POST', `${path}/webhook_test`, { token: key, body: { type: 'vector_store.file_batch.completed' } });
  const first = await test();
  shiftClock(10_000, t);
  const answers = await Promise.all(Array.from({ length: 40 }, test));
  t.equal(answers.filter(({ status }) => status === 200).length, 29);
  const refused = answers.filter(({ status }) => status === 429);
  t.ok(refused.length > 0);
  t.match(refused[0]?.body.error, { code: 'rate_limit_exceeded', type: 'requests' });
  const seconds = Number(refused[0]?.headers.get('retry-after'));
  t.ok(seconds >= 1 && seconds <= 51, `${seconds} s`);
  const resend = (id: string) => app.request('POST', `${path}/webhook_deliveries/${id}/resend`, { token: key });
  t.equal((await resend(first.body.id)).status, 429);
  const real = await sendEvent(app, hook);
  t.equal((await resend(real.id)).status, 200, 'a real event is resent');
  shiftClock(51_000, t);
  t.equal((await resend(first.body.id)).status, 200, 'the first is older than a minute');
  const other = await createHook(app, key, receiver.url);
  t.ok((await sendTest(app, other)).id, 'another project has its own limit');
});

t.test('members see no query of a webhook address, and the audit log has none', async (t) => {
  const receiver = await startReceiver(t);
  const url = `${receiver.url}?token=a-secret-of-the-receiver`;
  const shown = `${receiver.url}?••••••••`;
  const hook = await createHook(app, key, url);
  const path = `/v1/organization/projects/${hook.projectId}`;
  await app.request('POST', path, { token: owner.token, body: { webhook_url: `${url}&b` } });
  const { id } = await sendTest(app, hook);
  await deliveryEnd(app, hook, id);
  const read = (token: string, at: string) => app.request('GET', at, { token });
  for (const token of [owner.token, key]) {
    t.equal((await read(token, path)).body.webhook_url, `${url}&b`);
    t.equal((await read(token, `${path}/webhook_deliveries/${id}`)).body.attempts[0].url, `${url}&b`);
  }
  t.equal((await read(member.token, path)).body.webhook_url, shown);
  const all = await read(member.token, '/v1/organization/projects?limit=100');
  t.equal(all.body.data.find((one: { id: string }) => one.id === hook.projectId).webhook_url, shown);
  const detail = await read(member.token, `${path}/webhook_deliveries/${id}`);
  t.equal(detail.body.attempts[0].url, shown);
  for (const { text } of [all, detail]) t.notMatch(text, 'a-secret-of-the-receiver');

  const audit = await read(owner.token, '/v1/organization/audit_logs?limit=100');
  t.notMatch(audit.text, 'a-secret-of-the-receiver');
  const changed = audit.body.data.find((one: { type: string }) => one.type === 'project.updated');
  t.match(changed['project.updated'], {
    changes_requested: { webhook_url: shown },
    previous_values: { webhook_url: shown },
  });
  const rows = await AuditEntry.findAll({ where: { projectId: hook.projectId } });
  t.notMatch(rows.map(({ details }) => details).join(), 'a-secret-of-the-receiver', 'nor do the rows');
  const [row] = rows.filter(({ type }) => type === 'project.created');
  const details = JSON.stringify({ webhook_url: url });
  await AuditEntry.update({ details }, { where: { id: row?.id ?? '' } });
  const old = await read(owner.token, '/v1/organization/audit_logs?limit=100');
  t.notMatch(old.text, 'a-secret-of-the-receiver', 'an entry from before the upgrade');
});

t.test("a delivery shows its attempts with the receiver's responses", async (t) => {
  const receiver = await startReceiver(t);
  let posts = 0;
  receiver.behave((response) => {
    posts += 1;
    if (posts === 1) response.writeHead(500).end('out of \u0000 order');
    else response.writeHead(200).end('thanks');
  });
  const hook = await createHook(app, key, receiver.url);
  const { id } = await sendEvent(app, hook);
  const end = await deliveryEnd(app, hook, id);
  t.match(end, { status: 'succeeded', attempt_count: 2, last_error: null, last_response_status: 200 });
  const [first, second] = end.attempts;
  t.match(first, {
    object: 'webhook.attempt',
    number: 1,
    status: 'failed',
    error: 'http_status',
    response_status: 500,
    response_body: 'out of \uFFFD order',
    url: receiver.url,
  });
  t.match(second, { number: 2, status: 'succeeded', error: null, response_status: 200, response_body: 'thanks' });
  t.same(
    receiver.received.map(({ headers }) => headers['webhook-id']),
    [first.webhook_id, second.webhook_id],
  );
  t.same([first.id, second.id], [first.webhook_id, second.webhook_id], 'each attempt has its own id');
});

t.test('a pending delivery shows the time of its next attempt', async (t) => {
  const receiver = await startReceiver(t, { behaviour: status(503) });
  const hook = await createHook(app, key, receiver.url);
  const { id } = await sendEvent(app, hook);
  const delivery = await until(async () => {
    const seen = await readDelivery(app, hook, id);
    return seen.attempt_count === 3 ? seen : undefined;
  });
  t.match(delivery, { status: 'pending', attempt_count: 3, last_error: 'http_status', last_response_status: 503 });
  t.ok(Math.abs(delivery.next_attempt_at - delivery.attempts.at(-1).started_at - 30) < 5);
});

t.test('a batch emits one event, however often it ends', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const batch = endedBatch(hook.projectId, 'failed');
  await Promise.all([1, 2, 3, 4].map(() => endBatch(app, hook.projectId, batch)));
  await receiver.wait(1);
  t.equal((await listDeliveries(app, hook)).length, 1);
});

t.test('a rolled back transaction emits no event', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  await t.rejects(
    transaction(async (tx) => {
      await emitFileBatchEvent(endedBatch(hook.projectId), tx, app.app.services);
      throw new Error('no');
    }),
  );
  await endBatch(app, hook.projectId);
  await receiver.wait(1);
  t.equal((await listDeliveries(app, hook)).length, 1);
});

t.test('deliveries are listed newest first, and filtered by status', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  const ids: string[] = [];
  for (let index = 0; index < 3; index += 1) ids.push((await sendTest(app, hook)).id);
  for (const id of ids) await deliveryEnd(app, hook, id);
  const listed = async (query = {}) => (await listDeliveries(app, hook, query)).map(({ id }: { id: string }) => id);
  t.same(await listed(), ids.toReversed());
  t.same(await listed({ order: 'asc', limit: '2' }), ids.slice(0, 2));
  t.same(await listed({ after: ids[1] ?? '' }), [ids[0]]);
  t.same(await listed({ status: 'succeeded' }), ids.toReversed());
  t.same(await listed({ status: 'pending' }), []);
});

import t from 'tap';
import { transaction } from '../../models/connection.ts';
import { emitFileBatchEvent } from '../../services/webhooks/events.ts';
import { loopbackSettings, startReceiver } from '../harness/receiver.ts';
import { createHook, endBatch, endedBatch, listDeliveries } from '../harness/webhooks.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, loopbackSettings);
const { organizationKey: key } = await createTenant(app, admin);

async function newProject(): Promise<string> {
  const { body } = await app.request('POST', '/v1/organization/projects', { token: key, body: { name: 'Listened' } });
  return body.id;
}

const path = (projectId: string) => `/v1/organization/projects/${projectId}/webhook_events`;

async function poll(projectId: string, query: Record<string, string> = {}) {
  const { status, body } = await app.request('GET', path(projectId), { token: key, query });
  t.equal(status, 200);
  return body;
}

/** Reads pages until there is no more. Returns the ids of all events. */
async function readAll(projectId: string, from: string) {
  const ids: string[] = [];
  for (let cursor = from; ; ) {
    const page = await poll(projectId, { cursor });
    ids.push(...page.data.map(({ id }: { id: string }) => id));
    cursor = page.next_cursor;
    if (!page.has_more) return { ids, cursor };
  }
}

t.test('a project without a webhook has events, and they are not delivered', async (t) => {
  const projectId = await newProject();
  const { next_cursor: cursor, ...start } = await poll(projectId);
  t.strictSame(start, { object: 'page', data: [], has_more: false });
  const batch = await endBatch(app, projectId);
  const page = await poll(projectId, { cursor });
  t.match(page, {
    data: [{ id: /^evt_/, object: 'webhook.event', type: 'vector_store.file_batch.completed' }],
    has_more: false,
  });
  const [event] = page.data;
  t.match(JSON.parse(event.payload), { id: event.id, type: event.type, created_at: event.created_at, data: batch });
  t.strictSame((await poll(projectId, { cursor: page.next_cursor })).data, [], 'once');
  t.strictSame(await listDeliveries(app, { projectId, token: key, secret: '' }), []);
});

t.test('the payload is the body that the webhook gets, byte for byte', async (t) => {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, key, receiver.url);
  await endBatch(app, hook.projectId);
  const [post] = await receiver.wait(1);
  t.equal((await poll(hook.projectId, { cursor: '0' })).data[0].payload, String(post?.body));
});

t.test('a reader gets an event that is committed after an event with a later id', async (t) => {
  const projectId = await newProject();
  const { next_cursor: start } = await poll(projectId);
  const early = await app.request('POST', path(projectId), { token: key, body: {} });
  // The transaction of the first event goes on while the second one is committed and read, on MariaDB.
  const isEmbedded = app.app.services.config.database.url === '';
  let cursor = start;
  const seen: string[] = [];
  const read = async () => {
    const found = await readAll(projectId, cursor);
    seen.push(...found.ids);
    cursor = found.cursor;
  };
  const slow = transaction(async (tx) => {
    await emitFileBatchEvent(endedBatch(projectId, 'failed'), tx, app.app.services);
    if (isEmbedded) return;
    await endBatch(app, projectId);
    await read();
    t.equal(seen.length, 2, 'the open transaction is not waited for');
  });
  await slow;
  await read();
  const all = (await readAll(projectId, '0')).ids;
  t.equal(seen[0], early.body.id);
  t.strictSame(seen, all);
  t.equal(all.length, isEmbedded ? 2 : 3);
  if (!isEmbedded) t.ok((all[2] ?? '') < (all[1] ?? ''), 'the slow event has the earlier id and the later position');
});

t.test('many readers and writers at once: every reader gets every event once, in one order', async (t) => {
  const projectId = await newProject();
  const { next_cursor: start } = await poll(projectId);
  const writers = Array.from({ length: 4 }, async () => {
    for (let index = 0; index < 30; index += 1) await endBatch(app, projectId);
  });
  let isWritten = false;
  const readers = Array.from({ length: 3 }, async () => {
    const seen: string[] = [];
    let cursor = start;
    for (let isLast = false; ; ) {
      const { ids, cursor: next } = await readAll(projectId, cursor);
      seen.push(...ids);
      cursor = next;
      if (isLast) return seen;
      isLast = isWritten;
    }
  });
  await Promise.all(writers);
  isWritten = true;
  const [first = [], ...others] = await Promise.all(readers);
  t.equal(new Set(first).size, 120);
  for (const other of others) t.strictSame(other, first);
  t.equal((await poll(projectId, { cursor: start })).data.length, 100, 'in pages of 100');
});

t.test('a waiting reader gets an event as soon as it is there, and an empty page after its time', async (t) => {
  const projectId = await newProject();
  const { next_cursor: cursor } = await poll(projectId);
  t.strictSame((await poll(projectId, { cursor, wait_seconds: '1' })).data, []);
  const waiting = poll(projectId, { cursor, wait_seconds: '30' });
  const made = await app.request('POST', path(projectId), {
    token: key,
    body: { type: 'vector_store.file_batch.failed' },
  });
  t.match(made.body, { object: 'webhook.event', type: 'vector_store.file_batch.failed' });
  t.strictSame((await waiting).data, [made.body]);
});

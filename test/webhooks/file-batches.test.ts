// Tests the main use case of webhooks: the SDK adds files to a vector store, and a signed event reports the end.

import OpenAI, { toFile } from 'openai';
import t from 'tap';
import { startApp } from '../harness/app.ts';
import { loopbackSettings, type Received, startReceiver } from '../harness/receiver.ts';
import { createHook } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t, loopbackSettings);
const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));

/** Creates a project with a receiver, and an SDK client. */
async function createJourney(t: Parameters<typeof startReceiver>[0]) {
  const receiver = await startReceiver(t);
  const hook = await createHook(app, organizationKey, receiver.url);
  const key = await app.request('POST', `/v1/organization/projects/${hook.projectId}/api_keys`, {
    token: organizationKey,
    body: { name: 'Journey' },
  });
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: key.body.value, maxRetries: 0 });
  const store = await client.vectorStores.create({ name: 'Journey' });
  // The secret in the format of `svc webhook secret` for libraries, which decode the part after `whsec_` as base64.
  const secret = `whsec_${Buffer.from(hook.secret).toString('base64')}`;
  const unwrap = ({ body, headers }: Received) =>
    client.webhooks.unwrap(String(body), headers as Record<string, string>, secret);
  return { receiver, hook, client, store, unwrap };
}

t.test("the batch of uploadAndPoll emits a signed event, and can be read by the event's id", async (t) => {
  const { receiver, hook, client, store, unwrap } = await createJourney(t);
  const files = await Promise.all([
    toFile(Buffer.from('The harbour opens at dawn.'), 'harbour.txt'),
    toFile(Buffer.from('# Lighthouse\n\nIt is white.'), 'lighthouse.md'),
    toFile(Buffer.from([0, 1, 2, 3]), 'noise.bin'),
  ]);
  const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, { files }, { pollIntervalMs: 50 });
  t.match(batch, { status: 'completed', file_counts: { completed: 2, failed: 1, total: 3 } });

  const [post] = (await receiver.wait(1)) as [Received];
  const event = (await unwrap(post)) as unknown as { type: string; data: typeof batch };
  t.equal(event.type, 'vector_store.file_batch.completed');
  t.equal(event.data.id, batch.id);
  t.match(event.data, { vector_store_id: store.id, project_id: hook.projectId });
  const read = await client.vectorStores.fileBatches.retrieve(event.data.id, { vector_store_id: store.id });
  t.strictSame(event.data, read, 'the event has the batch as the API returns it');

  const ids = (await client.vectorStores.files.list(store.id, { filter: 'completed' })).data.map(({ id }) => id);
  const again = await client.vectorStores.fileBatches.create(store.id, { file_ids: ids });
  const posts = await receiver.wait(2);
  t.match(await unwrap(posts[1] as Received), { type: 'vector_store.file_batch.completed', data: { id: again.id } });
  t.equal(again.status, 'completed', 'an empty batch ends at once, and emits an event too');

  const forged = { ...post, body: Buffer.from(String(post.body).replace('"completed"', '"cancelled"')) };
  await t.rejects(unwrap(forged), 'and nobody else can have written it');
});

t.test('a batch without readable files emits a failed event', async (t) => {
  const { receiver, client, store, unwrap } = await createJourney(t);
  const file = await client.files.create({
    file: await toFile(Buffer.from([0, 1, 2]), 'x.bin'),
    purpose: 'assistants',
  });
  const batch = await client.vectorStores.fileBatches.create(store.id, { file_ids: [file.id] });
  const [post] = (await receiver.wait(1)) as [Received];
  t.match(await unwrap(post), { type: 'vector_store.file_batch.failed', data: { id: batch.id } });
});

t.test('a batch emits one event, also if it is cancelled or its store deleted', async (t) => {
  const { receiver, client, store, unwrap } = await createJourney(t);
  // Long enough to be in progress when the batch is cancelled.
  const text = Array.from({ length: 200_000 }, (_, index) => `word${index}`).join(' ');
  const upload = async () =>
    (await client.files.create({ file: await toFile(Buffer.from(text), 'long.txt'), purpose: 'assistants' })).id;
  const ids = await Promise.all([upload(), upload()]);
  const batch = await client.vectorStores.fileBatches.create(store.id, { file_ids: ids });
  const cancelled = await client.vectorStores.fileBatches.cancel(batch.id, { vector_store_id: store.id });
  t.equal(cancelled.status, 'cancelled');
  const [post] = (await receiver.wait(1)) as [Received];
  t.match(await unwrap(post), { type: 'vector_store.file_batch.cancelled', data: { id: batch.id } });

  const other = await client.vectorStores.fileBatches.create(store.id, { file_ids: ids });
  await client.vectorStores.delete(store.id);
  const posts = await receiver.wait(2);
  t.match(await unwrap(posts[1] as Received), { type: 'vector_store.file_batch.cancelled', data: { id: other.id } });
  t.equal(posts.filter(({ event }) => event.data.id === batch.id).length, 1);
});

// Tests stored responses and conversations with both majors of the official SDK, unmodified.

import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const { app, project } = await startInference(t, [upstream]);
const tools = [{ type: 'file_search' as const, vector_store_ids: [await createStore(app, project.key)] }];
const model = 'responder';
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };
const textOf = (item: Loose) => item.content[0].text;

for (const [name, OpenAI] of Object.entries(majors)) {
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });
  const failure = (call: Promise<unknown>): Promise<Loose> => call.then(() => undefined).catch((error) => error);

  t.test(`${name}: a response is stored, retrieved, continued and deleted`, async (t) => {
    upstream.next(...script([[{ text: 'Behind the clock.' }], [{ text: 'Yes.' }]]));
    const first = await client.responses.create({ model, input: ['One', 'Two'].map(asUser), tools, store: true });
    const again = await client.responses.retrieve(first.id);
    t.equal(again.output_text, 'Behind the clock.');
    t.strictSame(again.output, first.output);
    const items: Loose[] = [];
    for await (const item of client.responses.inputItems.list(first.id, { limit: 1, order: 'asc' })) items.push(item);
    t.strictSame(items.map(textOf), ['One', 'Two']);
    const next = await client.responses.create({ model, input: 'Sure?', previous_response_id: first.id });
    t.equal(next.output_text, 'Yes.');
    await client.responses.delete(first.id);
    t.match(await failure(client.responses.retrieve(first.id)), { status: 404, code: 'not_found' });
  });

  t.test(`${name}: a response in the background is polled, and another is cancelled`, async (t) => {
    const asked = Promise.withResolvers<void>();
    upstream.next(...script([[{ text: 'There.' }]]), () => asked.resolve());
    const queued = await client.responses.create({ model, input: 'Where?', tools, background: true });
    t.equal(queued.status, 'queued');
    const done = await until(async () => {
      const response = await client.responses.retrieve(queued.id);
      return response.status === 'completed' ? response : undefined;
    });
    t.equal(done.output_text, 'There.');
    const { id } = await client.responses.create({ model, input: 'Where?', tools, background: true });
    await asked.promise;
    t.equal((await client.responses.cancel(id)).status, 'cancelled');
    t.equal((await client.responses.retrieve(id)).status, 'cancelled');
  });

  t.test(`${name}: a conversation is created, continued, read and deleted`, async (t) => {
    const { conversations } = client;
    const created = await conversations.create({ metadata: { topic: 'keys' }, items: [asUser('Hello.')] });
    t.match(await conversations.retrieve(created.id), { object: 'conversation', metadata: { topic: 'keys' } });
    t.match(await conversations.update(created.id, { metadata: { topic: 'doors' } }), { metadata: { topic: 'doors' } });
    t.match(await conversations.create(), { metadata: {} });
    const added = await conversations.items.create(created.id, { items: [asUser('One')] });
    t.equal(textOf(added.data[0]), 'One');
    upstream.next(...script([[{ text: 'A.' }]]));
    const response = await client.responses.create({ model, input: 'Two', conversation: created.id });
    t.match(response, { conversation: { id: created.id }, output_text: 'A.' });
    const items: Loose[] = [];
    for await (const item of conversations.items.list(created.id, { limit: 2, order: 'asc' })) items.push(item);
    t.strictSame(items.map(textOf), ['Hello.', 'One', 'Two', 'A.']);
    const at = { conversation_id: created.id };
    t.equal(textOf(await conversations.items.retrieve(items[0].id, at)), 'Hello.');
    t.equal((await conversations.items.delete(items[0].id, at)).id, created.id);
    t.match(await conversations.delete(created.id), { object: 'conversation.deleted', deleted: true });
    t.match(await failure(conversations.retrieve(created.id)), { status: 404 });
  });
}

t.test('openai 7: the beta responses, whose calls have a query, are made, read, counted and deleted', async (t) => {
  const { responses } = new OpenAI7({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 }).beta;
  upstream.next(...script([[{ text: 'There.' }]]));
  const { id } = await responses.create({ model, input: 'Where?', tools, betas: ['responses_multi_agent=v1'] });
  t.match(await responses.retrieve(id), { id, status: 'completed' });
  t.equal((await responses.inputItems.list(id)).data.length, 1);
  t.ok((await responses.inputTokens.count({ model, input: 'Where?' })).input_tokens);
  t.equal((await responses.compact({ model, previous_response_id: id })).object, 'response.compaction');
  await t.rejects(responses.cancel(id), { code: 'response_not_cancellable' });
  await responses.delete(id);
  await t.rejects(responses.retrieve(id), { code: 'not_found' });
});

function asUser(content: string): { role: 'user'; content: string } {
  return { role: 'user', content };
}

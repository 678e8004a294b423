import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import t from 'tap';
import { says, script, sseOf } from '../../scripts/fixtures/scripted-model.ts';
import { createCli } from '../harness/cli.ts';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { chats } from '../harness/scripted-chat.ts';
import { storeWith } from '../harness/stores.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const others = [
  { id: 'embedder', kind: 'embedding' },
  { id: 'reranker', kind: 'rerank' },
];
const upstream = await startUpstream(t, { models: [...others, 'responder'] });
const chatOnly = await startUpstream(t, { models: ['chatter'] });
const { app, project } = await startInference(t, [upstream, chatOnly.settings({ name: 'chat', responses: false })]);
const svc = await createCli(t, app);
const token = ['--token', project.key];
const store = await storeWith(app, project.key, {
  'keys.md': 'The key to the engine room hangs behind the clock.',
  'tea.md': 'Tea is served at four in the engine room.',
});
const ask = ['ask', '--store', store.id, 'Where', 'is', 'the key?', ...token];

t.test('svc ask prints the answer with the files that it cites', async (t) => {
  const count = upstream.seen.length;
  const text = 'Behind the clock [cite:1].\nTea\u001b[31m is at four [cite:2][cite:1].';
  upstream.next(...script([[{ search: ['key engine room'] }], [{ text }]]));
  const { code, stdout, stderr } = await svc.run(ask);
  t.strictSame([code, stderr], [0, '']);
  const sources = `[1] keys.md  ${store.files[0]}\n[2] tea.md  ${store.files[1]}\n`;
  t.equal(stdout, `Behind the clock[1].\nTea is at four[2][1].\n\n${sources}`);
  t.match(upstream.seen[count]?.body, { model: 'responder', input: [{ content: 'Where is the key?' }] });
});

t.test('svc ask gets its answer from an upstream that has only chat completions', async (t) => {
  const search = { call: 'file_search', arguments: '{"queries":["key"]}' };
  chatOnly.next(...[[search], [{ text: 'Behind the clock [cite:1].' }]].map((parts) => chats({ parts })));
  const { code, stdout } = await svc.run([...ask, '--model', 'chatter']);
  t.equal(code, 0);
  t.match(stdout, /^Behind the clock\[1\]\.\n\n\[1\] keys\.md/);
});

t.test('svc ask prints the text as it comes', async (t) => {
  let end = (): void => undefined;
  upstream.next(async ({ seen, response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
    response.write(
      sseOf([
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.content_part.added', ...at, part: { type: 'output_text', text: '', annotations: [] } },
        { type: 'response.output_text.delta', ...at, delta: 'Behind the clock.' },
      ]),
    );
    end = () => response.end(sseOf([{ type: 'response.completed', response: { model: seen.body.model } }]));
  });
  const { child, result } = svc.start(ask);
  let shown = '';
  child.stdout?.on('data', (text) => {
    shown += text;
  });
  await until(() => shown.startsWith('Behind the clock.') || undefined);
  end();
  t.equal((await result).code, 0);
});

t.test('svc ask takes a model, several stores and instructions, and prints the response with --json', async (t) => {
  const count = upstream.seen.length;
  upstream.next(says({ items: [{ text: 'There.' }] }));
  const response = await svc.json(...ask, '--store', store.id, '--model', 'responder', '--instructions', 'Be brief.');
  t.match(response, { object: 'response', status: 'completed', tools: [{ vector_store_ids: [store.id, store.id] }] });
  t.match(upstream.seen[count]?.body, { instructions: /^Be brief\./ });
});

t.test('searches and answers take a reranking model, weights and a threshold', async (t) => {
  const search = (...args: string[]) =>
    svc.run(['vector-store', 'search', store.id, 'engine', 'room', ...token, ...args]);
  upstream.next(({ response }) => json(response, 200, { results: [{ index: 0, relevance_score: 0.75 }] }));
  t.match((await search('--ranker', 'reranker')).stdout, /^0\.750 {2}(keys|tea)\.md/);
  t.match((await search('--text-weight', '1', '--score-threshold', '0.1')).stdout, /keys\.md/);
  t.match(await search('--text-weight', '2'), { code: 2, stderr: /from 0 to 1/ });
  const unknown = await search('--ranker', 'nope');
  t.match(unknown, { code: 1, stderr: /^svc: --ranker.*or the id of a reranking model/ });
  const rewritten = await search('--rewrite-query');
  t.match(rewritten, { code: 0, stderr: 'The server has ignored: rewrite_query\nsearched for: engine room\n' });
  const count = upstream.seen.length;
  const scores = { results: [{ index: 1, relevance_score: 0.5 }] };
  upstream.next(...script([[{ search: ['engine'] }]]), ({ response }) => json(response, 200, scores));
  upstream.next(says({ items: [{ text: 'There.' }] }));
  t.equal((await svc.run([...ask, '--ranker', 'reranker', '--score-threshold', '0.3'])).stdout, 'There.\n');
  t.strictSame(
    upstream.seen.slice(count).map(({ path }) => path),
    ['/v1/responses', '/v1/rerank', '/v1/responses'],
  );
});

t.test('svc ask fails with one line if the response fails, and says that an answer is incomplete', async (t) => {
  upstream.next(({ response }) => json(response, 400, { error: { message: 'No tools here.' } }));
  t.match(await svc.run(ask), { code: 1, stdout: '', stderr: 'svc: No tools here.\n' });
  const without = await svc.run(['ask', 'Where?', ...token]);
  t.match(without, { code: 2, stderr: /^svc: Missing --store NAME/ });
  const unknown = await svc.run(['ask', '--store', 'vs_1', 'Where?', ...token]);
  t.match(unknown, { code: 1, stderr: "svc: There is no vector store 'vs_1' here.\n" });
  upstream.next(says({ items: [{ text: 'Behind' }], status: 'incomplete' }));
  t.match(await svc.run(ask), { code: 0, stdout: 'Behind\n', stderr: 'the answer is incomplete: max_output_tokens\n' });
});

t.test('svc ask keeps the text of an answer that breaks off, and says so', async (t) => {
  let answer: ServerResponse | undefined;
  const server = createServer((_, response) => {
    answer = response;
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(
      sseOf([
        { type: 'response.created', response: { status: 'in_progress', error: null, incomplete_details: null } },
        { type: 'response.output_text.delta', delta: 'Behind the' },
      ]),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.teardown(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const how of ['end', 'destroy'] as const) {
    const { child, result } = svc.start([...ask, '--model', 'responder', '--url', url]);
    let shown = '';
    child.stdout?.on('data', (text) => {
      shown += text;
    });
    await until(() => shown === 'Behind the' || undefined);
    answer?.[how]();
    const { code, stdout, stderr } = await result;
    t.strictSame(
      [code, stdout, stderr],
      [1, 'Behind the\n', 'svc: The connection closed before the answer was complete. Ask again.\n'],
      how,
    );
  }
});

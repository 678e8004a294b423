// Tests how both majors of the official SDK, unmodified, work with `svc sandbox`: retries, timeouts, streams, tools, files
// and webhooks.

import { createServer, type IncomingHttpHeaders } from 'node:http';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { startSandbox } from '../../scripts/start-sandbox/index.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';

const sandbox = await startSandbox();
t.teardown(() => sandbox.close());
const majors = { 'openai-7': OpenAI7, 'openai-6': OpenAI6 as unknown as typeof OpenAI7 };
const question = (content: string) => [{ role: 'user' as const, content }];

for (const [name, OpenAI] of Object.entries(majors)) {
  // Both majors could run at once, because each has an organization of its own.
  const { project_key: apiKey, organization_key: organizationKey, project_id: projectId } = await sandbox.prepare(name);
  const connect = (options: object = {}) => new OpenAI({ baseURL: `${sandbox.url}/v1`, apiKey, ...options });
  const client = connect();
  const echo = (content: string, more: object = {}) =>
    client.chat.completions.create({ model: 'sandbox-echo', messages: question(content), ...more });

  t.test(`${name} repeats a call after 429, 500, 503 and a lost connection`, async (t) => {
    t.beforeEach(() => sandbox.reset(apiKey));
    for (const kind of ['rate_limit', 'server_error', 'unavailable', 'lost_connection'] as const)
      await t.test(kind, async (t) => {
        await sandbox.fault({ kind, value: 1, times: 1 }, apiKey);
        t.equal((await echo('Hello')).choices[0]?.message.content, 'Hello');
        const { data } = await sandbox.control<{ data: { made: number }[] }>('GET', '/sandbox/faults', {
          credential: apiKey,
        });
        t.match(data, [{ made: 1 }]);
      });
  });

  t.test(`${name} throws its own errors`, async (t) => {
    const failing = (fault: string, options: object = {}) =>
      connect({ maxRetries: 0, defaultHeaders: { 'svc-sandbox-fault': fault }, ...options }).models.list();
    await t.rejects(failing('expired_key'), { name: 'Error', status: 401, code: 'token_expired' });
    await t.rejects(failing('rate_limit'), { status: 429, code: 'rate_limit_exceeded' });
    await t.rejects(failing('slow=5000', { timeout: 200 }), { message: 'Request timed out.' });
    await t.rejects(failing('lost_connection'), { message: 'Connection error.' });
  });

  t.test(`${name} streams, and notices a stream that is cut`, async (t) => {
    const words: string[] = [];
    const usage: unknown[] = [];
    const stream = await client.chat.completions.create({
      model: 'sandbox-echo',
      messages: question('one two three'),
      stream: true,
      stream_options: { include_usage: true },
    });
    for await (const chunk of stream) {
      words.push(chunk.choices[0]?.delta.content ?? '');
      if (chunk.usage) usage.push(chunk.usage);
    }
    t.equal(words.join(''), 'one two three');
    t.match(usage, [{ prompt_tokens: 3, completion_tokens: 3, total_tokens: 6 }]);
    const cut = await client.chat.completions.create(
      { model: 'sandbox-echo', messages: question('one two three sandbox: {"delay_ms": 20}'), stream: true },
      { headers: { 'svc-sandbox-fault': 'cut_stream=2' } },
    );
    await t.rejects(async () => {
      for await (const _ of cut);
    });
  });

  t.test(`${name} runs tools, reads JSON, refusals, limits and images`, async (t) => {
    const script = JSON.stringify({ tool_calls: [{ name: 'weather', arguments: { city: 'Paris' } }] });
    const cities: string[] = [];
    const runner = client.chat.completions.runTools({
      model: 'sandbox-echo',
      messages: question(`What is the weather? sandbox: ${script}`),
      tools: [
        {
          type: 'function',
          function: {
            name: 'weather',
            description: 'The weather of a city.',
            parameters: { type: 'object', properties: { city: { type: 'string' } } },
            parse: JSON.parse,
            function: ({ city }: { city: string }) => {
              cities.push(city);
              return `It rains in ${city}.`;
            },
          },
        },
      ],
    });
    t.equal(await runner.finalContent(), 'It rains in Paris.', 'the model echoes the result of the tool');
    t.strictSame(cities, ['Paris']);
    const said = await echo('', { metadata: { sandbox: JSON.stringify({ say: '{"answer": 42}' }) } });
    t.strictSame(JSON.parse(said.choices[0]?.message.content ?? ''), { answer: 42 });
    const refused = await echo('Hello', { model: 'sandbox-refusing' });
    t.equal(refused.choices[0]?.message.refusal, 'I refuse every request.');
    const short = await echo('one two three', { max_completion_tokens: 1 });
    t.match(short.choices[0], { finish_reason: 'length', message: { content: 'one' } });
    const { data } = await client.embeddings.create({ model: 'sandbox-embedding', input: ['a key', 'a lock'] });
    t.strictSame(
      data.map(({ embedding }) => embedding.length),
      [64, 64],
    );
    const documents = ['a lock', 'the key hangs here', 'the key'];
    const body = { model: 'sandbox-reranking', query: 'Where is the key?', documents, top_n: 2 };
    const { results } = await client.post<{ results: unknown[] }>('/rerank', { body });
    t.strictSame(results, [
      { index: 1, relevance_score: 0.5 },
      { index: 2, relevance_score: 0.5 },
    ]);
  });

  t.test(`${name} creates, streams, reads and deletes responses`, async (t) => {
    const made = await client.responses.create({ model: 'sandbox-echo', input: 'Hello there' });
    t.equal(made.output_text, 'Hello there');
    t.equal((await client.responses.retrieve(made.id)).id, made.id);
    const types: string[] = [];
    const { data } = await client.responses.inputItems.list(made.id);
    t.match(data, [{ role: 'user', content: [{ type: 'input_text', text: 'Hello there' }] }]);
    const stream = client.responses.stream({ model: 'sandbox-echo', input: 'one two' });
    const numbers: number[] = [];
    for await (const { type, sequence_number } of stream) {
      types.push(type);
      numbers.push(sequence_number);
    }
    t.strictSame(
      numbers,
      numbers.map((_, index) => index),
    );
    t.equal((await stream.finalResponse()).output_text, 'one two');
    t.strictSame(
      types.filter((type) => type === 'response.output_text.delta'),
      ['response.output_text.delta', 'response.output_text.delta'],
    );
    const called = await client.responses.create({
      model: 'sandbox-echo',
      input: 'sandbox: {"tool_calls": [{"name": "weather"}]}',
    });
    t.match(called.output, [{ type: 'function_call', name: 'weather', arguments: '{}' }]);
    await client.responses.delete(made.id);
    await t.rejects(client.responses.retrieve(made.id), { name: 'Error', status: 404 });
    await t.rejects(client.responses.create({ model: 'sandbox-echo' }), { status: 400, message: /Give `input`/ });
  });

  t.test(`${name} uploads, polls and searches`, async (t) => {
    const store = await client.vectorStores.create({ name: 'Handbook' });
    const content = 'The key to the engine room hangs behind the clock.';
    const file = await OpenAI.toFile(Buffer.from(content), 'keys.md');
    const attached = await client.vectorStores.files.uploadAndPoll(store.id, file);
    t.equal(attached.status, 'completed');
    const { data } = await client.vectorStores.search(store.id, { query: 'Where is the key?' });
    t.equal(data[0]?.content[0]?.text, content);
  });

  t.test(`${name} verifies webhooks, and refuses badly signed and old ones`, async (t) => {
    const webhookSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    const received: { headers: IncomingHttpHeaders; body: string }[] = [];
    const receiver = createServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      received.push({ headers: request.headers, body });
      response.writeHead(204).end();
    });
    const port = await listenOnLoopback(receiver);
    t.teardown(() => receiver.close());
    const ofProject = (path: string, body: object) =>
      fetch(`${sandbox.url}/v1/organization/projects/${projectId}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${organizationKey}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    await ofProject('', {
      webhook_url: `http://127.0.0.1:${port}/hook`,
      webhook_secret: webhookSecret,
      webhook_signing: 'standard',
    });
    await ofProject('/webhook_test', { type: 'vector_store.file_batch.completed' });
    const unwrap = async (index: number) => {
      const { headers, body } = await until(() => received[index]);
      return client.webhooks.unwrap(body, headers as Record<string, string>, webhookSecret);
    };
    t.match(await unwrap(0), { type: 'vector_store.file_batch.completed' });
    const { headers, body } = received[0] as (typeof received)[number];
    await t.resolves(client.webhooks.verifySignature(body, headers as Record<string, string>, webhookSecret));
    const credential = organizationKey;
    const { data } = await sandbox.control<{ data: { id: string }[] }>('GET', '/sandbox/webhooks', { credential });
    for (const body of [{ signature: 'invalid' }, { age_seconds: 3600 }])
      await sandbox.control('POST', `/sandbox/webhooks/${data[0]?.id}/replay`, { body, credential });
    await t.rejects(unwrap(1), { message: /signature/i });
    await t.rejects(unwrap(2), /too old/i);
  });
}

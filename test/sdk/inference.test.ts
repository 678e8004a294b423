// Tests model calls with both majors of the official SDK, unmodified.

import OpenAI7 from 'openai';
import { makeParseableResponseFormat } from 'openai/lib/parser';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { chunks, json, startUpstream, streamSlowly, vector } from '../harness/upstream.ts';

const upstream = await startUpstream(t, { models: ['chat-model', 'org/model:v1', 'embedding-model', 'responder'] });
const { app, project } = await startInference(t, [upstream]);
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };
const messages = [{ role: 'user' as const, content: 'Hello?' }];
const model = 'chat-model';

/** Collects all items of an iterator. */
async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = [];
  for await (const item of items) all.push(item);
  return all;
}

for (const [name, OpenAI] of Object.entries(majors)) {
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });

  t.test(`${name}: a chat completion is returned as one response`, async (t) => {
    const completion = await client.chat.completions.create({ model, messages });
    t.equal(completion.choices[0]?.message.content, 'Hello there');
    t.equal(completion.usage?.total_tokens, 12);
    t.type(completion._request_id, 'string');
  });

  t.test(`${name}: a chat completion is streamed, with its usage on request`, async (t) => {
    const said: string[] = [];
    for await (const chunk of await client.chat.completions.create({ model, messages, stream: true })) {
      t.equal(chunk.choices.length, 1, 'callers who did not ask for usage get no chunk without a choice');
      said.push(chunk.choices[0]?.delta.content ?? '');
    }
    t.equal(said.join(''), 'Hello there');
    const withUsage = { model, messages, stream: true as const, stream_options: { include_usage: true } };
    const all = await collect(await client.chat.completions.create(withUsage));
    t.equal(all.at(-1)?.usage?.total_tokens, 12);
  });

  t.test(`${name}: the stream helper and tools work`, async (t) => {
    const stream = client.chat.completions.stream({ model, messages });
    const final = await stream.finalChatCompletion();
    t.equal(final.choices[0]?.message.content, 'Hello there');
    const tool = {
      type: 'function' as const,
      function: { name: 'weather', parameters: { type: 'object', properties: {} } },
    };
    const called = await client.chat.completions.create({ model, messages, tools: [tool] });
    const [call] = called.choices[0]?.message.tool_calls ?? [];
    t.match(call, { type: 'function', function: { name: 'weather', arguments: '{"city":"Paris"}' } });
  });

  t.test(`${name}: the parse helper sends a schema and parses the answer by it`, async (t) => {
    const schema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] };
    const response_format = makeParseableResponseFormat(
      { type: 'json_schema', json_schema: { name: 'place', schema, strict: true } },
      (text): { city: string } => JSON.parse(text),
    );
    const message = { role: 'assistant', content: '{"city":"Paris"}', refusal: null };
    const answer = { object: 'chat.completion', model, choices: [{ index: 0, message, finish_reason: 'stop' }] };
    upstream.next(({ response }) => json(response, 200, { id: 'chatcmpl-2', created: 1_700_000_000, ...answer }));
    const parsed = await client.chat.completions.parse({ model, messages, response_format });
    t.same(parsed.choices[0]?.message.parsed, { city: 'Paris' });
    t.match(upstream.seen.at(-1)?.body.response_format, { json_schema: { name: 'place', schema, strict: true } });
  });

  t.test(`${name}: stopping a stream stops the upstream`, async (t) => {
    const count = upstream.seen.length;
    upstream.next(({ response }) =>
      streamSlowly(
        response,
        Array.from({ length: 10_000 }, () => chunks(['x'])[1] as string),
        5,
      ),
    );
    let read = 0;
    for await (const _ of await client.chat.completions.create({ model, messages, stream: true })) {
      read += 1;
      if (read === 3) break;
    }
    await upstream.seen[count]?.aborted;
    t.equal(read, 3);
  });

  t.test(`${name}: a broken stream raises an error with a code`, async (t) => {
    upstream.next(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(chunks(['a']).slice(0, 2).join(''), () => response.destroy());
    });
    const stream = await client.chat.completions.create({ model, messages, stream: true });
    const error = await collect(stream).catch((thrown: unknown) => thrown);
    t.ok(error instanceof OpenAI.APIError);
    t.match(error, { code: 'upstream_failed', type: 'server_error' });
  });

  t.test(`${name}: refusals and failures raise the right error classes`, async (t) => {
    upstream.next(({ response }) =>
      json(response, 400, { error: { message: 'Too long', code: 'context_length_exceeded' } }),
    );
    const refused = await client.chat.completions.create({ model, messages }).catch((thrown: unknown) => thrown);
    t.ok(refused instanceof OpenAI.BadRequestError);
    t.match(refused, { code: 'context_length_exceeded' });
    const unknown = await client.chat.completions
      .create({ model: 'none', messages })
      .catch((thrown: unknown) => thrown);
    t.ok(unknown instanceof OpenAI.NotFoundError);
    upstream.next(({ response }) => json(response, 500, {}, { 'x-should-retry': 'false' }));
    const failed = await client.chat.completions.create({ model, messages }).catch((thrown: unknown) => thrown);
    t.ok(failed instanceof OpenAI.InternalServerError);
    t.match(failed, { status: 502, code: 'upstream_failed' });
  });

  t.test(`${name}: default, base64 and number embeddings are equal`, async (t) => {
    const embed = async (more: object) =>
      (await client.embeddings.create({ model: 'embedding-model', input: ['a', 'b'], ...more })).data[1]?.embedding;
    t.strictSame(await embed({}), vector, 'the SDK requests base64 by default');
    t.strictSame(await embed({ encoding_format: 'float' }), vector);
    const text = (await embed({ encoding_format: 'base64' })) as unknown as string;
    t.strictSame([...new Float32Array(Uint8Array.from(Buffer.from(text, 'base64')).buffer)], vector);
  });

  t.test(`${name}: models with slashes in their names are found`, async (t) => {
    const ids = (await collect(client.models.list())).map(({ id }) => id);
    t.strictSame(ids, ['svc-embedding-384', model, 'org/model:v1', 'embedding-model', 'responder']);
    t.equal((await client.models.retrieve('org/model:v1')).id, 'org/model:v1');
  });

  t.test(`${name}: responses are created as one response and as a stream`, async (t) => {
    const response = {
      id: `resp_${name.replace(' ', '')}`,
      object: 'response',
      created_at: 1_700_000_000,
      status: 'completed',
      model: 'responder',
      output: [
        {
          id: 'msg_1',
          type: 'message',
          role: 'assistant',
          status: 'completed',
          content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
        },
      ],
      usage: { input_tokens: 3, output_tokens: 1, total_tokens: 4 },
    };
    upstream.next(({ response: answer }) => json(answer, 200, response));
    t.equal((await client.responses.create({ model: 'responder', input: 'Hello?' })).output_text, 'Hi');
    upstream.next(({ response: answer }) => json(answer, 200, response));
    t.equal((await client.responses.retrieve(response.id)).id, response.id);
    const include = ['reasoning.encrypted_content' as const, 'message.output_text.logprobs' as const];
    upstream.next(({ response: answer }) => json(answer, 200, response));
    const more = { include, include_obfuscation: false, starting_after: 1, stream: false as const };
    t.equal((await client.responses.retrieve(response.id, more)).id, response.id);
    upstream.next(({ response: answer }) =>
      json(answer, 200, { object: 'list', data: [{ id: 'a' }], has_more: false }),
    );
    t.equal((await client.responses.inputItems.list(response.id, { include })).data.length, 1);
    t.match(upstream.seen.at(-1)?.path, /include%5B%5D=reasoning\.encrypted_content&include%5B%5D=message/);
    upstream.next(({ response: answer }) =>
      streamSlowly(
        answer,
        ['response.created', 'response.completed'].map(
          (type) => `event: ${type}\ndata: ${JSON.stringify({ type, response })}\n\n`,
        ),
        0,
      ),
    );
    const stream = await client.responses.create({ model: 'responder', input: 'Hello?', stream: true });
    t.strictSame(
      (await collect(stream)).map(({ type }) => type),
      ['response.created', 'response.completed'],
    );
  });

  t.test(`${name}: the SDK's own retries succeed in the end`, async (t) => {
    const count = upstream.seen.length;
    upstream.next(
      ...Array.from(
        { length: 3 },
        () =>
          ({ response }: Parameters<Parameters<typeof upstream.next>[0]>[0]) =>
            json(response, 503, {}),
      ),
    );
    const patient = client.withOptions({ maxRetries: 1 });
    t.equal((await patient.chat.completions.create({ model, messages })).choices[0]?.message.content, 'Hello there');
    t.equal(await until(() => upstream.seen.length - count), 4);
  });
}

// Tests responses on an upstream that has only chat completions, with both majors of the official SDK, unmodified.

import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { randomFrom } from '../../scripts/fixtures/scripted-model.ts';
import { startInference } from '../harness/inference.ts';
import { chats } from '../harness/scripted-chat.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['chatter'] });
const { app, project } = await startInference(t, [upstream.settings({ responses: false })]);
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };
const weather = { type: 'function' as const, name: 'weather', parameters: { type: 'object' }, strict: false };
const ask = (more: Record<string, unknown> = {}) => ({ model: 'chatter', input: 'Hello?', ...more });
const random = randomFrom(5);

for (const [name, OpenAI] of Object.entries(majors)) {
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });

  t.test(`${name}: the stream helper collects reasoning, text and calls from typed events`, async (t) => {
    const parts = [
      { reasoning: 'Look outside.' },
      { text: 'A moment.' },
      { call: 'weather', arguments: '{"city":"Oslo"}' },
    ];
    upstream.next(chats({ parts }, random));
    const stream = client.responses.stream(ask({ tools: [weather] }) as Loose);
    const seen = { text: '', reasoning: '', given: '' };
    stream.on('response.output_text.delta', ({ delta }: Loose) => {
      seen.text += delta;
    });
    stream.on('response.reasoning_text.delta', ({ delta }: Loose) => {
      seen.reasoning += delta;
    });
    stream.on('response.function_call_arguments.delta', ({ delta }: Loose) => {
      seen.given += delta;
    });
    const final = (await stream.finalResponse()) as Loose;
    t.strictSame(seen, { text: 'A moment.', reasoning: 'Look outside.', given: '{"city":"Oslo"}' });
    t.equal(final.output_text, 'A moment.');
    t.match(final.output, [
      { type: 'reasoning', content: [{ text: 'Look outside.' }] },
      { type: 'message' },
      { type: 'function_call', name: 'weather', arguments: '{"city":"Oslo"}' },
    ]);
    t.match(final.usage, { input_tokens: 10, output_tokens: 5, total_tokens: 15 });
  });

  t.test(`${name}: a function call is answered, and the model goes on`, async (t) => {
    upstream.next(chats({ parts: [{ reasoning: 'Look.' }, { call: 'weather', id: 'call_w' }] }));
    const first = await client.responses.create(ask({ tools: [weather] }) as Loose);
    upstream.next(chats({ parts: [{ text: 'It rains.' }] }));
    const output = { type: 'function_call_output', call_id: 'call_w', output: 'rain' };
    const input = [{ role: 'user', content: 'Hello?' }, ...first.output, output];
    const second = await client.responses.create(ask({ input, tools: [weather] }) as Loose);
    t.equal(second.output_text, 'It rains.');
    t.match(upstream.seen.at(-1)?.body.messages, [
      { role: 'user', content: 'Hello?' },
      { role: 'assistant', reasoning_content: 'Look.', tool_calls: [{ id: 'call_w', function: { name: 'weather' } }] },
      { role: 'tool', tool_call_id: 'call_w', content: 'rain' },
    ]);
  });

  t.test(`${name}: a response in the background is streamed, resumed after an event, and referred to`, async (t) => {
    upstream.next(chats({ parts: [{ text: 'A moment.' }] }), chats({ parts: [{ text: 'Yes.' }] }));
    const stream = await client.responses.create(ask({ background: true, stream: true }) as Loose);
    const events: Loose[] = [];
    for await (const event of stream as Loose) events.push(event);
    const { response } = events.at(-1);
    t.match(response, { status: 'completed', background: true });
    const resumed: Loose[] = [];
    const again = await client.responses.retrieve(response.id, { stream: true, starting_after: 2 });
    for await (const event of again as Loose) resumed.push(event);
    t.strictSame(resumed, events.slice(3));
    const whole = await client.responses.stream({ response_id: response.id } as Loose).finalResponse();
    t.equal(whole.output_text, 'A moment.');
    const reference = { type: 'item_reference', id: response.output[0].id };
    const next = await client.responses.create(
      ask({ input: [reference, { role: 'user', content: 'Sure?' }] }) as Loose,
    );
    t.equal(next.output_text, 'Yes.');
    t.match(upstream.seen.at(-1)?.body.messages, [{ role: 'assistant', content: 'A moment.' }, { role: 'user' }]);
  });

  t.test(`${name}: structured output is parsed`, async (t) => {
    upstream.next(chats({ parts: [{ text: '{"city":"Oslo"}' }] }));
    const schema = { type: 'object', properties: { city: { type: 'string' } } };
    const text = { format: { type: 'json_schema', name: 'place', schema, strict: true } };
    const parsed = (await client.responses.parse(ask({ text }) as Loose)) as Loose;
    t.equal(parsed.output_text, '{"city":"Oslo"}');
    t.match(upstream.seen.at(-1)?.body.response_format, {
      type: 'json_schema',
      json_schema: { name: 'place', schema },
    });
  });

  t.test(`${name}: a cut answer is incomplete, and a tool of OpenAI's is refused by name`, async (t) => {
    upstream.next(chats({ parts: [{ text: 'It is' }], finish: 'length' }));
    const cut = await client.responses.create(ask({ max_output_tokens: 16 }) as Loose);
    t.match(cut, { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' }, output_text: 'It is' });
    const only = { tools: [{ type: 'code_interpreter' }], tool_choice: 'required' };
    await t.rejects(client.responses.create(ask(only) as Loose), {
      status: 422,
      message: /code_interpreter/,
    });
  });
}

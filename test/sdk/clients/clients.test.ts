// Tests that the libraries that applications are written with work with a model behind chat completions: tools, images,
// structured output, streams, aborted streams and embeddings. `npm run test:sdk` installs them.

import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import Anthropic from '@anthropic-ai/sdk';
import { HumanMessage, ToolMessage } from '@langchain/core/messages';
import { tool as langchainTool } from '@langchain/core/tools';
import { ChatOpenAI, OpenAIEmbeddings } from '@langchain/openai';
import { tool as llamaTool } from '@llamaindex/core/tools';
import { OpenAIEmbedding, OpenAI as OpenAILlama } from '@llamaindex/openai';
import { embedMany, generateText, type LanguageModel, Output, stepCountIs, streamText, tool } from 'ai';
import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t, { type Test } from 'tap';
import { z } from 'zod';
import { startInference } from '../../harness/inference.ts';
import { answerAsModel } from '../../harness/library-model.ts';
import { startUpstream, vector } from '../../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['m', 'slow', 'embedder'] });
const { app, project } = await startInference(t, [upstream.settings({ responses: false })]);
upstream.always(answerAsModel);
const baseURL = `${app.url}/v1`;
const apiKey = project.key;
const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const forecast = 'Sunny, 7 degrees.';
const city = z.object({ city: z.string() });
const report = z.object({ city: z.string(), degrees: z.number() });

/** Checks that the upstream notices that the caller has gone. */
async function stops(t: Test, abort: (signal: AbortSignal, onBegun: () => void) => Promise<unknown>): Promise<void> {
  const controller = new AbortController();
  await abort(controller.signal, () => controller.abort()).catch(() => undefined);
  t.ok(await upstream.seen.findLast(({ body }) => body.model === 'slow')?.aborted, 'the upstream is told');
}

async function joined<Piece>(pieces: AsyncIterable<Piece>, textOf: (piece: Piece) => string): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += textOf(piece);
  return text;
}

const openai = createOpenAI({ baseURL, apiKey });
const compatible = createOpenAICompatible({ name: 'svc', baseURL, apiKey, supportsStructuredOutputs: true });
const anthropic = createAnthropic({ baseURL, apiKey });
const models: Record<string, (id: string) => LanguageModel> = {
  responses: (id) => openai.responses(id),
  chat: (id) => openai.chat(id),
  compatible: (id) => compatible.chatModel(id),
  anthropic: (id) => anthropic(id),
};

for (const [name, modelOf] of Object.entries(models)) {
  t.test(`Vercel AI SDK, ${name}`, async (t) => {
    const model = modelOf('m');
    t.equal((await generateText({ model, prompt: 'Hello?' })).text, 'Hello there.');
    t.equal(await joined(streamText({ model, prompt: 'Hello?' }).textStream, String), 'Hello there.');
    const weather = tool({ description: 'The weather.', inputSchema: city, execute: async () => forecast });
    const options = { model, prompt: 'Weather?', tools: { weather }, stopWhen: stepCountIs(3) };
    t.match((await generateText(options)).text, forecast);
    t.match(await joined(streamText(options).textStream, String), forecast);
    const image = { type: 'file' as const, mediaType: 'image/png', data: Buffer.from(png, 'base64') };
    const content = [{ type: 'text' as const, text: 'Look.' }, image];
    t.equal((await generateText({ model, messages: [{ role: 'user', content }] })).text, 'I see an image.');
    const { output } = await generateText({ model, prompt: 'Weather?', output: Output.object({ schema: report }) });
    t.strictSame(output, { city: 'Oslo', degrees: 7 });
    await stops(t, async (abortSignal, onBegun) => {
      for await (const _ of streamText({ model: modelOf('slow'), prompt: 'x', abortSignal, onError() {} }).textStream)
        onBegun();
    });
  });
}

t.test('Vercel AI SDK, embeddings', async (t) => {
  const values = ['a', 'b'];
  for (const model of [openai.embedding('embedder'), compatible.embeddingModel('embedder')])
    t.strictSame(
      (await embedMany({ model, values })).embeddings.map(([first]) => Math.fround(first as number)),
      [vector[0], vector[0]],
    );
});

for (const useResponsesApi of [false, true]) {
  t.test(`LangChain.js, ${useResponsesApi ? 'responses' : 'chat'}`, async (t) => {
    const configuration = { baseURL };
    const model = new ChatOpenAI({ model: 'm', apiKey, configuration, useResponsesApi });
    t.equal((await model.invoke('Hello?')).text, 'Hello there.');
    t.equal(await joined(await model.stream('Hello?'), (chunk) => chunk.text), 'Hello there.');
    const weather = langchainTool(async () => forecast, { name: 'weather', description: 'The weather.', schema: city });
    const withTools = model.bindTools([weather]);
    const question = new HumanMessage('Weather?');
    const first = await withTools.invoke([question]);
    const [call] = first.tool_calls ?? [];
    t.match(call, { name: 'weather', args: { city: 'Oslo' } });
    const result = new ToolMessage({ content: forecast, tool_call_id: String(call?.id) });
    t.match((await withTools.invoke([question, first, result])).text, forecast);
    const image = { type: 'image_url', image_url: { url: `data:image/png;base64,${png}` } };
    t.equal((await model.invoke([new HumanMessage({ content: [image] })])).text, 'I see an image.');
    const structured = model.withStructuredOutput(report, { name: 'report', method: 'jsonSchema' });
    t.strictSame(await structured.invoke('Weather?'), { city: 'Oslo', degrees: 7 });
    const slow = new ChatOpenAI({ model: 'slow', apiKey, configuration, useResponsesApi });
    await stops(t, async (signal, onBegun) => {
      for await (const chunk of await slow.stream('x', { signal })) if (chunk.text !== '') onBegun();
    });
  });
}

t.test('LangChain.js, embeddings', async (t) => {
  const model = new OpenAIEmbeddings({ model: 'embedder', apiKey, configuration: { baseURL } });
  t.strictSame(
    (await model.embedDocuments(['a', 'b'])).map(([first]) => Math.fround(first as number)),
    [vector[0], vector[0]],
  );
});

t.test('LlamaIndex TS', async (t) => {
  const llm = new OpenAILlama({ model: 'm', apiKey, baseURL });
  const messages = [{ role: 'user' as const, content: 'Hello?' }];
  t.equal((await llm.chat({ messages })).message.content, 'Hello there.');
  t.equal(await joined(await llm.chat({ messages, stream: true }), ({ delta }) => delta), 'Hello there.');
  const weather = llamaTool({
    name: 'weather',
    description: 'The weather.',
    parameters: city,
    execute: () => forecast,
  });
  const called = await llm.exec({ messages, tools: [weather] });
  t.match(called.toolCalls, [{ name: 'weather', input: { city: 'Oslo' } }]);
  t.match((await llm.chat({ messages: [...messages, ...called.newMessages] })).message.content, forecast);
  const image = { type: 'image_url' as const, image_url: { url: `data:image/png;base64,${png}` } };
  const seen = await llm.chat({ messages: [{ role: 'user', content: [image] }] });
  t.equal(seen.message.content, 'I see an image.');
  const structured = await llm.exec({ messages, responseFormat: report });
  t.strictSame(structured.object, { city: 'Oslo', degrees: 7 });
  const embedder = new OpenAIEmbedding({ model: 'embedder', apiKey, baseURL });
  t.equal(Math.fround((await embedder.getTextEmbedding('a'))[0] as number), vector[0]);
});

for (const [name, OpenAI] of Object.entries({
  'openai 7': OpenAI7,
  'openai 6': OpenAI6 as unknown as typeof OpenAI7,
})) {
  t.test(name, async (t) => {
    const client = new OpenAI({ baseURL, apiKey });
    const messages = [{ role: 'user' as const, content: 'Weather?' }];
    const parameters = z.toJSONSchema(city) as Record<string, unknown>;
    const weather = { name: 'weather', parameters, parse: JSON.parse, function: async () => forecast };
    const run = client.chat.completions.runTools({
      model: 'm',
      stream: true,
      messages,
      tools: [{ type: 'function', function: { ...weather, description: 'The weather.' } }],
    });
    t.match(await run.finalContent(), forecast);
    const schema = { type: 'json_schema' as const, name: 'report', schema: z.toJSONSchema(report) as Loose };
    const parsed = await client.responses.parse({ model: 'm', input: 'Weather?', text: { format: schema } });
    t.strictSame(JSON.parse(parsed.output_text), { city: 'Oslo', degrees: 7 });
    const tools = [{ type: 'custom' as const, name: 'note' }, { type: 'web_search' as const }];
    const events = client.responses.stream({ model: 'm', input: 'Note it.', tools });
    t.match((await events.finalResponse()).output, [{ type: 'custom_tool_call', name: 'note', input: 'Oslo' }]);
    const image = { type: 'input_image' as const, detail: 'auto' as const, image_url: `data:image/png;base64,${png}` };
    const seen = await client.responses.create({ model: 'm', input: [{ role: 'user', content: [image] }] });
    t.equal(seen.output_text, 'I see an image.');
    const { data } = await client.embeddings.create({ model: 'embedder', input: ['a', 'b'] });
    t.strictSame(
      data.map(({ embedding }) => embedding[0]),
      [vector[0], vector[0]],
    );
    for (const begin of [
      (signal: AbortSignal) => client.chat.completions.create({ model: 'slow', messages, stream: true }, { signal }),
      (signal: AbortSignal) => client.responses.create({ model: 'slow', input: 'x', stream: true }, { signal }),
    ])
      await stops(t, async (signal, onBegun) => {
        for await (const event of (await begin(signal)) as AsyncIterable<Loose>)
          if (event.type === undefined || event.type === 'response.output_text.delta') onBegun();
      });
  });
}

t.test("Anthropic's SDK", async (t) => {
  const client = new Anthropic({ baseURL: app.url, apiKey });
  const question = { model: 'm', max_tokens: 100, messages: [{ role: 'user' as const, content: 'Weather?' }] };
  const textOf = (message: Anthropic.Message) =>
    message.content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  t.equal(textOf(await client.messages.create(question)), 'Hello there.');
  t.equal(textOf(await client.messages.stream(question).finalMessage()), 'Hello there.');
  const tools = [
    { name: 'weather', description: 'The weather.', input_schema: z.toJSONSchema(city) as Loose },
    { type: 'web_search_20250305' as const, name: 'web_search' as const },
  ];
  const first = await client.messages.stream({ ...question, tools }).finalMessage();
  const use = first.content.find((block) => block.type === 'tool_use') as Anthropic.ToolUseBlock;
  t.match(use, { name: 'weather', input: { city: 'Oslo' } });
  const image = {
    type: 'image' as const,
    source: { type: 'base64' as const, media_type: 'image/png' as const, data: png },
  };
  const result = { type: 'tool_result' as const, tool_use_id: use.id, content: forecast };
  const messages = [
    ...question.messages,
    { role: 'assistant' as const, content: first.content },
    { role: 'user' as const, content: [result] },
  ];
  t.match(textOf(await client.messages.create({ ...question, tools, messages })), forecast);
  const look = [{ role: 'user' as const, content: [image] }];
  t.equal(textOf(await client.messages.create({ ...question, messages: look })), 'I see an image.');
  const format = { type: 'json_schema' as const, schema: z.toJSONSchema(report) as Loose };
  const structured = await client.messages.create({ ...question, output_config: { format } });
  t.strictSame(JSON.parse(textOf(structured)), { city: 'Oslo', degrees: 7 });
  await stops(t, async (signal, onBegun) => {
    for await (const event of client.messages.stream({ ...question, model: 'slow' }, { signal }))
      if (event.type === 'content_block_delta') onBegun();
  });
});

// Checks the events and responses that this server sends against the types of the official SDK, with its compiler: each
// is a value of its type, so every required member is there.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import ts from 'typescript';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { eventsIn } from '../harness/event-grammar.ts';
import { startInference } from '../harness/inference.ts';
import { chats } from '../harness/scripted-chat.ts';
import { storeWith } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const full = await startUpstream(t, { models: ['responder'] });
const chat = await startUpstream(t, { models: ['chatter'] });
const world = await startInference(t, [full.settings({ name: 'full' }), chat.settings({ responses: false })]);
const { app, project } = world;
const path = '/v1/responses';
const store = await storeWith(app, project.key, { 'keys.md': 'The key hangs behind the clock.' });
const tools = [{ type: 'file_search', vector_store_ids: [store.id] }];
const weather = { type: 'function', name: 'weather', parameters: { type: 'object' }, strict: false };

/** Members that the public API sends, and that the SDK's types do not know as null. */
const nullable = new Set(['usage', 'user']);

/** Returns the value as a type of TypeScript. */
function typeOf(value: Loose): string {
  if (Array.isArray(value)) return `[${value.map(typeOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([name, one]) => one !== null || !nullable.has(name));
  // The SDK itself adds the member `output_text`.
  if (value.object === 'response') members.push(['output_text', '']);
  return `{ ${members.map(([name, one]) => `${JSON.stringify(name)}: ${typeOf(one)}`).join('; ')} }`;
}

/** Returns what the compiler says against the values being of their types. */
function faultsOf(t: Loose, values: [Loose, 'Response' | 'ResponseStreamEvent'][]): string[] {
  const from = join(import.meta.dirname, '../node_modules/openai/resources/responses/responses.js');
  const lines = values.map(
    ([value, type], at) => `declare const v${at}: ${typeOf(value)};\nexport const t${at}: ${type} = v${at};`,
  );
  const file = join(t.testdir({}), 'values.ts');
  const imports = `import type { Response, ResponseStreamEvent } from ${JSON.stringify(from)};`;
  writeFileSync(file, [imports, ...lines].join('\n'));
  const program = ts.createProgram([file], {
    ...{ noEmit: true, strict: true, skipLibCheck: true, types: [] },
    ...{ module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext },
    ...{ target: ts.ScriptTarget.ES2022 },
  });
  return program
    .getSemanticDiagnostics(program.getSourceFile(file))
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n').slice(0, 3000));
}

/** Returns one event of each type and kind of item. */
function different(events: Loose[]): Loose[] {
  const kinds = events.map((event) => [`${event.type} ${event.item?.type} ${event.part?.type}`, event] as const);
  return [...new Map(kinds).values()];
}

async function streamed(body: Record<string, unknown>): Promise<Loose[]> {
  const response = await world.open(path, { input: 'Where is the key?', ...body, stream: true });
  return eventsIn(await response.text());
}

t.test('each event and each response is of the SDK’s types', async (t) => {
  const answer = [[{ search: ['key'] }], [{ text: 'Behind the clock [cite:1].' }]];
  full.next(...script(answer));
  const searched = await streamed({ model: 'responder', tools, include: ['file_search_call.results'] });
  chat.next(
    chats({ parts: [{ reasoning: 'Hm.' }, { text: 'A moment.' }, { call: 'weather', arguments: '{"city":"Oslo"}' }] }),
    chats({ parts: [{ reasoning: 'Hm.' }, { text: 'A moment.' }, { call: 'weather', arguments: '{"city":"Oslo"}' }] }),
    ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('data: {"choices":[{"index":0,"delta":{"content":"A"}}]}\n\n');
    },
  );
  const translated = await streamed({ model: 'chatter', tools: [weather], store: false });
  const kept = await streamed({ model: 'chatter', tools: [weather] });
  const failed = await streamed({ model: 'chatter' });
  t.equal(failed.at(-1).type, 'response.failed');
  const events: Loose[] = [searched, translated, kept, failed].flatMap(different);
  const responses: Loose[] = [];
  for (const { response } of [searched.at(-1), kept.at(-1)]) {
    const at = `${path}/${response.id}`;
    responses.push((await app.request('GET', at, { token: project.key })).body);
    const { text } = await app.request('GET', at, { token: project.key, query: { stream: 'true' } });
    events.push(...different(eventsIn(text)));
  }
  full.next(...script(answer));
  const { body } = await world.post(path, { model: 'responder', input: 'Where?', tools, background: true });
  t.equal(body.status, 'queued');
  responses.push(body);
  t.ok(events.length > 50, `${events.length} events`);
  const [first] = searched;
  const { created_at: _, ...gap } = first.response;
  const faults = faultsOf(t, [
    ...events.map((event): [Loose, 'ResponseStreamEvent'] => [event, 'ResponseStreamEvent']),
    ...responses.map((response): [Loose, 'Response'] => [response, 'Response']),
    [{ ...first, response: gap }, 'ResponseStreamEvent'],
  ]);
  t.match(faults, [/created_at/], 'the response without created_at');
  t.equal(faults.length, 1, 'and no other');
});

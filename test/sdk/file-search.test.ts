// Tests streamed responses with the tool `file_search`, with both majors of the official SDK, unmodified. A grammar
// checks the order of events of every stream.

import OpenAI7 from 'openai';
import OpenAI6 from 'openai-v6';
import t from 'tap';
import { randomFrom, type ScriptedItem, says, script, sseOf } from '../../scripts/fixtures/scripted-model.ts';
import { eventsIn, grammarFaults } from '../harness/event-grammar.ts';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { storeWith } from '../harness/stores.ts';
import { json, startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the types by their values.
type Loose = any;

const upstream = await startUpstream(t, { models: ['responder'] });
const embedder = await startUpstream(t, { models: ['embedder'] });
const world = await startInference(t, [upstream, embedder.settings({ name: 'embedder' })], {
  SVC_EMBEDDING_MODEL: 'embedder',
});
const { app, project } = world;
const handbook = await storeWith(app, project.key, {
  'keys.md': 'The key to the engine room hangs behind the clock.',
  'tea.md': 'Tea is served at four in the engine room.',
});
const majors = { 'openai 7': OpenAI7, 'openai 6': OpenAI6 as unknown as typeof OpenAI7 };
const path = '/v1/responses';
const tools = [{ type: 'file_search' as const, vector_store_ids: [handbook.id] }];
const ask = (more: Record<string, unknown> = {}) => ({
  model: 'responder',
  input: 'Where is the key?',
  tools,
  ...more,
});

/** Sends the request, and returns the events of its stream. */
async function streamed(t: Loose, more: Record<string, unknown> = {}): Promise<Loose[]> {
  const response = await world.open(path, ask({ ...more, stream: true }));
  t.equal(response.status, 200);
  t.match(response.headers.get('content-type'), /^text\/event-stream/);
  const events = eventsIn(await response.text());
  t.strictSame(grammarFaults(events), []);
  return events;
}

const answer = 'It hangs behind the clock [cite:1]. Tea is at four[cite: 1,2] [cite:9]!';
const shown = 'It hangs behind the clock. Tea is at four!';

for (const [name, OpenAI] of Object.entries(majors)) {
  const client = new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });

  t.test(`${name}: the stream helper collects the answer and its citations`, async (t) => {
    upstream.next(...script([[{ search: ['key engine room'] }], [{ text: answer }]]));
    const stream = client.responses.stream(ask() as Loose);
    let text = '';
    const types: string[] = [];
    stream.on('response.output_text.delta', (event: Loose) => {
      text += event.delta;
    });
    stream.on('event', ({ type }: Loose) => types.push(type));
    const final = await stream.finalResponse();
    t.equal(final.output_text, shown);
    t.equal(text, shown);
    t.strictSame(
      (final.output[1] as Loose).content[0].annotations.map(({ filename, index }: Loose) => [filename, index]),
      [
        ['keys.md', 25],
        ['keys.md', 41],
        ['tea.md', 41],
      ],
    );
    t.strictSame(
      types.filter((type) => !type.endsWith('.delta')),
      [
        'response.created',
        'response.in_progress',
        'response.output_item.added',
        'response.file_search_call.in_progress',
        'response.file_search_call.searching',
        'response.file_search_call.completed',
        'response.output_item.done',
        'response.output_item.added',
        'response.content_part.added',
        'response.output_text.annotation.added',
        'response.output_text.annotation.added',
        'response.output_text.annotation.added',
        'response.output_text.done',
        'response.content_part.done',
        'response.output_item.done',
        'response.completed',
      ],
    );
  });

  t.test(`${name}: leaving a stream ends the call of the model`, async (t) => {
    const count = upstream.seen.length;
    upstream.next(...script([[{ search: ['key'] }]]), async ({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(sseOf([{ type: 'response.created', response: {} }]));
    });
    const stream = await client.responses.create({ ...ask(), stream: true } as Loose);
    for await (const { type } of stream as Loose) if (type === 'response.file_search_call.completed') break;
    const seen = await until(() => upstream.seen[count + 1]);
    t.ok((await seen.aborted) > 0);
  });
}

t.test('the grammar finds an event that is missing, doubled or in the wrong place', async (t) => {
  upstream.next(...script([[{ search: ['key'] }], [{ text: answer }]]));
  const events = await streamed(t);
  const renumbered = (changed: Loose[]) => changed.map((event, index) => ({ ...event, sequence_number: index }));
  for (const [index, event] of events.entries()) {
    const around = [events.slice(0, index), events.slice(index + 1)] as const;
    t.not(grammarFaults(renumbered([...around[0], ...around[1]])).length, 0, `without ${event.type}`);
    t.not(grammarFaults(renumbered([...around[0], event, event, ...around[1]])).length, 0, `twice ${event.type}`);
  }
  t.not(grammarFaults(events.map((event) => ({ ...event, sequence_number: 0 }))).length, 0);
});

t.test('streams of any script and any pieces keep the grammar, and say what the whole response says', async (t) => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = randomFrom(seed);
    const turns = randomTurns(random);
    upstream.next(...script(turns, seed));
    const events = await streamed(t);
    upstream.next(...script(turns, seed + 1000));
    const { body } = await world.post(path, ask());
    const last = events.at(-1)?.response;
    t.strictSame(textsOf(last), textsOf(body), `seed ${seed}`);
    t.strictSame(last.usage, body.usage);
    t.notMatch(JSON.stringify(textsOf(last)), /\[cite/);
  }
});

/** Returns one to four turns. All but the last one search, and the last one does not. */
function randomTurns(random: () => number): ScriptedItem[][] {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const text = (): string =>
    Array.from({ length: Math.floor(random() * 12) }, () =>
      pick([
        'The clock ',
        '[cite:1]',
        ' [cite:2].',
        '[cite: 1, 2]',
        '[cit',
        '[',
        ' ',
        '[cite:77]',
        '😀',
        'é',
        '[x](y) ',
        '\n',
      ]),
    )
      .join('')
      .replace(/\[cit(?=e)/g, '[');
  const other = (): ScriptedItem => (random() < 0.5 ? { text: text() } : { reasoning: 'Hm, let me see.' });
  const searches = Array.from({ length: Math.floor(random() * 4) }, () => {
    const calls = Array.from(
      { length: 1 + Math.floor(random() * 3) },
      (): ScriptedItem => ({ search: ['key', 'tea'] }),
    );
    return [...(random() < 0.5 ? [other()] : []), ...calls];
  });
  const call: ScriptedItem[] = random() < 0.2 ? [{ call: 'weather', arguments: '{"city":"Ulm"}' }] : [];
  return [...searches, [{ text: text() }, ...(random() < 0.3 ? [other()] : []), ...call]];
}

/** Returns what a caller reads of a response: its texts, annotations and calls, without ids. */
function textsOf({ output, status }: Loose): unknown {
  return [
    status,
    output.map(({ type, content, queries, arguments: given }: Loose) => [
      type,
      queries ?? given,
      content?.map(({ text, annotations }: Loose) => [text, annotations]),
    ]),
  ];
}

t.test('text is passed on at once, except for what may be a marker', async (t) => {
  const deltas = ['Behind', ' the ', '[', 'x] clock', ' [ci', 'te:1', ']', '!'];
  const passed = ['Behind', ' the', '', ' [x] clock', '', '', '', '!'];
  let allowed = 0;
  upstream.next(...script([[{ search: ['key'] }]]), async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const part = { type: 'output_text', text: '', annotations: [] };
    const item = { id: 'msg_1', type: 'message', role: 'assistant', content: [] };
    const at = { item_id: 'msg_1', output_index: 0, content_index: 0 };
    response.write(
      sseOf([
        { type: 'response.created', response: {} },
        { type: 'response.output_item.added', output_index: 0, item },
        { type: 'response.content_part.added', ...at, part },
      ]),
    );
    for (const [index, delta] of deltas.entries()) {
      response.write(sseOf([{ type: 'response.output_text.delta', ...at, delta, logprobs: [] }]));
      await until(() => allowed > index || undefined);
    }
    const whole = { ...part, text: deltas.join('') };
    response.end(
      sseOf([
        { type: 'response.output_text.done', ...at, text: whole.text },
        { type: 'response.content_part.done', ...at, part: whole },
        { type: 'response.output_item.done', output_index: 0, item: { ...item, content: [whole] } },
        { type: 'response.completed', response: {} },
      ]),
    );
  });
  const response = await world.open(path, ask({ stream: true }));
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  let received = '';
  const read = async (): Promise<void> => {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      received += Buffer.from(value).toString();
    }
  };
  const reading = read();
  const texts = (): string =>
    eventsIn(received.slice(0, received.lastIndexOf('\n\n') + 2))
      .filter(({ type }) => type === 'response.output_text.delta')
      .map(({ delta }) => delta)
      .join('');
  let expected = '';
  for (const text of passed) {
    expected += text;
    await until(() => texts().length >= expected.length || undefined);
    t.equal(texts(), expected);
    allowed += 1;
  }
  await reading;
  t.strictSame(grammarFaults(eventsIn(received)), []);
  t.equal(texts(), 'Behind the [x] clock!');
});

t.test('response.created comes before a slow model answers', async (t) => {
  let answerNow = (): void => undefined;
  const asked = new Promise<void>((resolve) => {
    answerNow = resolve;
  });
  upstream.next(async (answering) => {
    await asked;
    await says({ items: [{ text: 'There.' }] })(answering);
  });
  const response = await world.open(path, ask({ stream: true }));
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const { value } = await reader.read();
  t.match(Buffer.from(value as Uint8Array).toString(), /^event: response\.created\n/);
  answerNow();
  while (!(await reader.read()).done);
});

t.test('a response of the model that is incomplete or failed ends the whole response so', async (t) => {
  const found: ScriptedItem[] = [{ search: ['key'] }];
  for (const status of ['incomplete', 'failed'] as const) {
    const turns = [{ items: found }, { items: [{ text: 'It hangs' }], status }];
    upstream.next(...script(turns));
    const events = await streamed(t);
    const { response, type } = events.at(-1);
    t.equal(type, `response.${status}`);
    t.match(response, { status, usage: { total_tokens: 30 }, completed_at: null });
    if (status === 'failed') t.match(response.error, { code: 'server_error', message: 'The model is tired.' });
    else t.strictSame(response.incomplete_details, { reason: 'max_output_tokens' });
    upstream.next(...script(turns));
    const whole = await world.post(path, ask());
    t.equal(whole.status, 200);
    t.equal(whole.body.status, status);
  }
});

t.test('the limit of output tokens holds for all rounds together', async (t) => {
  const count = upstream.seen.length;
  const search = { items: [{ search: ['key'] }], usage: { input_tokens: 1, output_tokens: 30 } };
  upstream.next(...script([search, search]));
  const events = await streamed(t, { max_output_tokens: 50 });
  t.match(events.at(-1), {
    type: 'response.incomplete',
    response: { incomplete_details: { reason: 'max_output_tokens' }, usage: { output_tokens: 60 } },
  });
  const most = upstream.seen.slice(count).map(({ body }) => body.max_output_tokens);
  t.strictSame(most, [50, 20]);
});

t.test('a search that the model could not finish is not run', async (t) => {
  upstream.next(...script([{ items: [{ search: ['key'], status: 'incomplete' }], status: 'incomplete' }]));
  const events = await streamed(t);
  t.match(events.at(-1).response, {
    status: 'incomplete',
    output: [{ type: 'file_search_call', status: 'incomplete' }],
  });
});

t.test('a model server that fails in any way fails the response, and shows nothing of its inside', async (t) => {
  /** The failures that come before the first event. The caller gets them with their status, streamed or not. */
  const early = new Set(['a refusal', 'too many', 'a defect', 'no stream', 'a closed connection']);
  const refusal = { error: { message: 'No tools here.', type: 'invalid_request_error', param: null, code: null } };
  const failures: [what: string, answer: (answering: Loose) => unknown, status: number, error: object][] = [
    [
      'a refusal',
      ({ response }) => json(response, 400, refusal),
      400,
      { code: 'invalid_prompt', message: 'No tools here.' },
    ],
    ['too many', ({ response }) => json(response, 429, refusal), 429, { code: 'rate_limit_exceeded' }],
    [
      'a defect',
      ({ response }) => json(response, 500, { error: { message: 'at 10.0.0.7' } }),
      502,
      { code: 'server_error' },
    ],
    ['no stream', ({ response }) => json(response, 200, { id: 'resp_1' }), 502, { code: 'server_error' }],
    ['a closed connection', ({ response }) => response.destroy(), 502, { code: 'server_error' }],
    ['a broken stream', ({ response }) => brokenStream(response, ''), 502, { code: 'server_error' }],
    ['an early end', ({ response }) => endedStream(response, ''), 502, { code: 'server_error' }],
    [
      'an error event',
      ({ response }) => endedStream(response, 'event: error\ndata: {"type":"error","message":"Full"}\n\n'),
      502,
      { code: 'server_error', message: 'Full' },
    ],
    ['no JSON', ({ response }) => endedStream(response, 'data: {\n\n'), 502, { code: 'server_error' }],
  ];
  for (const [what, fail, status, error] of failures) {
    for (const before of [[], [[{ search: ['key'] }]]] as ScriptedItem[][][]) {
      upstream.always(fail);
      upstream.next(...script(before));
      if (before.length === 0 && early.has(what)) {
        const refused = await world.post(path, ask({ stream: true }));
        t.match(refused, { status, body: { error: 'message' in error ? { message: error.message } : {} } }, what);
        t.notMatch(JSON.stringify(refused), /10\.0\.0\.7/);
      } else {
        const last = (await streamed(t)).at(-1);
        t.match(last, { type: 'response.failed', response: { status: 'failed', error } }, what);
        t.equal(last.response.output.length, before.length);
        t.notMatch(JSON.stringify(last), /10\.0\.0\.7/);
      }
      upstream.next(...script(before));
      const whole = await world.post(path, ask());
      t.equal(whole.status, status, what);
    }
  }
  upstream.always(undefined);
});

function brokenStream(response: Loose, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.write(sseOf([{ type: 'response.created', response: {} }]) + text, () => response.destroy());
}

function endedStream(response: Loose, text: string): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  response.end(sseOf([{ type: 'response.created', response: {} }]) + text);
}

t.test('a model server that sends only the whole response will do', async (t) => {
  const output = [
    { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text: answer }] },
  ];
  upstream.next(...script([[{ search: ['key engine room'] }]]), ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(sseOf([{ type: 'response.completed', response: { output } }]));
  });
  const events = await streamed(t);
  t.equal(events.at(-1).response.output[1].content[0].text, shown);
});

t.test('a search that fails is told to the model, which answers without it', async (t) => {
  embedder.always(({ response }) => json(response, 400, { error: { message: 'Too long.' } }));
  const count = upstream.seen.length;
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'I do not know.' }]]));
  const events = await streamed(t);
  embedder.always(undefined);
  t.match(events.at(-1).response, {
    status: 'completed',
    output: [{ type: 'file_search_call', status: 'failed' }, {}],
  });
  const { output } = (upstream.seen[count + 1] as Loose).body.input.at(-1);
  t.match(JSON.parse(output), { error: /^The search failed\. / });
});

t.test('leaving during a search ends the search', async (t) => {
  const count = embedder.seen.length;
  const asked = upstream.seen.length;
  for (const stream of [true, false]) {
    embedder.next(() => undefined);
    upstream.next(...script([[{ search: ['key'] }]]));
    const leaving = new AbortController();
    const left = t.rejects(world.open(path, ask({ stream }), leaving.signal).then((answer) => answer.text()));
    const seen = await until(() => embedder.seen[count + (stream ? 0 : 1)]);
    leaving.abort();
    t.ok((await seen.aborted) > 0);
    await left;
  }
  t.equal(upstream.seen.length - asked, 2, 'the model is not called again');
});

t.test('a response ends at its deadline, in a search and in a call of the model', async (t) => {
  const change = (seconds: number) =>
    app.request('PATCH', '/admin/config', {
      token: world.admin.token,
      body: { file_search: { timeout_seconds: seconds } },
    });
  t.equal((await change(1)).status, 200);
  const hang = () => undefined;
  const error = { code: 'server_error', message: 'The response was not complete after 1 seconds.' };
  for (const [hangs, stream] of [
    ['search', true],
    ['search', false],
    ['first round', false],
    ['second round', true],
  ] as const) {
    if (hangs === 'search') embedder.next(hang);
    upstream.next(...(hangs === 'first round' ? [] : script([[{ search: ['key'] }]])));
    if (hangs !== 'search') upstream.next(hang);
    if (stream) t.match((await streamed(t)).at(-1), { type: 'response.failed', response: { error } }, hangs);
    else t.match(await world.post(path, ask()), { status: 504, body: { error: { code: 'upstream_timeout' } } }, hangs);
  }
  t.equal((await change(600)).status, 200);
});

t.test("annotations of the model's server keep their place beside the citations", async (t) => {
  const page = { type: 'url_citation', url: 'https://a.example', title: 'A', start_index: 21, end_index: 24 };
  upstream.next(...script([[{ search: ['key'] }], [{ text: 'Clock [cite:1] and 😀 tea.', annotations: [page] }]]));
  const events = await streamed(t);
  const { text, annotations } = events.at(-1).response.output[1].content[0];
  t.equal(text, 'Clock and 😀 tea.');
  const at = annotations.find(({ type }: Loose) => type === 'url_citation');
  t.equal([...text].slice(at.start_index, at.end_index).join(''), 'tea');
});

t.test('ids of items are unique, also if the model server repeats them', async (t) => {
  const item = (text: string) => [
    { id: 'msg_1', type: 'message', role: 'assistant', content: [{ type: 'output_text', text }] },
  ];
  const search = [
    { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'file_search', arguments: '{"queries":["key"]}' },
  ];
  const whole =
    (output: object[]) =>
    ({ response }: Loose) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(sseOf([{ type: 'response.completed', response: { output } }]));
    };
  upstream.next(whole([...item('One moment.'), ...search]), whole(item('There.')));
  const events = await streamed(t);
  const ids = events.at(-1).response.output.map(({ id }: Loose) => id);
  t.equal(new Set(ids).size, 3);
});

// Files of the project that a request names by id: the model gets their bytes.

import t from 'tap';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

// biome-ignore lint/suspicious/noExplicitAny: the tests verify the bodies by their values.
type Loose = any;

const upstream = await startUpstream(t);
const world = await startInference(t, [upstream.settings({ responses: false })]);
const { app, post, project, admin } = world;
const last = (): Loose => upstream.seen.at(-1)?.body;

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const pdf = Buffer.from('%PDF-1.4\n%%EOF\n');
const image = await upload('dot.png', png);
const paper = await upload('paper.pdf', pdf);
const note = await upload('note.txt', Buffer.from('Tea at four.'));

async function upload(name: string, bytes: Buffer, token = project.key): Promise<string> {
  const form = new FormData();
  form.append('purpose', 'user_data');
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  const { status, body, text } = await app.request('POST', '/v1/files', { token, form });
  if (status !== 200) throw new Error(text);
  return body.id;
}

const url = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`;
const userParts = (messages: Loose[]) => messages.findLast(({ role }) => role === 'user').content;

t.test('a chat completion gets the bytes of a file', async (t) => {
  const content = [
    { type: 'text', text: 'Read this.' },
    { type: 'file', file: { file_id: paper } },
  ];
  const { status, text } = await post('/v1/chat/completions', question({ messages: [{ role: 'user', content }] }));
  t.equal(status, 200, text);
  t.strictSame(userParts(last().messages), [
    { type: 'text', text: 'Read this.' },
    { type: 'file', file: { filename: 'paper.pdf', file_data: url('application/pdf', pdf) } },
  ]);
});

t.test('a response gets them, and so does one that continues it', async (t) => {
  const content = [
    { type: 'input_text', text: 'What is this?' },
    { type: 'input_image', file_id: image, detail: 'low' },
    { type: 'input_file', file_id: paper, filename: 'mine.pdf' },
  ];
  const first = await post('/v1/responses', { model: 'chat-model', input: [{ role: 'user', content }] });
  t.equal(first.status, 200, first.text);
  const whole = [
    { type: 'text', text: 'What is this?' },
    { type: 'image_url', image_url: { url: url('image/png', png), detail: 'low' } },
    { type: 'file', file: { file_data: url('application/pdf', pdf), filename: 'mine.pdf' } },
  ];
  t.strictSame(userParts(last().messages), whole);
  const items = await app.request('GET', `/v1/responses/${first.body.id}/input_items`, { token: project.key });
  t.match(items.body.data[0].content, content, 'the id is stored, and not the bytes');
  const next = { model: 'chat-model', input: 'And now?', previous_response_id: first.body.id };
  t.equal((await post('/v1/responses', next)).status, 200);
  t.strictSame(last().messages[0].content, whole);
});

t.test('a message gets them, and documents that it has itself', async (t) => {
  const block = (type: string, source: object, more = {}) => ({ type, source, ...more });
  const content = [
    block('image', { type: 'file', file_id: image }),
    block('document', { type: 'file', file_id: paper }),
    block('document', { type: 'file', file_id: note }),
    block('document', { type: 'base64', media_type: 'application/pdf', data: pdf.toString('base64') }),
    block('document', { type: 'base64', media_type: 'text/plain', data: btoa('Hello') }, { title: 'Greeting' }),
    block('document', { type: 'text', media_type: 'text/plain', data: 'Plain' }),
  ];
  const asked = { model: 'chat-model', max_tokens: 10, messages: [{ role: 'user', content }] };
  const { status, text } = await post('/v1/messages', asked);
  t.equal(status, 200, text);
  t.strictSame(userParts(last().messages), [
    { type: 'image_url', image_url: { url: url('image/png', png) } },
    { type: 'file', file: { filename: 'paper.pdf', file_data: url('application/pdf', pdf) } },
    { type: 'text', text: 'note.txt\n\nTea at four.' },
    { type: 'file', file: { filename: 'document.pdf', file_data: url('application/pdf', pdf) } },
    { type: 'text', text: 'Greeting\n\nHello' },
    { type: 'text', text: 'Plain' },
  ]);
  const before = upstream.seen.length;
  const counted = await post('/v1/messages/count_tokens', { ...asked, max_tokens: undefined });
  t.equal(counted.status, 200, counted.text);
  t.ok(counted.body.input_tokens > 1000, 'an image counts 1,000');
  t.equal(upstream.seen.length, before);
});

t.test('a file that the project does not have is 404 at the place that names it', async (t) => {
  const stranger = await tenantOf(app, admin);
  const foreign = await upload('theirs.png', png, stranger.project.key);
  const gone = await upload('gone.png', png);
  await app.request('DELETE', `/v1/files/${gone}`, { token: project.key });
  const before = upstream.seen.length;
  for (const file_id of [foreign, gone]) {
    const input = [{ role: 'user', content: [{ type: 'input_image', file_id }] }];
    const response = await post('/v1/responses', { model: 'chat-model', input });
    t.match([response.status, response.body.error], [404, { code: 'not_found', param: 'input.0.content.0.file_id' }]);
    const chat = question({ messages: [{ role: 'user', content: [{ type: 'file', file: { file_id } }] }] });
    t.match((await post('/v1/chat/completions', chat)).body.error, {
      code: 'not_found',
      param: 'messages.0.content.0.file.file_id',
    });
    const messages = [{ role: 'user', content: [{ type: 'image', source: { type: 'file', file_id } }] }];
    const message = await post('/v1/messages', { model: 'chat-model', max_tokens: 5, messages });
    t.match([message.status, message.body.error], [404, { type: 'not_found_error' }]);
  }
  t.equal(upstream.seen.length, before, 'no model is asked');
});

t.test('an image has to be one, and a body with its files keeps the limit', async (t) => {
  const ask = (part: object) =>
    post('/v1/responses', { model: 'chat-model', input: [{ role: 'user', content: [part] }] });
  const wrong = await ask({ type: 'input_image', file_id: paper });
  t.match([wrong.status, wrong.body.detail?.[0]?.loc.at(-1)], [422, 'file_id']);
  const large = await upload('large.pdf', Buffer.concat([pdf, Buffer.alloc(13 << 20)]));
  const { status, body } = await ask({ type: 'input_file', file_id: large });
  t.match([status, body.error], [413, { code: 'body_too_large', param: 'input.0.content.0.file_id' }]);
});

t.test('the input tokens of a response are counted without a model', async (t) => {
  const before = upstream.seen.length;
  const count = async (more: object) => {
    const { status, body, text } = await post('/v1/responses/input_tokens', { model: 'chat-model', ...more });
    t.equal(status, 200, text);
    t.equal(body.object, 'response.input_tokens');
    return body.input_tokens as number;
  };
  const short = await count({ input: 'Hello' });
  t.ok(short > 0 && short < 10, `${short}`);
  t.ok((await count({ input: 'Hello', instructions: 'Answer in one sentence.' })) > short);
  const parts = [
    { type: 'input_image', file_id: image },
    { type: 'input_text', text: 'Hello' },
  ];
  t.ok((await count({ input: [{ role: 'user', content: parts }] })) > 1000, 'an image counts 1,000');
  t.equal(upstream.seen.length, before);
  const first = await post('/v1/responses', { model: 'chat-model', input: 'One two three four five six seven' });
  t.ok((await count({ input: 'Hello', previous_response_id: first.body.id })) > short + 7, 'the history counts');
  const tools = [{ type: 'file_search', vector_store_ids: ['vs_01KF0G4CP9QX2AXWQ6CRBPS9XZ'] }];
  const nowhere = await post('/v1/responses/input_tokens', { model: 'chat-model', input: 'x', tools });
  t.match([nowhere.status, nowhere.body.error?.code], [404, 'not_found']);
  const unknown = await post('/v1/responses/input_tokens', { model: 'no-such-model', input: 'x' });
  t.match([unknown.status, unknown.body.error?.code], [404, 'model_not_found']);
});

// Clients of other languages send null, or an empty part of a form, for what their caller left out.

import t from 'tap';
import { sendFile, upload } from '../harness/forms.ts';
import { startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, post, project } = await startInference(t, [upstream.settings({ responses: false })]);
const stores = '/v1/vector_stores';

t.test('null for an optional member of a body means that it is not set, at every depth', async (t) => {
  const { status, body, text } = await post(stores, {
    name: null,
    file_ids: null,
    metadata: null,
    expires_after: null,
    chunking_strategy: { type: 'static', static: { max_chunk_size_tokens: 500, chunk_overlap_tokens: null } },
  });
  t.equal(status, 200, text);
  t.match(body, { name: '', metadata: {}, chunking_strategy: { static: { max_chunk_size_tokens: 500 } } });
  const found = await post(`${stores}/${body.id}/search`, {
    query: 'words',
    filters: null,
    max_num_results: null,
    rewrite_query: null,
    ranking_options: { ranker: null, score_threshold: null },
  });
  t.equal(found.status, 200, found.text);
  const fileId = await upload(app, project.key, { content: 'some words' });
  const batch = await post(`${stores}/${body.id}/file_batches`, {
    file_ids: null,
    files: [{ file_id: fileId, attributes: null, chunking_strategy: null }],
  });
  t.equal(batch.status, 200, batch.text);
});

t.test('null stays an error for a required member, in a dictionary, and in the Organization API', async (t) => {
  t.match((await post(`${stores}`, { metadata: { key: null } })).body.detail, [{ loc: ['body', 'metadata', 'key'] }]);
  const { id } = (await post(stores, {})).body;
  t.match((await post(`${stores}/${id}/files`, { file_id: null })).body.detail, [{ loc: ['body', 'file_id'] }]);
  t.match((await post(`${stores}/${id}/file_batches`, { file_ids: null, files: null })).body.detail, [
    { type: 'missing' },
  ]);
});

t.test('null for the type of a message is not set: it is optional there, and required in other items', async (t) => {
  const item = { type: null, role: 'user', content: 'Hello' };
  const conversation = await post('/v1/conversations', { items: [item] });
  t.equal(conversation.status, 200, conversation.text);
  const answer = await post('/v1/responses', { model: 'chat-model', input: [item] });
  t.equal(answer.status, 200, answer.text);
  const refused = await post('/v1/conversations', { items: [{ ...item, role: null }] });
  t.match(refused.body.detail, [{ loc: ['body', 'items', '0', 'role'] }], 'its role is required');
});

t.test('an upstream gets the null of members that only it reads', async (t) => {
  const messages = [{ role: 'user', content: 'Hello' }];
  const sent = { model: 'chat-model', messages, temperature: null, odd: null };
  t.equal((await post('/v1/chat/completions', sent)).status, 200, 'the call is answered');
  t.strictSame(upstream.seen.at(-1)?.body, { model: 'chat-model', messages, temperature: null, odd: null });
  t.equal((await post('/v1/embeddings', { model: 'chat-model', input: 'a', dimensions: null })).status, 200);
  t.strictSame(upstream.seen.at(-1)?.body, { model: 'chat-model', input: 'a' });
  const unset = { system: null, tools: null, tool_choice: null, thinking: null };
  const message = await post('/v1/messages', { model: 'chat-model', max_tokens: 9, messages, ...unset });
  t.equal(message.status, 200, 'and a translated message leaves them out');
  t.strictSame(Object.keys(upstream.seen.at(-1)?.body ?? {}).sort(), ['max_tokens', 'messages', 'model']);
});

t.test('an empty part of an optional member of a form is not set, and a text may be a JSON string', async (t) => {
  const sent = await sendFile(app, project.key, {
    content: 'words',
    purpose: '"assistants"',
    more: { expires_after: '' },
  });
  t.match(sent, { status: 200, body: { purpose: 'assistants', expires_at: null } }, sent.text);
  const parts = { 'expires_after[anchor]': '"created_at"', 'expires_after[seconds]': '3600' };
  const expiring = await sendFile(app, project.key, { content: 'words', more: parts });
  t.equal(expiring.body.expires_at, expiring.body.created_at + 3600, expiring.text);
  const refused = await sendFile(app, project.key, { content: 'words', purpose: '' });
  t.match(refused.body.detail, [{ loc: ['body', 'purpose'] }], 'a required member is still refused');
});

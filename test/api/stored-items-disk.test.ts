// Tests stored responses and conversations on a server whose disk has less free space than it keeps free.

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import t from 'tap';
import { Conversation } from '../../models/conversation.ts';
import { newId } from '../../models/ids.ts';
import { script } from '../../scripts/fixtures/scripted-model.ts';
import { startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { createStore } from '../harness/stores.ts';
import { startUpstream } from '../harness/upstream.ts';
import { signIn } from '../harness/world.ts';

const upstream = await startUpstream(t, { models: ['responder'] });
const full = await startInference(t, [upstream], { SVC_FILES_RESERVE_BYTES: String(2 ** 49) });

// Case 149. The server sees only the disk of the embedded database.
t.test('below the reserve of the disk nothing is stored, and reading, deleting and signing in go on', async (t) => {
  if (full.app.database.url !== '') return t.plan(0, 'the database is on a server of its own');
  const { id } = await Conversation.create({
    ...{ id: newId('conversation'), projectId: full.project.id, metadata: '{}', createdAt: 1_700_000_000 },
  });
  const store = await createStore(full.app, full.project.key);
  const ask = {
    ...{ model: 'responder', input: 'Where is the key?' },
    tools: [{ type: 'file_search', vector_store_ids: [store] }],
  };
  const asked = upstream.seen.length;
  const refused = [
    await full.post('/v1/conversations', {}),
    await full.post(`/v1/conversations/${id}/items`, { items: [{ role: 'user', content: 'Hi' }] }),
    await full.post('/v1/responses', ask),
    await full.post('/v1/responses', { ...ask, background: true }),
  ];
  for (const { status, body, headers } of refused) {
    t.match({ status, body }, { status: 507, body: { error: { code: 'insufficient_storage' } } });
    t.equal(headers.get('x-should-retry'), 'false');
  }
  t.equal(upstream.seen.length, asked, 'the model was not asked');
  upstream.next(...script([[{ text: 'Behind the clock.' }]]));
  t.equal((await full.post('/v1/responses', { ...ask, store: false })).status, 200);
  const token = full.project.key;
  t.equal((await full.app.request('GET', `/v1/conversations/${id}`, { token })).status, 200);
  t.equal((await full.app.request('DELETE', `/v1/conversations/${id}`, { token })).status, 200);
  t.ok((await signIn(full.app, full.owner.email)).token);
});

t.test('a short disk gets the space of deleted items back at once', async (t) => {
  if (full.app.database.url !== '') return t.plan(0, 'the database is on a server of its own');
  const megabyte = 1 << 20;
  const bytes = async () => (await stat(join(full.app.database.dataDir, 'svc.sqlite'))).size;
  const metadata = JSON.stringify({ text: 'x'.repeat(megabyte) });
  for (let left = 20; left > 0; left -= 1) {
    const id = newId('conversation');
    await Conversation.create({ id, projectId: full.project.id, metadata, createdAt: 1_700_000_000 });
  }
  await until(async () => ((await bytes()) > 16 * megabyte ? true : undefined));
  await Conversation.destroy({ where: { projectId: full.project.id } });
  t.equal((await full.post('/v1/conversations', {})).status, 507);
  t.ok((await bytes()) < 8 * megabyte, `${await bytes()} bytes`);
});

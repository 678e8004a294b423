// Tests the rows that paths name: `x-row` in spec/common/access.tsp.

import t from 'tap';
import { operationTable } from '../../../generated/operations.ts';
import { rowReaders } from '../../../generated/rows.ts';
import { newId } from '../../../models/ids.ts';
import { startApp } from '../../harness/app.ts';
import { upload } from '../../harness/forms.ts';
import { createStore } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const app = await startApp(t);
const { organizationKey, project, sibling } = await createTenant(app, await signUp(app, { isAdmin: true }));

t.test('a row is looked for only within the row before it', async (t) => {
  const [storeId, otherStoreId] = [await createStore(app, project.key), await createStore(app, project.key)];
  const siblingsStoreId = await createStore(app, sibling.key);
  const token = project.key;
  const made = await app.request('POST', '/v1/conversations', { token, body: {} });
  const file = await upload(app, token, { content: 'text', filename: 'note.txt' });
  const body = { file_ids: [file] };
  const batch = await app.request('POST', `/v1/vector_stores/${storeId}/file_batches`, { token, body });
  const ids = { batch: batch.body.id, conversation: made.body.id };
  for (const [path, message] of [
    [`/v1/vector_stores/${siblingsStoreId}/files`, `vector store '${siblingsStoreId}'`],
    [`/v1/vector_stores/${otherStoreId}/file_batches/${ids.batch}`, `file batch '${ids.batch}'`],
    [`/v1/vector_stores/${storeId}/files/${newId('file')}`, "file 'file-"],
  ] as const) {
    const { status, body } = await app.request('GET', path, { token });
    t.match([status, body.error.code], [404, 'not_found'], path);
    t.ok(body.error.message.includes(message), `${body.error.message} names the ${message}`);
  }
  const foreign = await app.request('GET', `/v1/conversations/${ids.conversation}/items`, { token: sibling.key });
  t.equal(foreign.status, 404, 'a project does not find the conversation of another');
});

t.test('validation answers before a row is looked for', async (t) => {
  const path = `/v1/vector_stores/${newId('vector-store')}`;
  const wrong = await app.request('POST', path, { token: project.key, body: { name: 1 } });
  t.equal(wrong.status, 422);
  t.equal((await app.request('POST', path, { token: project.key, body: { name: 'a' } })).status, 404);
});

t.test('the project that the headers name is the project of the path', async (t) => {
  const path = `/v1/organization/projects/${project.id}`;
  const headers = { 'compat-project': project.id };
  const named = await app.request('GET', path, { token: organizationKey, headers });
  const { body } = await app.request('GET', path, { token: organizationKey });
  t.strictSame(named.body, body);
});

t.test('each row comes after the row that it belongs to', async (t) => {
  for (const [id, { access, ...operation }] of Object.entries(operationTable)) {
    const known = new Set<string>(access.context === 'project' ? ['organization', 'project'] : ['organization']);
    for (const { name, kind } of 'rows' in operation ? operation.rows : []) {
      t.ok(known.has(rowReaders[kind].within), `${id} knows the ${rowReaders[kind].within} of the ${name}`);
      known.add(name);
    }
  }
});

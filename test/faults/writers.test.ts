// 32 concurrent writers on the same few stores, files, keys and one project. Whatever lock conflicts occur in the
// database, no caller gets an error, no change is half done, and all counts are correct.

import t from 'tap';
import { FileBatch } from '../../models/file-batch.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { VectorStoreFile } from '../../models/vector-store-file.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { rounds } from '../harness/faults.ts';
import { sendFile, upload } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createStore, miscounts, strayChunks } from '../harness/stores.ts';
import { createTenant, signUp } from '../harness/world.ts';

const writers = 32;
const turns = rounds * 4;
/** The allowed statuses: besides success, the resource is gone or another writer was first. */
const expected = new Set([200, 404, 409]);

// A connection for each writer: a caller who waits three seconds for a connection is asked to try again.
const app = await startApp(t, { SVC_DATABASE_POOL: String(writers) });
const { project, organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
const token = project.key;
const stores = await Promise.all([1, 2, 3].map((number) => createStore(app, token, { name: `Shared ${number}` })));
const files = await Promise.all(
  Array.from({ length: 12 }, (_, index) => upload(app, token, { content: `The text of file ${index}. `.repeat(50) })),
);
const keys = `/v1/organization/projects/${project.id}/api_keys`;

function anyOf<Thing>(things: readonly Thing[]): Thing {
  return things[Math.floor(Math.random() * things.length)] as Thing;
}

const send = (method: string, path: string, body?: object): Promise<Answer> =>
  app.request(method, path, {
    token: path.startsWith('/v1/organization') ? organizationKey : token,
    ...(body && { body }),
  });

/** The possible actions of a writer. */
const doings: (() => Promise<Answer>)[] = [
  () => send('POST', `/v1/vector_stores/${anyOf(stores)}/files`, { file_id: anyOf(files) }),
  () => send('POST', `/v1/vector_stores/${anyOf(stores)}/files`, { file_id: anyOf(files) }),
  () => send('DELETE', `/v1/vector_stores/${anyOf(stores)}/files/${anyOf(files)}`),
  () =>
    send('POST', `/v1/vector_stores/${anyOf(stores)}/files/${anyOf(files)}`, { attributes: { turn: Math.random() } }),
  () =>
    send('POST', `/v1/vector_stores/${anyOf(stores)}/file_batches`, {
      file_ids: [...new Set([1, 2, 3].map(() => anyOf(files)))],
    }),
  () => send('POST', `/v1/vector_stores/${anyOf(stores)}`, { metadata: { turn: String(Math.random()) } }),
  () => send('POST', '/v1/vector_stores', { name: `Name ${anyOf([1, 2, 3, 4])}` }),
  () => send('POST', `/v1/organization/projects/${project.id}`, { name: `Project ${Math.random()}` }),
  async () => {
    const { body } = await send('POST', keys, { name: 'Short-lived' });
    return send('DELETE', `${keys}/${body.id}`);
  },
  async () => {
    const { body } = await sendFile(app, token, { content: `Passing ${Math.random()}` });
    await send('POST', `/v1/vector_stores/${anyOf(stores)}/files`, { file_id: body.id });
    return send('DELETE', `/v1/files/${body.id}`);
  },
];

t.test(`${writers} concurrent writers lose no write`, async (t) => {
  const refused: string[] = [];
  const counts = new Map<number, number>();
  const write = async (): Promise<void> => {
    for (let turn = 0; turn < turns; turn += 1) {
      const { status, text } = await anyOf(doings)();
      counts.set(status, (counts.get(status) ?? 0) + 1);
      if (!expected.has(status)) refused.push(`${status} ${text}`);
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  t.comment(`${writers * turns} turns: ${JSON.stringify(Object.fromEntries(counts))}`);
  t.strictSame(refused, [], 'no caller sees a lock, a deadlock or a full pool');
  t.ok((counts.get(200) ?? 0) > (writers * turns) / 3, 'most requests succeeded');
  const open = { where: { status: 'in_progress' } } as const;
  await until(
    async () => ((await VectorStoreFile.count(open)) + (await FileBatch.count(open)) === 0 ? true : undefined),
    300_000,
  );
  t.strictSame(await miscounts(), []);
  t.strictSame(await strayChunks(app.app.services.collections), []);
  t.equal(await StoredFile.count(), files.length, 'uploaded and deleted files are gone');
});

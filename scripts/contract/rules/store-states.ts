// Rules of vector stores, files and uploads.

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { storesPath } from '../fixtures.ts';
import type { Answer } from '../send.ts';
import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';

export type StateCheck = (trial: Trial, stage: Stage) => Promise<void>;

const settleMs = 15_000;
const pollMs = 50;

/** Returns a function that calls with the key of a new project. */
export async function inProject(trial: Trial, stage: Stage) {
  const { key: token } = await stage.newProject();
  return (method: string, path: string, body?: unknown, form?: FormData): Promise<Answer> =>
    trial.ask(method, path, {
      token,
      ...(body === undefined ? {} : { body }),
      ...(form === undefined ? {} : { form }),
    });
}

type Call = Awaited<ReturnType<typeof inProject>>;

function fileForm(content: string, name: string, purpose = 'assistants'): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  form.append('purpose', purpose);
  return form;
}

/** Reads until the status is final. The time is bounded, because a server without a worker never finishes. */
async function ended(call: Call, path: string): Promise<Answer> {
  const deadline = performance.now() + settleMs;
  let answer = await call('GET', path);
  while (answer.body?.status === 'in_progress' && performance.now() < deadline) {
    await wait(pollMs);
    answer = await call('GET', path);
  }
  return answer;
}

/** Creates a store with one text file, and waits until it is searchable. */
async function storeWith(call: Call, content: string, attributes: JsonObject = {}) {
  const file = await call('POST', '/v1/files', undefined, fileForm(content, 'Notes.txt'));
  const store = await call('POST', storesPath, {});
  const path = `${storesPath}/${store.body?.id}`;
  await call('POST', `${path}/files`, { file_id: file.body?.id, attributes });
  const attached = `${path}/files/${file.body?.id}`;
  return { path, attached, fileId: String(file.body?.id), file: await ended(call, attached) };
}

async function uniqueNames(trial: Trial, stage: Stage): Promise<void> {
  const [call, elsewhere] = [await inProject(trial, stage), await inProject(trial, stage)];
  const base = randomBytes(4).toString('hex');
  const name = `Zo\u00eb ${base}`;
  trial.status(await call('POST', storesPath, { name }), 200, undefined, 'a new name');
  for (const taken of [name, `Zoe\u0308 ${base}`])
    trial.status(await call('POST', storesPath, { name: taken }), 409, 'name_already_exists', 'a taken name');
  const alike = [`zo\u00eb ${base}`, `${name} `, `Zoe ${base}`, `Zo\u200b\u00eb ${base}`, `\uff3ao\u00eb ${base}`];
  for (const other of [...alike, `\u{1f600} ${base}`, `\u{1f601} ${base}`, '', ''])
    trial.status(await call('POST', storesPath, { name: other }), 200, undefined, 'another name, or none');
  trial.status(await elsewhere('POST', storesPath, { name }), 200, undefined, 'a name of another project');
  const rows = (await call('GET', storesPath)).body?.data ?? [];
  trial.equal('a refused creation leaves a store', rows.length, 10);
}

async function renaming(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const [one, other] = [
    await call('POST', storesPath, { name: 'One' }),
    await call('POST', storesPath, { name: 'Two' }),
  ];
  const path = `${storesPath}/${other.body?.id}`;
  const refused = await call('POST', path, { name: 'One', metadata: { a: 1 } });
  trial.status(refused, 409, 'name_already_exists', 'an update to a taken name');
  const kept = (await call('GET', path)).body ?? {};
  trial.equal('a refused update changes something', [kept.name, kept.metadata], ['Two', {}]);
  trial.status(await call('POST', path, { name: 'Two' }), 200, undefined, 'an update to its own name');
  const merged = await call('POST', `${storesPath}/${one.body?.id}`, { metadata: { a: 1 } });
  trial.equal('metadata', merged.body?.metadata, { a: 1 });
  const replaced = await call('POST', `${storesPath}/${one.body?.id}`, { metadata: { b: true, c: 'text', d: 1.5 } });
  trial.equal('metadata is not replaced', replaced.body?.metadata, { b: true, c: 'text', d: 1.5 });
  const stored = await call('GET', `${storesPath}/${one.body?.id}`);
  trial.equal('metadata is not stored', stored.body?.metadata, { b: true, c: 'text', d: 1.5 });
  const days = await call('POST', path, { expires_after: { anchor: 'last_active_at', days: 3 } });
  trial.equal('expires_after', days.body?.expires_after, { anchor: 'last_active_at', days: 3 });
  await call('POST', path, { name: 'Three' });
  trial.status(await call('POST', storesPath, { name: 'Two' }), 200, undefined, 'a name after its store is renamed');
  await call('DELETE', path);
  trial.status(await call('POST', storesPath, { name: 'Three' }), 200, undefined, 'a name after its store is deleted');
}

async function search(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const words = `The ${randomBytes(4).toString('hex')} heron waits at the weir.`;
  const { path, fileId } = await storeWith(call, words, { place: 'weir' });
  const find = async (body: JsonObject): Promise<JsonObject[]> => {
    const answer = await call('POST', `${path}/search`, body);
    trial.status(answer, 200, undefined, 'a search');
    return answer.body?.data ?? [];
  };
  const [hit] = await find({ query: 'heron at the weir' });
  if (!trial.expect(hit !== undefined, 'a search finds nothing', words, 'nothing')) return;
  trial.equal('a search shows another file', [hit?.file_id, hit?.filename], [fileId, 'Notes.txt']);
  trial.equal('a search shows other attributes', hit?.attributes, { place: 'weir' });
  const text = ((hit?.content ?? []) as { text?: string }[]).map((part) => part.text).join('');
  trial.expect(text.includes('heron'), 'a search shows another text', words, text);
  const score = Number(hit?.score);
  trial.expect(score > 0 && score <= 1, 'the score of a search', 'above 0, at most 1', hit?.score);
  const filters = { type: 'eq', key: 'place', value: 'mill' };
  trial.equal('a search ignores its filter', (await find({ query: 'heron', filters })).length, 0);
}

async function contents(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const content = `A thing: \u00e9\ud83d\ude00 ${randomBytes(6).toString('hex')}\n`;
  const { body: file } = await call('POST', '/v1/files', undefined, fileForm(content, 'Mixed Case.TXT'));
  const bytes = Buffer.byteLength(content);
  const wanted = { bytes, filename: 'Mixed Case.TXT', purpose: 'assistants' };
  const shown = ({ bytes, filename, purpose }: JsonObject): JsonObject => ({ bytes, filename, purpose }) as JsonObject;
  trial.equal('a file is not what was sent', shown(file ?? {}), wanted);
  const read = await call('GET', `/v1/files/${file?.id}`);
  trial.equal('a file is not stored as sent', shown(read.body ?? {}), wanted);
  const got = await call('GET', `/v1/files/${file?.id}/content`);
  trial.expect(Buffer.from(got.bytes).equals(Buffer.from(content)), 'the content of a file', content, got.text);
  const saved = got.headers.get('content-disposition') ?? '';
  trial.expect(/^attachment;.*Mixed Case\.TXT/.test(saved), 'content-disposition', 'attachment; Mixed Case.TXT', saved);
  const { body: other } = await call('POST', '/v1/files', undefined, fileForm(content, 'Other.txt', 'user_data'));
  for (const [purpose, ids] of Object.entries({ assistants: [file?.id], user_data: [other?.id], vision: [] }))
    await lists(trial, call, `/v1/files?purpose=${purpose}`, ids);
}

/** Expects that a list with a filter shows exactly these rows. */
async function lists(trial: Trial, call: Call, path: string, wanted: unknown[]): Promise<void> {
  const { body } = await call('GET', path);
  const ids = (body?.data ?? []).map(({ id }: JsonObject) => id).sort();
  trial.equal(`the filter ${/[?&](\w+)=/.exec(path)?.[1]} of a list`, ids, wanted.toSorted());
}

/** Expects that files, which are all completed, are listed by their status. */
async function listsByStatus(trial: Trial, call: Call, path: string, files: string[]): Promise<void> {
  for (const status of ['completed', 'in_progress', 'failed', 'cancelled'])
    await lists(trial, call, `${path}?filter=${status}`, status === 'completed' ? files : []);
}

async function attachedText(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const content = `The kiln fires at dawn, ${randomBytes(4).toString('hex')}.`;
  const { path, attached, fileId, file } = await storeWith(call, content, { a: 1 });
  if (file.body?.status !== 'completed') {
    trial.equal('the status of an attached text file', file.body?.status, 'completed');
    return;
  }
  const { body } = await call('GET', `${attached}/content`);
  const text = (body?.data ?? []).map((part: { text: string }) => part.text).join('');
  trial.expect(text.includes(content), 'the text of an attached file', content, text);
  trial.equal('the attributes of an attached file', file.body?.attributes, { a: 1 });
  const store = await call('GET', path);
  trial.equal('the files of a store', store.body?.file_counts?.completed, 1);
  trial.expect(store.body?.bytes > 0, 'the bytes of a store', 'above 0', store.body?.bytes);
  trial.expect(file.body?.usage_bytes > 0, 'the usage_bytes of a file', 'above 0', file.body?.usage_bytes);
  await listsByStatus(trial, call, `${path}/files`, [fileId]);
}

async function attributes(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const { attached } = await storeWith(call, 'A thing.', { a: 1, b: 'two' });
  trial.equal('the attributes of a new file', (await call('GET', attached)).body?.attributes, { a: 1, b: 'two' });
  const changed = await call('POST', attached, { attributes: { c: true } });
  trial.equal('new attributes', changed.body?.attributes, { c: true });
  trial.equal('new attributes are not stored', (await call('GET', attached)).body?.attributes, { c: true });
}

async function batches(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const files: string[] = [];
  for (const name of ['one.txt', 'two.txt'])
    files.push((await call('POST', '/v1/files', undefined, fileForm(`A thing ${name}.`, name))).body?.id);
  const { body: store } = await call('POST', storesPath, {});
  const path = `${storesPath}/${store?.id}`;
  const { body: batch } = await call('POST', `${path}/file_batches`, { file_ids: files, attributes: { k: 'v' } });
  trial.equal('the files of a batch', batch?.file_counts?.total, files.length);
  const last = await ended(call, `${path}/file_batches/${batch?.id}`);
  const counts = { cancelled: 0, completed: 2, failed: 0, in_progress: 0, total: 2 };
  trial.equal('an ended batch', [last.body?.status, last.body?.file_counts], ['completed', counts]);
  const rows = (await call('GET', `${path}/file_batches/${batch?.id}/files`)).body?.data ?? [];
  trial.equal('the listed files of a batch', rows.map(({ id }: JsonObject) => id).sort(), files.toSorted());
  trial.equal('the attributes of files of a batch', rows[0]?.attributes, { k: 'v' });
  await listsByStatus(trial, call, `${path}/file_batches/${batch?.id}/files`, files);
  const again = await call('POST', `${path}/file_batches/${batch?.id}/cancel`);
  trial.equal('an ended batch is cancelled', again.body, last.body);
}

async function uploads(trial: Trial, stage: Stage): Promise<void> {
  const call = await inProject(trial, stage);
  const content = `Part one, part two ${randomBytes(4).toString('hex')}.`;
  const expires_after = { anchor: 'created_at', seconds: 86_400 };
  const upload = { filename: 'Whole.txt', purpose: 'assistants', mime_type: 'text/plain', expires_after };
  const begin = async () => (await call('POST', '/v1/uploads', { ...upload, bytes: Buffer.byteLength(content) })).body;
  const addPart = async (id: string, text: string): Promise<string> => {
    const form = new FormData();
    form.append('data', new Blob([text]), 'part');
    return (await call('POST', `/v1/uploads/${id}/parts`, undefined, form)).body?.id;
  };
  const one = await begin();
  const parts = [await addPart(one?.id, content.slice(9)), await addPart(one?.id, content.slice(0, 9))].reverse();
  const at = `/v1/uploads/${one?.id}`;
  const wrong = await call('POST', `${at}/complete`, { part_ids: parts, md5: '0'.repeat(32) });
  trial.status(wrong, 422, 'value_error', 'an upload with another MD5');
  const md5 = createHash('md5').update(content).digest('hex');
  const done = await call('POST', `${at}/complete`, { part_ids: parts, md5 });
  if (trial.status(done, 200, undefined, 'an upload with its MD5')) {
    trial.equal('the status of a completed upload', done.body?.status, 'completed');
    const got = await call('GET', `/v1/files/${done.body?.file?.id}/content`);
    trial.equal('the content of a completed upload', got.text, content);
    trial.equal('the name of a completed upload', done.body?.file?.filename, 'Whole.txt');
    const lifetime = done.body?.file?.expires_at - done.body?.file?.created_at;
    trial.equal('the lifetime of an uploaded file', lifetime, expires_after.seconds);
  }
  trial.status(await call('POST', `${at}/cancel`), 409, 'upload_not_pending', 'cancelling a completed upload');
  const other = await begin();
  const partOfOther = await addPart(other?.id, content.slice(0, 4));
  const short = await call('POST', `/v1/uploads/${other?.id}/complete`, { part_ids: [partOfOther] });
  trial.expect([400, 422].includes(short.status), 'an upload that is too short', '400 or 422', short.text);
  const cancelled = await call('POST', `/v1/uploads/${other?.id}/cancel`);
  trial.equal('the status of a cancelled upload', cancelled.body?.status, 'cancelled');
  const late = await call('POST', `/v1/uploads/${other?.id}/complete`, { part_ids: [partOfOther] });
  trial.status(late, 409, 'upload_not_pending', 'completing a cancelled upload');
}

/** By operation. */
export const storeStates: Record<string, StateCheck> = {
  createVectorStore: uniqueNames,
  modifyVectorStore: renaming,
  searchVectorStore: search,
  createFile: contents,
  listFiles: contents,
  retrieveFile: contents,
  downloadFile: contents,
  createVectorStoreFile: attachedText,
  getVectorStoreFile: attachedText,
  listVectorStoreFiles: attachedText,
  getVectorStore: attachedText,
  retrieveVectorStoreFileContent: attachedText,
  updateVectorStoreFileAttributes: attributes,
  createVectorStoreFileBatch: batches,
  getVectorStoreFileBatch: batches,
  listFilesInVectorStoreBatch: batches,
  cancelVectorStoreFileBatch: batches,
  createUpload: uploads,
  addUploadPart: uploads,
  completeUpload: uploads,
  cancelUpload: uploads,
};

import { createHash, randomBytes } from 'node:crypto';
import t from 'tap';
import { newId } from '../../models/ids.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { Upload, UploadPart } from '../../models/upload.ts';
import { sweepObjects } from '../../services/files/sweep.ts';
import { endUpload } from '../../services/files/uploads.ts';
import { shiftClock } from '../harness/clock.ts';
import { countObjects } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, {
  SVC_MAX_UPLOAD_BYTES: String(10 << 20),
  SVC_MAX_FILE_BYTES: String(1 << 20),
});

async function createWorld() {
  const { project, organizationKey } = await createTenant(app, admin);
  const post = (path: string, body?: unknown) =>
    app.request('POST', `/v1/uploads${path}`, { token: project.key, ...(body === undefined ? {} : { body }) });
  const begin = (bytes: number, more = {}) =>
    post('', { filename: 'big.bin', bytes, mime_type: 'application/octet-stream', purpose: 'assistants', ...more });
  const addPart = (id: string, content: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.append('data', new Blob([content]), 'blob');
    return app.request('POST', `/v1/uploads/${id}/parts`, { token: project.key, form });
  };
  const held = async () => (await ProjectStorage.findOne({ where: { projectId: project.id } }))?.fileBytes ?? 0;
  return { project, organizationKey, post, begin, addPart, held };
}

t.test('parts that are uploaded concurrently are joined in the order of the completion', async (t) => {
  const { begin, addPart, post, held, project } = await createWorld();
  const contents = Array.from({ length: 5 }, () => randomBytes(300_000));
  const whole = Buffer.concat(contents);
  const { body: upload } = await begin(whole.length, { expires_after: { anchor: 'created_at', seconds: 3600 } });
  t.match(upload, { object: 'upload', status: 'pending', bytes: whole.length, filename: 'big.bin', file: null });
  t.equal(upload.expires_at, upload.created_at + 3600);
  const parts = await Promise.all(contents.map((content) => addPart(upload.id, content)));
  t.strictSame([...new Set(parts.map(({ status }) => status))], [200]);
  t.match(parts[0]?.body, { object: 'upload.part', upload_id: upload.id });
  const partIds = parts.map(({ body }) => body.id);
  const md5 = createHash('md5').update(whole).digest('hex');
  const { status, body: done } = await post(`/${upload.id}/complete`, { part_ids: partIds, md5: md5.toUpperCase() });
  t.equal(status, 200);
  t.match(done, {
    id: upload.id,
    status: 'completed',
    file: { object: 'file', bytes: whole.length, filename: 'big.bin' },
  });
  t.equal(done.file.expires_at, done.file.created_at + 3600);
  const read = await app.request('GET', `/v1/files/${done.file.id}/content`, { token: project.key });
  t.ok(whole.equals(read.bytes));
  t.equal(await held(), whole.length);
  await until(async () => ((await UploadPart.count({ where: { uploadId: upload.id } })) === 0 ? true : undefined));
});

t.test('a completion that differs from the declaration is refused, and can be corrected', async (t) => {
  const { begin, addPart, post } = await createWorld();
  const { body: upload } = await begin(20);
  const [first, second] = [await addPart(upload.id, randomBytes(10)), await addPart(upload.id, randomBytes(10))];
  const ids = [first.body.id, second.body.id];
  const complete = (body: unknown) => post(`/${upload.id}/complete`, body);
  const short = await complete({ part_ids: [ids[0]] });
  t.equal(short.status, 422);
  t.match(short.body.detail, [{ loc: ['body', 'part_ids'], type: 'value_error' }]);
  const before = await countObjects(app);
  const wrong = await complete({ part_ids: ids, md5: '0'.repeat(32) });
  t.equal(wrong.status, 422);
  t.equal(await countObjects(app), before, 'the joined object is removed');
  t.match(wrong.body.detail, [{ loc: ['body', 'md5'], type: 'value_error' }]);
  const twice = await complete({ part_ids: [ids[0], ids[0]] });
  t.equal(twice.status, 422, 'although both together have the declared size');
  t.match(twice.body.detail, [{ loc: ['body', 'part_ids', '1'], type: 'value_error', input: ids[0] }]);
  t.equal((await complete({ part_ids: [ids[0], newId('upload-part')] })).status, 404);
  t.equal((await complete({ part_ids: ids })).status, 200);
  const again = await complete({ part_ids: ids });
  t.equal(again.status, 409);
  t.equal(again.body.error.code, 'upload_not_pending');
  t.equal((await addPart(upload.id, randomBytes(1))).status, 409);
  t.equal((await post(`/${upload.id}/cancel`)).status, 409);
});

t.test('of ten concurrent completions, one copies the parts and creates the file', async (t) => {
  const { begin, addPart, post, held, project } = await createWorld();
  const { body: upload } = await begin(1000);
  const part = await addPart(upload.id, randomBytes(1000));
  const { storage } = app.app.services.files;
  const put = t.capture(storage, 'put', storage.put.bind(storage));
  const answers = await Promise.all(
    Array.from({ length: 10 }, () => post(`/${upload.id}/complete`, { part_ids: [part.body.id] })),
  );
  t.equal(answers.filter(({ status }) => status === 200).length, 1);
  t.equal(answers.filter(({ status }) => status === 409 || status === 404).length, 9);
  t.equal(put().length, 1);
  t.equal(await StoredFile.count({ where: { projectId: project.id } }), 1);
  t.equal(await held(), 1000);
});

t.test('a part for an unknown upload is refused without reading it', async (t) => {
  const { addPart } = await createWorld();
  const { storage } = app.app.services.files;
  const put = t.capture(storage, 'put', storage.put.bind(storage));
  t.equal((await addPart(newId('upload'), randomBytes(500_000))).status, 404);
  t.equal(put().length, 0);
});

t.test('a cancelled upload releases its storage and its parts', async (t) => {
  const { begin, addPart, post, held } = await createWorld();
  const { body: upload } = await begin(5000);
  t.equal(await held(), 5000, 'reserved at the start');
  await addPart(upload.id, randomBytes(2000));
  const [key] = (await UploadPart.findAll({ where: { uploadId: upload.id } })).map(({ storageKey }) => storageKey);
  const cancelled = await post(`/${upload.id}/cancel`);
  t.match(cancelled.body, { id: upload.id, status: 'cancelled', file: null });
  t.equal(await held(), 0);
  const { storage } = app.app.services.files;
  await until(async () =>
    (await storage.read(key ?? '').then(
      (stream) => void stream.destroy(),
      () => true,
    ))
      ? true
      : undefined,
  );
  t.equal((await post(`/${upload.id}/cancel`)).status, 409);
});

t.test('an upload expires after an hour, and releases its storage', async (t) => {
  const { begin, addPart, post, held } = await createWorld();
  const { body: upload } = await begin(100);
  const part = await addPart(upload.id, randomBytes(100));
  shiftClock(3_601_000, t);
  const late = await post(`/${upload.id}/complete`, { part_ids: [part.body.id] });
  t.equal(late.status, 409);
  await until(async () => ((await held()) === 0 ? true : undefined));
  t.equal((await Upload.findOne({ where: { id: upload.id } }))?.status, 'expired');
  t.equal((await post(`/${upload.id}/cancel`)).status, 409);
});

t.test('an upload that is completed at its expiry does not expire too', async (t) => {
  const { begin, addPart, post, held, project } = await createWorld();
  const { body: upload } = await begin(100);
  const part = await addPart(upload.id, randomBytes(100));
  t.equal((await post(`/${upload.id}/complete`, { part_ids: [part.body.id] })).status, 200);
  await t.rejects(endUpload(project, upload.id, 'expired', app.app.services.queue), { code: 'upload_not_pending' });
  t.equal(await held(), 100, 'its storage now belongs to the file');
  t.equal((await Upload.findOne({ where: { id: upload.id } }))?.status, 'completed');
});

t.test('an upload that exceeds its declared size by far accepts no more parts', async (t) => {
  const { begin, addPart, post } = await createWorld();
  const { body: upload } = await begin(100);
  // All but 10 bytes of the limit: twice the declared size, plus 256 MiB for repeated parts whose response was lost.
  const receivedBytes = 2 * 100 + 256 * 1024 ** 2 - 10;
  await Upload.update({ receivedBytes }, { where: { id: upload.id } });
  const before = await countObjects(app);
  const refused = await addPart(upload.id, randomBytes(11));
  t.equal(refused.status, 413);
  t.equal(refused.body.error.code, 'body_too_large');
  t.equal(await countObjects(app), before, 'the sent bytes are removed');
  t.equal((await addPart(upload.id, randomBytes(10))).status, 200, 'parts up to the limit are accepted');
  t.equal((await addPart(upload.id, randomBytes(1))).status, 413, 'and counted');
  t.equal((await post(`/${upload.id}/cancel`)).status, 200);
});

t.test("surplus and empty parts count towards the project's storage until they are released", async (t) => {
  const { begin, addPart, post, held, organizationKey, project } = await createWorld();
  await app.request('POST', `/v1/organization/projects/${project.id}`, {
    token: organizationKey,
    body: { limits: { file_bytes: 20_000 } },
  });
  const { body: upload } = await begin(5000);
  const before = await countObjects(app);
  const statuses = (await Promise.all(Array.from({ length: 8 }, () => addPart(upload.id, randomBytes(5000))))).map(
    ({ status }) => status,
  );
  t.strictSame(statuses.toSorted(), [200, 200, 200, 200, 429, 429, 429, 429]);
  t.equal(await countObjects(app), before + 4);
  t.equal(await held(), 20_000);
  t.equal((await addPart(upload.id, new Uint8Array())).status, 429);
  await post(`/${upload.id}/cancel`);
  t.equal(await held(), 0);
  const { body: small } = await begin(1);
  const empty = [];
  for (let part = 0; part < 6; part += 1) empty.push((await addPart(small.id, new Uint8Array())).status);
  t.strictSame(empty, [200, 200, 200, 200, 429, 429], 'each part counts at least 4096 bytes');
  const one = await addPart(small.id, randomBytes(1));
  t.equal((await post(`/${small.id}/complete`, { part_ids: [one.body.id] })).status, 200);
  t.equal(await held(), 1);
});

t.test('an upload that exceeds the storage of the project or the server is refused at its start', async (t) => {
  const { begin, organizationKey, project } = await createWorld();
  const large = await begin((10 << 20) + 1);
  t.equal(large.status, 413);
  await app.request('POST', `/v1/organization/projects/${project.id}`, {
    token: organizationKey,
    body: { limits: { file_bytes: 1000 } },
  });
  t.equal((await begin(600)).status, 200);
  const { status, body } = await begin(600);
  t.equal(status, 429);
  t.equal(body.error.code, 'file_bytes');
});

t.test('a part of another upload is not found', async (t) => {
  const { begin, addPart, post } = await createWorld();
  const { body: upload } = await begin(10);
  const part = await addPart(upload.id, randomBytes(10));
  const { body: other } = await begin(10);
  t.equal((await post(`/${other.id}/complete`, { part_ids: [part.body.id] })).status, 404);
  t.equal((await post(`/${upload.id}/complete`, { part_ids: [part.body.id] })).status, 200);
});

t.test('the data of a refused part is removed', async (t) => {
  const { addPart } = await createWorld();
  const { storage } = app.app.services.files;
  const before = await countObjects(app);
  t.equal((await addPart(newId('upload'), randomBytes(100))).status, 404);
  t.equal(await countObjects(app), before);
  t.equal(await sweepObjects(storage, Date.now() - 600_000), 0);
});

t.test('a completion may name as many parts as an upload may have', async (t) => {
  const { begin, post } = await createWorld();
  const { body: upload } = await begin(1);
  const part_ids = Array.from({ length: 10_000 }, () => newId('upload-part'));
  const { status, body } = await post(`/${upload.id}/complete`, { part_ids });
  t.match([status, body.error?.code], [404, 'not_found']);
  const more = await post(`/${upload.id}/complete`, { part_ids: [...part_ids, newId('upload-part')] });
  t.match([more.status, more.body.detail?.[0].type], [422, 'too_long']);
});

t.test('ten thousand parts are removed page by page', async (t) => {
  const { begin, addPart, post } = await createWorld();
  const { body: upload } = await begin(1);
  const createdAt = upload.created_at;
  const parts = Array.from({ length: 10_000 }, () => ({
    id: newId('upload-part'),
    uploadId: upload.id,
    storageKey: newId('object'),
    bytes: 0,
    createdAt,
  }));
  for (let from = 0; from < parts.length; from += 1000) await UploadPart.bulkCreate(parts.slice(from, from + 1000));
  const refused = await addPart(upload.id, randomBytes(1));
  t.match([refused.status, refused.body.error.code], [413, 'body_too_large'], 'no other object remains');
  const began = performance.now();
  t.equal((await post(`/${upload.id}/cancel`)).status, 200);
  t.comment(`the cancellation took ${Math.round(performance.now() - began)} ms`);
  await until(async () => ((await UploadPart.count({ where: { uploadId: upload.id } })) === 0 ? true : undefined));
});

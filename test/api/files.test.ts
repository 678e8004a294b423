import { createHash, randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import t from 'tap';
import { ArrivingFile } from '../../models/arriving-file.ts';
import { transaction } from '../../models/connection.ts';
import { newId } from '../../models/ids.ts';
import { ProjectStorage } from '../../models/project-storage.ts';
import { StoredFile } from '../../models/stored-file.ts';
import { DiskSpace } from '../../services/files/reservation.ts';
import { sweepObjects } from '../../services/files/sweep.ts';
import { shiftClock } from '../harness/clock.ts';
import { countObjects, sendFile, upload } from '../harness/forms.ts';
import { until } from '../harness/process.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_MAX_FILE_BYTES: String(3 << 20) });

async function createProject() {
  const { project, organizationKey } = await createTenant(app, admin);
  const call = (method: string, id = '', query?: Record<string, string | number>) =>
    app.request(method, `/v1/files${id && `/${id}`}`, { token: project.key, ...(query ? { query } : {}) });
  return { project, organizationKey, call };
}

/** Returns the names of all stored objects, unfinished ones included. */
async function objects(): Promise<string[]> {
  const entries = await readdir(join(app.database.dataDir, 'files'), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

t.test('a file is downloaded byte for byte, as an attachment with its own name', async (t) => {
  const { project, call } = await createProject();
  const content = randomBytes(1 << 20);
  const created = await sendFile(app, project.key, { content, filename: 'Bericht „2026“ 😀.bin' });
  t.equal(created.status, 200);
  const { id, created_at: _, ...rest } = created.body;
  t.match(id, /^file-[0-9A-Z]{26}$/);
  t.strictSame(rest, {
    object: 'file',
    bytes: content.length,
    expires_at: null,
    filename: 'Bericht „2026“ 😀.bin',
    purpose: 'assistants',
    status: 'processed',
  });
  t.same((await call('GET', id)).body, created.body);
  const read = await call('GET', `${id}/content`);
  t.equal(hash(read.bytes), hash(content));
  t.equal(read.headers.get('content-type'), 'application/octet-stream');
  t.equal(read.headers.get('x-content-type-options'), 'nosniff');
  t.match(read.headers.get('content-disposition'), /^attachment; filename="[^"]+"; filename\*=UTF-8''Bericht%20/);
  const head = await call('HEAD', `${id}/content`);
  t.equal(head.headers.get('content-length'), String(content.length));
  t.equal(head.text, '');
});

function hash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

t.test('form parts are accepted in any order, and an empty file is accepted', async (t) => {
  const { project, call } = await createProject();
  const form = new FormData();
  form.append('purpose', 'batch');
  form.append('file', new Blob([]), 'empty.jsonl');
  const { status, body } = await app.request('POST', '/v1/files', { token: project.key, form });
  t.equal(status, 200);
  t.match(body, { bytes: 0, purpose: 'batch' });
  t.equal((await call('GET', `${body.id}/content`)).bytes.length, 0);
});

t.test('an invalid form is refused with every failure at once', async (t) => {
  const { project } = await createProject();
  const send = (form: FormData) => app.request('POST', '/v1/files', { token: project.key, form });
  const form = new FormData();
  form.append('file', 'only a text');
  form.append('purpose', 'anything');
  form.append('expires_after[anchor]', 'now');
  form.append('expires_after[seconds]', '60');
  const { status, body } = await send(form);
  t.equal(status, 422);
  t.strictSame(
    body.detail.map(({ loc, type, input }: { loc: string[]; type: string; input: unknown }) => [
      loc.join('.'),
      type,
      input,
    ]),
    [
      ['body.file', 'value_error', 'only a text'],
      ['body.purpose', 'literal_error', 'anything'],
      ['body.expires_after.anchor', 'literal_error', 'now'],
      ['body.expires_after.seconds', 'greater_than_equal', '60'],
    ],
  );
  const empty = await send(new FormData());
  t.equal(empty.status, 422);
  t.match(empty.body.detail, [
    { loc: ['body', 'file'], type: 'missing' },
    { loc: ['body', 'purpose'], type: 'missing' },
  ]);
  const text = new FormData();
  text.append('file', new Blob(['x']), 'x.txt');
  text.append('purpose', 'evals');
  text.append('expires_after[anchor]', 'created_at');
  text.append('expires_after[seconds]', 'soon');
  t.match((await send(text)).body.detail, [
    { loc: ['body', 'expires_after', 'seconds'], type: 'int_parsing', input: 'soon' },
  ]);
});

t.test('a refused file leaves nothing in the storage', async (t) => {
  const { project } = await createProject();
  const before = (await objects()).length;
  t.equal((await sendFile(app, project.key, { content: 'x', purpose: 'nothing' })).status, 422);
  const tooLarge = await sendFile(app, project.key, { content: randomBytes((3 << 20) + 1) });
  t.equal(tooLarge.status, 413);
  t.match(tooLarge.body.error, { code: 'body_too_large', message: /Split it, or ask the operator/ });
  t.equal((await objects()).length, before);
});

t.test('a file expires at its time, with its bytes', async (t) => {
  const { project, call } = await createProject();
  const { body } = await sendFile(app, project.key, {
    content: 'short-lived',
    more: { 'expires_after[anchor]': 'created_at', 'expires_after[seconds]': '3600' },
  });
  t.equal(body.expires_at, body.created_at + 3600);
  const json = await sendFile(app, project.key, {
    content: 'x',
    more: { expires_after: '{"anchor":"created_at","seconds":7200}' },
  });
  t.equal(json.body.expires_at, json.body.created_at + 7200);
  t.equal((await call('GET', body.id)).status, 200);
  const row = await StoredFile.findOne({ where: { id: body.id } });
  shiftClock(3_700_000, t);
  t.equal((await call('GET', body.id)).status, 404, 'the request is refused at once');
  t.equal((await call('GET', `${body.id}/content`)).status, 404);
  await until(async () => ((await StoredFile.count({ where: { id: body.id } })) === 0 ? true : undefined));
  await until(async () => ((await objects()).includes(row?.storageKey ?? '') ? undefined : true));
  t.equal((await call('GET', json.body.id)).status, 200);
});

t.test('files are listed completely, newest first, and filtered by purpose', async (t) => {
  const { project, call } = await createProject();
  const ids: string[] = [];
  for (const purpose of ['assistants', 'batch', 'assistants', 'vision']) {
    ids.push(await upload(app, project.key, { content: purpose, purpose }));
  }
  const idsOf = ({ body }: { body: { data: { id: string }[] } }) => body.data.map(({ id }) => id);
  t.strictSame(idsOf(await call('GET')), ids.toReversed());
  t.strictSame(idsOf(await call('GET', '', { purpose: 'assistants', order: 'asc' })), [ids[0], ids[2]]);
  const page = await call('GET', '', { limit: 1, after: ids[3] as string, purpose: 'assistants' });
  t.match(page.body, { first_id: ids[2], last_id: ids[2], has_more: true });
  t.equal((await call('GET', '', { limit: 10_000 })).status, 200);
  t.equal((await call('GET', '', { limit: 10_001 })).status, 422);
});

t.test("a deleted file is removed from the project's storage count and from the storage", async (t) => {
  const { project, call } = await createProject();
  const { body } = await sendFile(app, project.key, { content: 'to be deleted' });
  const row = await StoredFile.findOne({ where: { id: body.id } });
  t.ok((await objects()).includes(row?.storageKey ?? ''));
  t.strictSame((await call('DELETE', body.id)).body, { id: body.id, object: 'file', deleted: true });
  t.equal((await call('GET', body.id)).status, 404);
  t.equal((await call('DELETE', body.id)).status, 404);
  t.equal((await ProjectStorage.findOne({ where: { projectId: project.id } }))?.fileBytes, 0);
  await until(async () => ((await objects()).includes(row?.storageKey ?? '') ? undefined : true));
});

t.test("fifty concurrent uploads never exceed the project's storage limit", async (t) => {
  const { project, organizationKey } = await createProject();
  const limited = await app.request('POST', `/v1/organization/projects/${project.id}`, {
    token: organizationKey,
    body: { limits: { file_bytes: 10_500 } },
  });
  t.equal(limited.status, 200);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => sendFile(app, project.key, { content: randomBytes(1000) })),
  );
  t.equal(answers.filter(({ status }) => status === 200).length, 10);
  for (const { body, headers } of answers.filter(({ status }) => status === 429)) {
    t.match(body.error, { type: 'insufficient_quota', code: 'file_bytes' });
    t.equal(headers.get('x-should-retry'), 'false');
  }
  t.equal(answers.filter(({ status }) => status === 429).length, 40);
  t.equal((await ProjectStorage.findOne({ where: { projectId: project.id } }))?.fileBytes, 10_000);
  const rows = await StoredFile.findAll({ where: { projectId: project.id } });
  t.equal(rows.length, 10);
});

t.test('a file name is never interpreted as a path or markup', async (t) => {
  const { project } = await createProject();
  const nameOf = async (filename: string) =>
    (await sendFile(app, project.key, { content: 'x', filename })).body.filename;
  t.equal(await nameOf('../../etc/passwd'), 'passwd');
  t.equal(await nameOf('C:\\temp\\report.pdf'), 'report.pdf');
  t.equal(await nameOf('a\u202egpj.exe'), 'a_gpj.exe');
  t.equal(await nameOf('..'), 'file');
  t.equal(await nameOf('say "hi".txt'), 'say "hi".txt', 'forms escape quotes');
  t.equal(await nameOf('a\r\nb.txt'), 'a__b.txt', 'forms escape line breaks');
  t.equal(await nameOf('100%25 %2e%2e%2Fx %0d.txt'), '100%25 %2e%2e%2Fx %0d.txt', 'forms escape nothing else');
  const long = await nameOf(`${'x'.repeat(5000)}.docx`);
  t.equal(long.length, 255);
  t.ok(long.endsWith('.docx'));
});

t.test('a browser never runs a downloaded file, whatever its name', async (t) => {
  const { project, call } = await createProject();
  const page = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  for (const filename of ['page.html', 'drawing.svg', 'a.xhtml', 'a"; filename=b.html', 'a\r\nX-Evil: 1.html', 'CON']) {
    const id = await upload(app, project.key, { content: page, filename });
    const { headers, text } = await call('GET', `${id}/content`);
    t.equal(text, page);
    t.equal(headers.get('content-type'), 'application/octet-stream', filename);
    t.equal(headers.get('x-content-type-options'), 'nosniff');
    t.match(
      headers.get('content-disposition'),
      /^attachment; filename=("(?:[^"\\\r\n]|\\.)*"|[\w.]+)(; filename\*=UTF-8''[\w.%-]+)?$/,
    );
    t.equal(headers.get('x-evil'), null);
  }
  // The random part of an id may spell a word, so the whole name is compared.
  const named = (await objects()).filter((name) => !/^obj_[0-9A-Z]{26}$/.test(name));
  t.same(named, [], 'no name on disk comes from a caller');
});

t.test('a file whose object is missing is 404, and says so', async (t) => {
  const { project, call } = await createProject();
  const id = await upload(app, project.key, { content: 'lost' });
  const { storageKey } = await StoredFile.findByPk(id, { rejectOnEmpty: true });
  await app.app.services.files.storage.remove(storageKey);
  const { status, body } = await call('GET', `${id}/content`);
  t.match([status, body.error], [404, { code: 'not_found', message: /^The content of the file is lost/ }]);
});

t.test('old objects without a database row are swept, and nothing else', async (t) => {
  const { project, call } = await createProject();
  const kept = await upload(app, project.key, { content: 'kept' });
  const { storage } = app.app.services.files;
  const orphan = newId('object');
  const { Readable } = await import('node:stream');
  await storage.put(orphan, Readable.from([Buffer.from('orphan')]));
  t.equal(await sweepObjects(storage, Date.now() - 60_000), 0, 'a new object may belong to a running request');
  t.ok((await sweepObjects(storage, Date.now() + 60_000)) >= 1);
  t.notOk((await objects()).includes(orphan));
  t.equal((await call('GET', `${kept}/content`)).text, 'kept');
  await storage.put(orphan, Readable.from([Buffer.from('orphan')]));
  t.intercept(storage, 'removeUnfinished', { value: () => Promise.reject(new Error('NotImplemented')) });
  await t.rejects(sweepObjects(storage, Date.now() + 60_000), { message: 'NotImplemented' });
  t.notOk((await objects()).includes(orphan), 'also in a store that cannot list unfinished uploads');
});

t.test("a file that exceeds the project's storage limit is refused before it is written", async (t) => {
  const { project, organizationKey } = await createTenant(app, admin);
  await app.request('POST', `/v1/organization/projects/${project.id}`, {
    token: organizationKey,
    body: { limits: { file_bytes: 1 << 20 } },
  });
  const { storage } = app.app.services.files;
  let written = 0;
  const put = storage.put.bind(storage);
  t.intercept(storage, 'put', {
    value: (key: string, content: Readable) =>
      put(
        key,
        content.on('data', (chunk: Buffer) => {
          written += chunk.length;
        }),
      ),
  });
  const refused = await sendFile(app, project.key, { content: randomBytes(2 << 20) });
  t.match([refused.status, refused.body.error.code], [429, 'file_bytes']);
  t.equal(written, 0, 'the request declared its length');
  t.equal((await sendFile(app, project.key, { content: randomBytes(1 << 20) })).status, 200, 'up to the last byte');
  t.ok(written >= 1 << 20);
  written = 0;
  t.equal((await sendFile(app, project.key, { content: 'x' })).status, 429);
  t.equal(written, 0);
  t.equal(await ArrivingFile.count(), 0);
});

t.test('the storage reserved for an upload is released after its server dies', async (t) => {
  const { project } = await createTenant(app, admin);
  const held = async () => (await ProjectStorage.findOne({ where: { projectId: project.id } }))?.fileBytes;
  await transaction(async (tx) => {
    await ProjectStorage.reserve(project.id, 'file_bytes', 5000, null, tx);
    await ArrivingFile.note(newId('object'), project.id, 5000, tx);
  });
  t.equal(await held(), 5000);
  shiftClock(3_601_000, t);
  await until(async () => ((await held()) === 0 ? true : undefined));
  t.equal(await ArrivingFile.count(), 0);
});

t.test('a file that would leave too little disk space is refused with 507, and deletes still work', async (t) => {
  const { project } = await createTenant(app, admin);
  const { body: file } = await sendFile(app, project.key, { content: 'x' });
  const before = await countObjects(app);
  const { files } = app.app.services;
  t.intercept(files, 'space', { value: new DiskSpace(app.database.dataDir, 2 ** 50) });
  const refused = await sendFile(app, project.key, { content: 'y' });
  t.match([refused.status, refused.body.error.code], [507, 'insufficient_storage']);
  t.equal(refused.headers.get('x-should-retry'), 'false');
  const upload = { filename: 'a.txt', bytes: 10, mime_type: 'text/plain', purpose: 'assistants' };
  t.equal((await app.request('POST', '/v1/uploads', { token: project.key, body: upload })).status, 507);
  t.equal(await countObjects(app), before);
  t.equal((await app.request('DELETE', `/v1/files/${file.id}`, { token: project.key })).status, 200);
});

t.test('a file is taken where the data directory does not exist yet', async (t) => {
  const { project } = await createTenant(app, admin);
  const { files } = app.app.services;
  t.intercept(files, 'space', { value: new DiskSpace(join(app.database.dataDir, 'a', 'b', 'files'), 0) });
  t.equal((await sendFile(app, project.key, { content: 'x' })).status, 200);
});

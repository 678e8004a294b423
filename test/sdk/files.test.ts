// Tests files, uploads and batches with both majors of the official SDK, unmodified.

import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import OpenAI7, { toFile as toFile7 } from 'openai';
import OpenAI6, { toFile as toFile6 } from 'openai-v6';
import t from 'tap';
import { docx, pdf, pptx, xlsx } from '../../scripts/fixtures/documents.ts';
import { holdBound } from '../harness/clock.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const folder = await mkdtemp(join(tmpdir(), 'svc-sdk-'));
t.teardown(() => rm(folder, { recursive: true }));

const majors = {
  'openai 7': { OpenAI: OpenAI7, toFile: toFile7 },
  'openai 6': { OpenAI: OpenAI6 as unknown as typeof OpenAI7, toFile: toFile6 as unknown as typeof toFile7 },
};

/** Returns fifty documents of all supported types. Each contains its number in words that no other document has. */
async function documents(toFile: typeof toFile7): Promise<Awaited<ReturnType<typeof toFile7>>[]> {
  const texts = Array.from({ length: 50 }, (_, index) => `Report number ${index} is about topic${index}.`);
  const makers: ((text: string) => [string, string | Uint8Array])[] = [
    (text) => ['txt', text],
    (text) => ['md', `# Report\n\n${text}`],
    (text) => ['html', `<!doctype html><p>${text}</p>`],
    (text) => ['csv', `kind,text\nreport,"${text}"`],
    (text) => ['json', JSON.stringify({ text })],
    (text) => ['ts', `// ${text}\nexport const a = 1;`],
    (text) => ['pdf', pdf(text)],
    (text) => ['docx', docx([text])],
    (text) => ['pptx', pptx(text)],
    (text) => ['xlsx', xlsx('Report', [[text]])],
  ];
  return Promise.all(
    texts.map(async (text, index) => {
      const [extension, content] = (makers[index % makers.length] as (typeof makers)[number])(text);
      return toFile(typeof content === 'string' ? Buffer.from(content) : content, `report-${index}.${extension}`);
    }),
  );
}

for (const [name, { OpenAI, toFile }] of Object.entries(majors)) {
  const connect = async () => {
    const { project } = await createTenant(app, admin);
    return new OpenAI({ baseURL: `${app.url}/v1`, apiKey: project.key, maxRetries: 0 });
  };

  t.test(`${name}: files are created, listed, retrieved, read and deleted`, async (t) => {
    const client = await connect();
    const content = randomBytes(100_000);
    const path = join(folder, `${name}.bin`);
    await writeFile(path, content);
    const streamed = await client.files.create({ file: createReadStream(path), purpose: 'assistants' });
    t.match(streamed, { object: 'file', bytes: 100_000, filename: `${name}.bin`, status: 'processed' });
    const named = await client.files.create({
      file: await toFile(Buffer.from('Grüße'), 'Grüße „2026“ "x" 😀.txt'),
      purpose: 'user_data',
      expires_after: { anchor: 'created_at', seconds: 3600 },
    });
    t.equal(named.expires_at, named.created_at + 3600);
    t.equal(named.filename, 'Grüße „2026“ "x" 😀.txt');
    t.equal((await client.files.waitForProcessing(streamed.id, { pollInterval: 10 })).id, streamed.id);
    const listed: string[] = [];
    for await (const file of client.files.list({ limit: 1 })) listed.push(file.id);
    t.strictSame(listed, [named.id, streamed.id]);
    t.strictSame(
      (await client.files.list({ purpose: 'user_data' })).data.map(({ id }) => id),
      [named.id],
    );
    const read = await client.files.content(streamed.id);
    t.ok(content.equals(Buffer.from(await read.arrayBuffer())));
    t.equal((await client.files.retrieve(named.id)).purpose, 'user_data');
    t.strictSame(await client.files.delete(named.id), { id: named.id, object: 'file', deleted: true });
    t.ok((await client.files.retrieve(named.id).catch((error: unknown) => error)) instanceof OpenAI.NotFoundError);
    const wrong = await client.files
      .create({ file: await toFile(Buffer.from('x'), 'x.txt'), purpose: 'nothing' as never })
      .catch((error: unknown) => error);
    t.ok(wrong instanceof OpenAI.UnprocessableEntityError);
  });

  t.test(`${name}: an upload is completed from parts, or cancelled`, async (t) => {
    const client = await connect();
    const parts = [randomBytes(50_000), randomBytes(30_000)];
    const whole = Buffer.concat(parts);
    const begin = () =>
      client.uploads.create({
        filename: 'big.bin',
        bytes: whole.length,
        mime_type: 'text/plain',
        purpose: 'assistants',
      });
    const upload = await begin();
    t.equal(upload.status, 'pending');
    const sent = await Promise.all(
      parts.map(async (part) => client.uploads.parts.create(upload.id, { data: await toFile(part, 'part') })),
    );
    const done = await client.uploads.complete(upload.id, {
      part_ids: sent.map(({ id }) => id),
      md5: createHash('md5').update(whole).digest('hex'),
    });
    t.equal(done.status, 'completed');
    const read = await client.files.content(done.file?.id ?? '');
    t.ok(whole.equals(Buffer.from(await read.arrayBuffer())));
    const other = await begin();
    t.equal((await client.uploads.cancel(other.id)).status, 'cancelled');
    const late = await client.uploads.cancel(other.id).catch((error: unknown) => error);
    t.ok(late instanceof OpenAI.ConflictError);
  });

  t.test(`${name}: one call uploads and attaches fifty mixed documents, and waits for them`, async (t) => {
    const client = await connect();
    const store = await client.vectorStores.create({ name: 'Reports' });
    const files = await documents(toFile);
    const began = performance.now();
    const batch = await client.vectorStores.fileBatches.uploadAndPoll(store.id, { files });
    t.comment(`50 documents in ${Math.round(performance.now() - began)} ms`);
    t.match(batch, { status: 'completed', file_counts: { completed: 50, failed: 0, in_progress: 0, total: 50 } });
    const listed = new Map<string, string>();
    for await (const file of client.vectorStores.fileBatches.listFiles(batch.id, {
      vector_store_id: store.id,
      limit: 20,
    }))
      listed.set(file.id, file.status);
    t.equal(listed.size, 50);
    for await (const file of client.files.list()) {
      const number = /^report-(\d+)\./.exec(file.filename)?.[1];
      const page = await client.vectorStores.files.content(file.id, { vector_store_id: store.id });
      const text = page.data.map(({ text: piece }) => piece).join('\n');
      t.match(text, new RegExp(`topic${number}\\b`), file.filename);
    }
    t.match(await client.vectorStores.retrieve(store.id), { status: 'completed', file_counts: { completed: 50 } });
  });

  t.test(`${name}: a small file is searchable when uploadAndPoll returns, within 20 s`, async (t) => {
    const client = await connect();
    const store = await client.vectorStores.create({});
    const began = performance.now();
    const file = await client.vectorStores.files.uploadAndPoll(
      store.id,
      await toFile(Buffer.from('A note.'), 'note.txt'),
    );
    t.match(file, { status: 'completed', last_error: null });
    const found = await client.vectorStores.search(store.id, { query: 'A note.' });
    t.strictSame(
      found.data.map(({ file_id: id, filename, content }) => [id, filename, content[0]?.text]),
      [[file.id, 'note.txt', 'A note.']],
    );
    // The goal is 2 s on a machine with nothing else to do.
    holdBound(t, 'ms until a file is searchable, including the polling of the SDK', performance.now() - began, 20_000);
    const updated = await client.vectorStores.files.update(file.id, {
      vector_store_id: store.id,
      attributes: { author: 'Ada', year: 1843 },
    });
    t.strictSame(updated.attributes, { author: 'Ada', year: 1843 });
    t.equal((await client.vectorStores.files.list(store.id, { filter: 'completed' })).data.length, 1);
    t.match(await client.vectorStores.files.delete(file.id, { vector_store_id: store.id }), { deleted: true });
  });

  t.test(`${name}: files and batches are attached, awaited and retrieved step by step`, async (t) => {
    const { vectorStores } = await connect();
    const [store, other] = [await vectorStores.create({}), await vectorStores.create({})];
    const { id } = await vectorStores.files.upload(store.id, await toFile(Buffer.from('A note.'), 'note.txt'));
    t.match(await vectorStores.files.poll(store.id, id), { id, status: 'completed' });
    t.match(await vectorStores.files.retrieve(id, { vector_store_id: store.id }), { id, status: 'completed' });
    t.match(await vectorStores.files.create(other.id, { file_id: id }), { id, vector_store_id: other.id });
    const batch = await vectorStores.fileBatches.create(other.id, { file_ids: [id] });
    t.match(await vectorStores.fileBatches.poll(other.id, batch.id), { id: batch.id, status: 'completed' });
    const retrieved = await vectorStores.fileBatches.retrieve(batch.id, { vector_store_id: other.id });
    t.match(retrieved, { id: batch.id, file_counts: { completed: 1, total: 1 } });
  });

  t.test(`${name}: a file batch is created and polled, or cancelled`, async (t) => {
    const client = await connect();
    const store = await client.vectorStores.create({});
    const ids: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const file = await client.files.create({
        file: await toFile(Buffer.from(`note ${index}`), 'n.txt'),
        purpose: 'assistants',
      });
      ids.push(file.id);
    }
    const batch = await client.vectorStores.fileBatches.createAndPoll(store.id, { file_ids: ids.slice(0, 10) });
    t.match(batch, { status: 'completed', file_counts: { completed: 10, total: 10 } });
    const other = await client.vectorStores.create({});
    const begun = await client.vectorStores.fileBatches.create(other.id, { file_ids: ids });
    const cancelled = await client.vectorStores.fileBatches.cancel(begun.id, { vector_store_id: other.id });
    t.equal(cancelled.file_counts.in_progress, 0);
    t.ok(['cancelled', 'completed'].includes(cancelled.status));
    const failed = await client.vectorStores.files.createAndPoll(other.id, {
      file_id: (await client.files.create({ file: await toFile(Buffer.from('no'), 'x.pdf'), purpose: 'assistants' }))
        .id,
    });
    t.match(failed, { status: 'failed', last_error: { code: 'invalid_file' } });
  });
}

// Tests that each kind of storage meets the same requirements.

import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { Op } from 'sequelize';
import t, { type Test } from 'tap';
import { newId } from '../../../models/ids.ts';
import { Job } from '../../../models/job.ts';
import { createStorage } from '../../../services/files/create-storage.ts';
import { FileStore } from '../../../services/files/file-store.ts';
import { S3Storage } from '../../../services/files/s3.ts';
import type { Storage } from '../../../services/files/storage.ts';
import type { Log } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { startApp } from '../../harness/app.ts';
import { sendFile, upload } from '../../harness/forms.ts';
import { listenOnLoopback } from '../../harness/loopback.ts';
import { until } from '../../harness/process.ts';
import { type S3Store, startS3 } from '../../harness/s3.ts';
import { createStore, finished } from '../../harness/stores.ts';
import { createTenant, signUp } from '../../harness/world.ts';

const dataDir = await mkdtemp(join(tmpdir(), 'svc-storage-'));
t.teardown(() => rm(dataDir, { recursive: true }));
const s3 = await startS3(t as Test);

interface Backend {
  storage: Storage;
  /** Returns the number of writes that are neither completed nor removed. */
  unfinished(): Promise<number>;
}

const backends: Record<string, Backend> = {
  disk: {
    storage: createStorage(loadConfig({ SVC_DATA_DIR: dataDir })),
    unfinished: async () => (await readdir(join(dataDir, 'files', 'unfinished'))).length,
  },
  s3: {
    storage: createStorage(loadConfig({ SVC_DATA_DIR: dataDir, ...s3.settings })),
    unfinished: async () => s3.unfinished.size,
  },
};

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const { key } of storage.objects()) keys.push(key);
  return keys;
}

async function bytesOf(storage: Storage, key: string): Promise<Buffer> {
  return Buffer.concat(await (await storage.read(key)).toArray());
}

/** Returns content in chunks of 64 KiB, which ends with the failure if one is given. */
function contentOf(bytes: Buffer, failure?: Error): Readable {
  return Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536);
      if (failure !== undefined) throw failure;
    })(),
    { objectMode: false },
  );
}

for (const [name, { storage, unfinished }] of Object.entries(backends)) {
  t.test(`${name}: small and large content is returned byte for byte`, async (t) => {
    for (const size of [0, 1, 100_000, 20 << 20]) {
      const key = newId('object');
      const bytes = randomBytes(size);
      await storage.put(key, contentOf(bytes));
      t.ok(bytes.equals(await bytesOf(storage, key)), `${size} bytes`);
      await storage.withFile(key, async (path) => t.ok(bytes.equals(await readFile(path)), 'as a file'));
      await storage.remove(key);
    }
  });

  t.test(`${name}: a removed or unknown object is missing`, async (t) => {
    const key = newId('object');
    await t.rejects(storage.read(key), { name: 'MissingObjectError' });
    await t.rejects(
      storage.withFile(key, async () => undefined),
      { name: 'MissingObjectError' },
    );
    await storage.put(key, contentOf(Buffer.from('x')));
    await storage.remove(key);
    await t.rejects(storage.read(key), { name: 'MissingObjectError' });
    await t.resolves(storage.remove(key), 'again');
  });

  t.test(`${name}: a failed write leaves nothing, and reports its own error`, async (t) => {
    const key = newId('object');
    for (const size of [100_000, 20 << 20]) {
      await t.rejects(storage.put(key, contentOf(randomBytes(size), new Error('cut off'))), { message: 'cut off' });
    }
    await t.rejects(storage.read(key), { name: 'MissingObjectError' });
    t.equal(await unfinished(), 0);
  });

  t.test(`${name}: every object is listed, and nothing else`, async (t) => {
    const keys = Array.from({ length: 8 }, () => newId('object'));
    await Promise.all(keys.map((key) => storage.put(key, contentOf(Buffer.from(key)))));
    t.strictSame((await keysOf(storage)).sort(), keys.toSorted());
    await Promise.all(keys.map((key) => storage.remove(key)));
    t.strictSame(await keysOf(storage), []);
  });
}

t.test('s3: concurrent readers of one object are independent, and leave no copies', async (t) => {
  const { storage } = backends.s3 as Backend;
  const key = newId('object');
  const bytes = randomBytes(1 << 20);
  await storage.put(key, contentOf(bytes));
  const copies = join(dataDir, 'files', 'unfinished');
  await storage.withFile(key, async (path) => {
    await t.rejects(
      storage.withFile(key, () => Promise.reject(new Error('cut off'))),
      { message: 'cut off' },
    );
    t.ok(bytes.equals(await readFile(path)), "the first reader's file remains after the second has ended");
  });
  t.strictSame(await readdir(copies), []);
  await writeFile(join(copies, 'of a server that died'), 'x');
  await storage.removeUnfinished(Date.now() - 60_000);
  t.equal((await readdir(copies)).length, 1, 'a recent object may be in use');
  await storage.removeUnfinished(Date.now() + 1000);
  t.strictSame(await readdir(copies), []);
  await storage.remove(key);
});

t.test('s3: a broken store is a storage error', async (t) => {
  const { storage } = backends.s3 as Backend;
  s3.refusal = [500, 'InternalError'];
  t.teardown(() => {
    s3.refusal = undefined;
  });
  await t.rejects(storage.put(newId('object'), contentOf(randomBytes(1000))), { name: 'StorageError' });
  await t.rejects(storage.read(newId('object')), { name: 'StorageError' });
  s3.refusal = undefined;
  await t.rejects(
    storage.put(newId('object'), refusedFrom(3, [500, 'InternalError'])),
    { name: 'StorageError' },
    'also in the middle of a file',
  );
});

/** How MinIO, Ceph, versitygw and NooBaa refuse an object for which they have no room. */
const fullStores: [number, string][] = [
  [507, 'XMinioStorageFull'],
  [400, 'XMinioAdminBucketQuotaExceeded'],
  [403, 'QuotaExceeded'],
  [507, 'InsufficientStorage'],
  [403, 'ObjectQuotaExceeded'],
];

t.test('s3: a full store is one, in the words of each kind', async (t) => {
  const { storage } = backends.s3 as Backend;
  t.teardown(() => {
    s3.refusal = undefined;
  });
  for (const refusal of fullStores) {
    s3.refusal = refusal;
    await t.rejects(storage.put(newId('object'), contentOf(randomBytes(1000))), { name: 'StorageFullError' });
    s3.refusal = undefined;
    await t.rejects(storage.put(newId('object'), refusedFrom(3, refusal)), { name: 'StorageFullError' }, refusal[1]);
  }
  s3.refusal = [503, 'BucketThrottleQuotaExceeded'];
  await t.rejects(storage.put(newId('object'), contentOf(randomBytes(1000))), { name: 'StorageError' }, 'a rate');
});

/** Returns content of 6 parts. The store refuses all requests from part `from` on. */
function refusedFrom(from: number, refusal: [number, string]): Readable {
  return Readable.from(
    (async function* () {
      for (let part = 0; part < 6; part += 1) {
        s3.refusal = part >= from ? refusal : undefined;
        yield randomBytes(8 << 20);
      }
    })(),
  );
}

t.test('s3: a store that stops answering is a storage error, also in the middle of a download', async (t) => {
  const silent = createServer((request, response) => {
    if (request.url?.endsWith('started?x-id=GetObject') === true)
      response.writeHead(200, { 'content-length': 10 }).write('some');
  });
  const endpoint = `http://127.0.0.1:${await listenOnLoopback(silent)}`;
  t.teardown(() => silent.close().closeAllConnections());
  const settings = { ...s3.settings, SVC_S3_ENDPOINT: endpoint, SVC_DATA_DIR: dataDir };
  const storage = new S3Storage(loadConfig(settings).files.s3, dataDir, 100);
  await Promise.all([
    t.rejects(storage.put(newId('object'), contentOf(randomBytes(1000))), { name: 'StorageError' }),
    t.rejects(storage.put(newId('object'), contentOf(randomBytes(20 << 20))), { name: 'StorageError' }),
    t.rejects(storage.read(newId('object')), { name: 'StorageError' }),
    t.rejects(bytesOf(storage, 'started'), { name: 'TimeoutError' }),
  ]);
});

t.test('s3: own unfinished uploads are aborted over all pages, and those of others are not', async (t) => {
  const prefixes = { installation: 'installation/', 'a whole bucket': '' };
  for (const [place, prefix] of Object.entries(prefixes)) {
    const settings = { SVC_DATA_DIR: dataDir, ...s3.settings, SVC_S3_PREFIX: prefix };
    const storage = createStorage(loadConfig(settings));
    const ours = Array.from({ length: 5 }, () => `${prefix}${newId('object')}`);
    const foreign = [`${prefix}backup.tar`, `${prefix}deep/${newId('object')}`, `installatiom/${newId('object')}`];
    for (const key of [...ours, ...foreign]) s3.unfinished.set(`${newId('job')} ${key}`, new Map());
    await storage.removeUnfinished(0);
    t.equal(s3.unfinished.size, 8, `${place}: no object is old enough`);
    await storage.removeUnfinished(Date.now());
    const left = [...s3.unfinished.keys()].map((id) => id.split(' ')[1] ?? '');
    t.strictSame(left.sort(), foreign.sort(), place);
    s3.unfinished.clear();
  }
});

t.test('the log has a download that the storage cuts off, and none that the caller leaves', async (t) => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Log;
  const opened = async () => {
    const content = new Readable({ read: () => undefined });
    const store = { read: async () => content } as unknown as Storage;
    const { source } = await new FileStore(store, undefined, log).open('obj_1', 10);
    return { content, source: source.on('error', () => undefined) };
  };
  const closed = (stream: Readable) => new Promise((resolve) => stream.once('close', resolve));
  const left = await opened();
  left.source.destroy();
  await closed(left.content);
  t.strictSame(lines, []);
  const cutOff = await opened();
  cutOff.content.destroy(new Error('reset'));
  await closed(cutOff.source);
  t.match(lines, [[{ err: { message: 'reset' }, key: 'obj_1' }, /cut a download off/]]);
});

t.test('the log says why files wait, once for all of them', async (t) => {
  const lines: unknown[] = [];
  const log = { warn: (...line: unknown[]) => lines.push(line) } as unknown as Log;
  const { storage } = backends.s3 as Backend;
  t.teardown(() => {
    s3.refusal = undefined;
  });
  const store = new FileStore(storage, undefined, log);
  await t.rejects(
    store.withFile(newId('object'), async () => undefined),
    { name: 'MissingObjectError' },
  );
  t.strictSame(lines, [], 'no file waits for a lost object');
  s3.refusal = [403, 'InvalidAccessKeyId'];
  for (const _ of [1, 2])
    await t.rejects(
      store.withFile(newId('object'), async () => undefined),
      { code: 'unavailable' },
    );
  t.match(lines, [[{ err: { message: /InvalidAccessKeyId/ } }, /files wait/]]);
});

t.test('a server with S3 storage stores, reads and ingests files in parts', async (t) => {
  const store: S3Store = await startS3(t);
  const app = await startApp(t, store.settings);
  const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const content = randomBytes(40 << 20);
  const id = await upload(app, project.key, { content, filename: 'large.bin' });
  t.equal(store.objects.size, 1);
  t.ok([...store.objects.keys()].every((key) => key.startsWith('installation/obj_')));
  t.ok(store.largestRequest <= 9 << 20, `at most ${store.largestRequest} bytes in one request`);
  const read = await app.request('GET', `/v1/files/${id}/content`, { token: project.key });
  t.ok(content.equals(read.bytes));
  const note = await upload(app, project.key, { content: 'A note in S3.' });
  const storeId = await createStore(app, project.key, { file_ids: [note] });
  const path = `/v1/vector_stores/${storeId}/files/${note}`;
  t.equal((await finished(app, project.key, path)).status, 'completed');
  t.equal((await app.request('GET', `${path}/content`, { token: project.key })).body.data[0].text, 'A note in S3.');
  store.refusal = [500, 'InternalError'];
  const refused = await app.request('GET', `/v1/files/${id}/content`, { token: project.key });
  t.match(refused, { status: 503, body: { error: { code: 'unavailable' } } });
  store.refusal = [403, 'QuotaExceeded'];
  const full = await sendFile(app, project.key, { content: 'too much' });
  t.match(full, { status: 507, body: { error: { code: 'insufficient_storage', message: /no room/ } } });
  store.refusal = undefined;
});

t.test('files wait for an object store that is away, without using up attempts', async (t) => {
  const { app, store, key, file } = await withNoteInS3(t);
  store.refusal = [503, 'SlowDown'];
  const id = await createStore(app, key, { file_ids: [file] });
  t.match(await postponedFile(), { attempts: 0, lastError: /cannot reach its file storage/ });
  store.refusal = undefined;
  t.equal((await finished(app, key, `/v1/vector_stores/${id}/files/${file}`)).status, 'completed');
});

t.test('files in S3 wait for space on the disk of the embedded database', async (t) => {
  const { app, key, file } = await withNoteInS3(t, { SVC_FILES_RESERVE_BYTES: String(2 ** 49) });
  if (app.database.settings['SVC_DATABASE_URL'] !== '') return;
  await createStore(app, key, { file_ids: [file] });
  t.match(await postponedFile(), { attempts: 0, lastError: /no room/ });
});

async function withNoteInS3(t: Test, settings: Record<string, string> = {}) {
  const store = await startS3(t);
  const app = await startApp(t, { ...store.settings, ...settings });
  const { key } = (await createTenant(app, await signUp(app, { isAdmin: true }))).project;
  return { app, store, key, file: await upload(app, key, { content: 'A note in S3.' }) };
}

/** Waits until the job of a file has stopped with an error. */
function postponedFile(): Promise<Job> {
  const where = { kind: 'ingest-file', lastError: { [Op.ne]: null } };
  return until(async () => (await Job.findOne({ where, raw: true })) ?? undefined);
}

t.test('S3 storage requires a bucket', async (t) => {
  t.throws(() => loadConfig({ SVC_FILES_STORAGE: 's3' }), { message: /SVC_S3_BUCKET must name the bucket/ });
});

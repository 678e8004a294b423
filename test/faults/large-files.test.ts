// Uploads and downloads 500 MB through a server whose memory must not grow with the file.

import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import t from 'tap';
import { client, startApp } from '../harness/app.ts';
import { startServer } from '../harness/process.ts';
import { createTenant, signUp } from '../harness/world.ts';

const pieceBytes = 1 << 20;
const pieces = 500;
const boundary = 'the-boundary';

const app = await startApp(t);
const server = await startServer(app.database.settings);
t.teardown(() => server.end());
const { project } = await createTenant(app, await signUp(app, { isAdmin: true }));

/** Returns the resident memory of the server's process in MiB. */
async function residentMiB(): Promise<number> {
  const status = await readFile(`/proc/${server.child.pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
}

/** Returns the highest resident memory of the server's process during the work, in MiB. */
async function highest<T>(work: Promise<T>): Promise<{ value: T; mib: number }> {
  let mib = 0;
  const timer = setInterval(() => void residentMiB().then((now) => (mib = Math.max(mib, now))), 20);
  try {
    return { value: await work, mib };
  } finally {
    clearInterval(timer);
  }
}

t.test("500 MB are uploaded and downloaded while the server's memory grows by less than 64 MiB", async (t) => {
  const there = client(t, server.url);
  // The first request loads code whose memory does not belong to the file.
  const warm = new FormData();
  warm.append('file', new Blob(['x'.repeat(1 << 20)]), 'warm.txt');
  warm.append('purpose', 'assistants');
  await there('POST', '/v1/files', { token: project.key, form: warm });
  const before = await residentMiB();

  const piece = randomBytes(pieceBytes);
  const hash = createHash('sha256');
  const upload = await highest(
    send(
      (function* () {
        for (let sent = 0; sent < pieces; sent += 1) {
          piece.writeUInt32LE(sent);
          hash.update(piece);
          yield Buffer.from(piece);
        }
      })(),
    ),
  );
  t.equal(upload.value.bytes, pieces * pieceBytes);
  t.ok(upload.mib - before < 64, `in: from ${Math.round(before)} to ${Math.round(upload.mib)} MiB`);

  const back = createHash('sha256');
  const download = await highest(read(upload.value.id, (chunk) => back.update(chunk)));
  t.equal(back.digest('hex'), hash.digest('hex'));
  t.ok(download.mib - before < 64, `out: from ${Math.round(before)} to ${Math.round(download.mib)} MiB`);
});

/** Uploads the content as a stream, without keeping it in memory. */
async function send(content: Iterable<Buffer>): Promise<{ id: string; bytes: number }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ id: string; bytes: number }>();
  const sent = request(`${server.url}/v1/files`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${project.key}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
    },
  });
  sent.on('error', reject);
  sent.on('response', (response) => {
    response.toArray().then((chunks) => resolve(JSON.parse(Buffer.concat(chunks).toString())), reject);
  });
  const form = function* (): Iterable<Buffer> {
    yield Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="large.bin"\r\n\r\n`);
    yield* content;
    yield Buffer.from(
      `\r\n--${boundary}\r\nContent-Disposition: form-data; name="purpose"\r\n\r\nassistants\r\n--${boundary}--\r\n`,
    );
  };
  await pipeline(Readable.from(form(), { objectMode: false }), sent);
  return promise;
}

async function read(id: string, take: (chunk: Buffer) => void): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const asked = request(`${server.url}/v1/files/${id}/content`, {
    headers: { authorization: `Bearer ${project.key}` },
  });
  asked.on('error', reject);
  asked.on('response', (response) => {
    response.on('data', take).on('end', resolve).on('error', reject);
  });
  asked.end();
  return promise;
}

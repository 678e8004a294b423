// Tests the limit for the total bytes of bodies in memory (http/bodies/body.ts).

import { connect, type Socket } from 'node:net';
import t from 'tap';
import { question, startInference, tenantOf } from '../../harness/inference.ts';
import { until } from '../../harness/process.ts';
import { type Answering, json, startUpstream } from '../../harness/upstream.ts';

const mebibyte = 1 << 20;
const upstream = await startUpstream(t);
const world = await startInference(t, [upstream], { SVC_MAX_BUFFERED_BYTES: String(2 * mebibyte) });
const { app } = world;
const token = world.project.key;
const path = '/v1/chat/completions';

const bodyOf = (bytes: number) => question({ messages: [{ role: 'user', content: 'x'.repeat(bytes) }] });
const post = (bytes: number) => world.post(path, bodyOf(bytes));
const neighbour = await tenantOf(app, world.admin);

/** Makes the upstream wait with its responses. Returns a function that releases them. */
function hold(): () => void {
  let release = (): void => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  upstream.always(async ({ response }: Answering) => {
    await held;
    const choice = { index: 0, message: { role: 'assistant', content: 'Hello' }, finish_reason: 'stop' };
    json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: 'chat-model', choices: [choice] });
  });
  return () => {
    upstream.always(undefined);
    release();
  };
}

/** Begins a request with this Content-Length, and sends this part of its body. */
function begin(length: string, body = ''): Promise<Socket> {
  const head = [
    `POST ${path} HTTP/1.1`,
    'host: svc',
    `authorization: Bearer ${token}`,
    'content-type: application/json',
  ];
  return new Promise((resolve, reject) => {
    const socket = connect(app.app.port, '127.0.0.1');
    socket.on('error', reject);
    socket.write(`${[...head, length].join('\r\n')}\r\n\r\n${body}`, () => resolve(socket));
    t.teardown(() => socket.destroy());
  });
}

t.test('large bodies are refused while there are too many, and accepted when those are answered', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const before = upstream.seen.length;
    const release = hold();
    const first = [post(0.9 * mebibyte), neighbour.post(path, bodyOf(0.9 * mebibyte))];
    await until(() => (upstream.seen.length === before + 2 ? true : undefined));
    for (const bytes of [0.5 * mebibyte, 4 * mebibyte]) {
      const { status, body, headers } = await post(bytes);
      t.equal(status, 503);
      t.equal(body.error.code, 'unavailable');
      t.equal(headers.get('retry-after'), '1');
    }
    const small = await app.request('POST', '/v1/vector_stores', { token, body: { name: `small ${round}` } });
    t.equal(small.status, 200, 'a small body is always accepted');
    release();
    for (const answer of first) t.equal((await answer).status, 200);
    t.equal((await post(1.8 * mebibyte)).status, 200, 'a large body is accepted afterwards');
  }
});

t.test('one project cannot use all memory for bodies, but always enough for one body', async (t) => {
  const before = upstream.seen.length;
  const release = hold();
  const first = [];
  for (let count = 1; count <= 3; count += 1) {
    first.push(post(0.45 * mebibyte));
    await until(() => (upstream.seen.length === before + count ? true : undefined));
  }
  const more = await post(0.45 * mebibyte);
  t.equal(more.status, 503, 'three quarters suffice');
  t.equal(more.body.error.code, 'unavailable');
  first.push(neighbour.post(path, bodyOf(0.45 * mebibyte)));
  await until(() => (upstream.seen.length === before + 4 ? true : undefined));
  t.equal((await post(0.1 * mebibyte)).status, 503, 'the rest is for other projects');
  release();
  for (const answer of first) t.equal((await answer).status, 200);
  t.equal((await post(1.9 * mebibyte)).status, 200);
});

t.test('a body of unknown length is refused when there is no more memory for it', async (t) => {
  const socket = await begin('transfer-encoding: chunked');
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(data.toString())));
  const chunk = `${(64 * 1024).toString(16)}\r\n${' '.repeat(64 * 1024)}\r\n`;
  for (let sent = 0; sent <= 2 * mebibyte; sent += 64 * 1024) socket.write(chunk);
  t.match(await answer, /^HTTP\/1.1 503 /);
  socket.destroy();
  await until(async () => ((await post(1.8 * mebibyte)).status === 200 ? true : undefined));
});

t.test('an announced body that does not arrive reserves no memory', async (t) => {
  const announced = [`content-length: ${1.5 * mebibyte}`, 'transfer-encoding: chunked'];
  const sockets = await Promise.all([...announced, ...announced].map((length) => begin(length)));
  // This request is handled after those.
  t.equal((await post(1.8 * mebibyte)).status, 200);
  for (const socket of sockets) socket.destroy();
});

t.test('a disconnect in the middle of a body releases its memory', async (t) => {
  for (let round = 0; round < 4; round += 1) {
    const socket = await until(halfOfOne);
    socket.destroy();
    await until(async () => ((await post(1.5 * mebibyte)).status === 200 ? true : undefined));
  }
  t.pass();
});

/** Sends half of a body, which reserves memory. Undefined if it came too late to do so. */
async function halfOfOne(): Promise<Socket | undefined> {
  const socket = await begin(`content-length: ${1.5 * mebibyte}`, ' '.repeat(mebibyte));
  // The server reads the body in several pieces.
  for (let turn = 0; turn < 20; turn += 1) await app.request('GET', '/healthz');
  if ((await post(1.5 * mebibyte)).status === 503) return socket;
  socket.destroy();
  return undefined;
}

t.test('unauthenticated callers may only send small bodies', async (t) => {
  for (const path of ['/auth/login', '/v1/reset_password', '/v1/invitations/register']) {
    const { status, body } = await app.request('POST', path, { raw: ' '.repeat(16 * 1024 + 1) });
    t.equal(status, 413, path);
    t.equal(body.error.code, 'body_too_large');
  }
});

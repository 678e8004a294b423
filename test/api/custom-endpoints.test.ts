import { connect } from 'node:net';
import t from 'tap';
import { startInference, tenantOf } from '../harness/inference.ts';
import { json, startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const backup = await startUpstream(t);
const gone = await startUpstream(t);
const endpoints = ['/v1/ocr', '/v1/audio/transcriptions', '/v1/odd~path_1.0'];
const world = await startInference(t, [
  upstream.settings({ custom_endpoints: endpoints }),
  gone.settings({ name: 'gone', custom_endpoints: ['/v1/away'] }),
  backup.settings({ name: 'backup', custom_endpoints: ['/v1/ocr', '/v1/away'] }),
]);
const { app } = world;
const token = world.project.key;
upstream.always(({ seen, response }) =>
  json(response, 200, { method: seen.method, path: seen.path }, { 'x-inside': '1' }),
);

t.test('every method reaches the endpoint with an unchanged query', async (t) => {
  const query = '?a=1&a=2&unknown[]=%2F..%2f&limit=no&q=%E2%82%AC+b';
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) {
    const { status, body, headers } = await app.request(method, `/v1/ocr${query}`, { token });
    t.equal(status, 200, method);
    t.strictSame(body, { method, path: `/v1/ocr${query}` });
    t.notOk(headers.has('x-inside'));
  }
  for (const path of endpoints) t.equal((await app.request('GET', path, { token })).body.path, path);
  const head = await app.request('HEAD', '/v1/ocr', { token });
  t.equal(head.status, 200);
  t.equal(upstream.seen.at(-1)?.method, 'HEAD');
  t.ok(Number(head.headers.get('content-length')) > 0);
  const { status, headers } = await app.request('OPTIONS', '/v1/ocr', { token });
  t.equal(status, 405);
  t.equal(headers.get('allow'), 'DELETE, GET, HEAD, PATCH, POST, PUT');
});

t.test('a 404 stays one, whatever it says', async (t) => {
  const said = { error: 'This path does not support images.' };
  upstream.next(({ response }) => json(response, 404, said));
  t.match(await app.request('POST', '/v1/ocr', { token, body: {} }), { status: 404, body: said });
});

t.test('forms and bytes are forwarded unchanged in both directions', async (t) => {
  const bytes = Buffer.from(Array.from({ length: 70_000 }, (_, index) => (index * 7) % 256));
  upstream.next(({ seen, response }) => {
    response.writeHead(200, { 'content-type': 'image/png', 'content-disposition': 'attachment' });
    response.end(seen.bytes);
  });
  const sent = await fetch(`${app.url}/v1/ocr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' },
    body: bytes,
  });
  t.equal(sent.headers.get('content-type'), 'image/png');
  t.equal(sent.headers.get('content-disposition'), 'attachment');
  t.strictSame(Buffer.from(await sent.arrayBuffer()), bytes);
  const form = new FormData();
  form.set('model', 'chat-model');
  form.set('file', new File([bytes], 'ä.png'));
  const posted = await fetch(`${app.url}/v1/ocr`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  t.equal(posted.status, 200);
  const arrived = upstream.seen.at(-1);
  t.match(arrived?.headers['content-type'], /^multipart\/form-data; boundary=/);
  t.ok(arrived?.bytes.includes(bytes));
});

t.test('only the exact configured path reaches the endpoint', async (t) => {
  const before = upstream.seen.length + backup.seen.length;
  for (const path of [
    '/v1/ocr/',
    '/v1/OCR',
    '/v1//ocr',
    '//v1/ocr',
    '/v1/./ocr',
    '/v1/x/../ocr',
    '/v1/ocr/../chat/completions',
    '/v1/ocr/%2e%2e/chat/completions',
    '/v1/%6fcr',
    '/v1/ocr%2F',
    '/v1/ocr%252f',
    '/v1/audio%2Ftranscriptions',
    '/v1/ocr;x',
    '/v1/ocr\\..',
    '/v1/unknown',
    '/v1/audio',
    '/ocr',
  ]) {
    t.equal(await statusOf(path), 404, path);
  }
  t.equal(upstream.seen.length + backup.seen.length, before, 'no call reaches an upstream');
});

t.test('a project may only call its allowed endpoints', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ custom_endpoints: ['/v1/audio/transcriptions'] });
  const before = upstream.seen.length;
  const { status, body } = await restricted.post('/v1/ocr', {});
  t.equal(status, 403);
  t.equal(body.error.code, 'endpoint_not_allowed');
  t.equal(upstream.seen.length, before);
  t.equal((await restricted.post('/v1/audio/transcriptions', {})).status, 200);
});

t.test('a project with a model allow list cannot name another model at an endpoint', async (t) => {
  const restricted = await tenantOf(app, world.admin);
  await restricted.allow({ models: ['chat-model'] });
  const send = async (body: string | FormData, type?: string) =>
    fetch(`${app.url}/v1/ocr`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${restricted.project.key}`,
        ...(type === undefined ? {} : { 'content-type': type }),
      },
      body,
    });
  const statusOfBody = async (body: string) => (await send(body, 'application/json')).status;
  t.equal(await statusOfBody('{"model":"chat-model","image":"x"}'), 200);
  t.equal(await statusOfBody('{"image":"x"}'), 200);
  for (const body of [
    '{"model":"other"}',
    '{"model":"other","model":"chat-model"}',
    '{"model":"chat-model","model":"other"}',
    '{"mod\\u0065l":"other"}',
  ]) {
    t.equal(await statusOfBody(body), 403, body);
  }
  const form = (...models: string[]): FormData => {
    const made = new FormData();
    for (const model of models) made.append('model', model);
    return made;
  };
  t.equal((await send(form('chat-model'))).status, 200);
  t.equal((await send(form('other'))).status, 403);
  t.equal((await send(form('chat-model', 'other'))).status, 403);
  t.equal((await send('no form', 'multipart/form-data; boundary=x')).status, 400);
});

t.test('JSON refusals are forwarded unchanged, others in the error format, and failures not at all', async (t) => {
  upstream.next(({ response }) => json(response, 422, { why: 'No image' }));
  const refused = await app.request('POST', '/v1/ocr', { token, raw: '{}' });
  t.equal(refused.status, 422);
  t.equal(refused.text, '{"why":"No image"}');
  upstream.next(({ response }) => {
    response.writeHead(400, { 'content-type': 'text/plain' });
    response.end('No image');
  });
  const wrapped = await app.request('POST', '/v1/ocr', { token, raw: '{}' });
  t.equal(wrapped.status, 400);
  t.equal(wrapped.body.error.message, 'The upstream server refused the request with status 400: No image');
  for (const status of [401, 403, 301, 500]) {
    upstream.next(({ response }) => json(response, status, { error: 'inside' }, { location: 'http://10.0.0.1/' }));
    const failed = await app.request('POST', '/v1/ocr', { token, raw: '{}' });
    t.equal(failed.status, 502, String(status));
    t.equal(failed.body.error.code, 'upstream_failed');
    t.notMatch(failed.text, /inside|10\.0\.0\.1/);
  }
});

t.test('an endpoint whose upstream is unavailable fails over to the next upstream', async (t) => {
  await gone.stop();
  backup.next(({ response }) => json(response, 200, { from: 'backup' }));
  t.equal((await world.post('/v1/away', {})).body.from, 'backup');
});

/** Returns the status for a path that no client library would send. */
function statusOf(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${token}\r\nConnection: close\r\n\r\n`);
    socket.once('data', (chunk) => {
      resolve(Number(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString())?.[1]));
      socket.destroy();
    });
    socket.once('error', reject);
  });
}

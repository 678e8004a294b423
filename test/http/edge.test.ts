// Tests requests that no client library would send.

import { connect } from 'node:net';
import t from 'tap';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { project, organizationKey, organizationId } = await createTenant(app, admin);
const port = Number(new URL(app.url).port);

interface RawAnswer {
  status: number;
  head: string;
  body: string;
}

/** Sends the bytes. Returns what is received until the response is complete or the server closes the connection. */
function send(text: string): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let received = '';
    const finish = (): void => {
      const [head = '', body = ''] = received.split(/\r\n\r\n(.*)/s);
      resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0), head, body });
      socket.destroy();
    };
    socket.on('data', (chunk) => {
      received += chunk.toString();
      const length = Number(/content-length: (\d+)/i.exec(received)?.[1] ?? Number.NaN);
      const bodyAt = received.indexOf('\r\n\r\n');
      if (bodyAt !== -1 && Buffer.byteLength(received.slice(bodyAt + 4)) >= length) finish();
    });
    socket.on('end', finish);
    socket.on('error', reject);
    socket.setTimeout(10_000, () => reject(new Error(`No answer to ${text.slice(0, 80)}`)));
  });
}

const get = (path: string, ...headers: string[]): Promise<RawAnswer> =>
  send([`GET ${path} HTTP/1.1`, 'Host: svc', ...headers, '', ''].join('\r\n'));
const bearer = `Authorization: Bearer ${project.key}`;

t.test('a repeated single-value header is refused before all other checks', async (t) => {
  const twice: string[][] = [
    [bearer, bearer],
    [bearer, 'authorization: Bearer other'],
    [bearer, `Compat-Project: ${project.id}`, `compat-project: ${project.id}`],
    [bearer, `Compat-Organization: ${organizationId}`, `Compat-Organization: ${organizationId}`],
    ['Host: other', bearer],
  ];
  for (const headers of twice) {
    for (const path of ['/v1/models', '/nowhere']) {
      const { status, body, head } = await get(path, ...headers);
      t.equal(status, 400, headers.join());
      t.equal(JSON.parse(body).error.code, 'malformed_request');
      t.match(head, /x-request-id: /i);
    }
  }
});

t.test('a request that is not valid HTTP is refused in the common error format', async (t) => {
  const broken: [string, string, number][] = [
    ['two lengths', 'POST /auth/login HTTP/1.1\r\nHost: svc\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    [
      'length and chunks',
      'POST /auth/login HTTP/1.1\r\nHost: svc\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    [
      'an unknown coding',
      'POST /auth/login HTTP/1.1\r\nHost: svc\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n',
      400,
    ],
    ['a folded header', 'GET /healthz HTTP/1.1\r\nHost: svc\r\nX: a\r\n b\r\n\r\n', 400],
    ['no host', 'GET /healthz HTTP/1.1\r\n\r\n', 400],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost : svc\r\n\r\n', 400],
    ['an absolute target', 'GET http://svc/healthz HTTP/1.1\r\nHost: svc\r\n\r\n', 400],
    ['nonsense', 'hello\r\n\r\n', 400],
    ['headers too large', `GET /healthz HTTP/1.1\r\nHost: svc\r\nX: ${'a'.repeat(20_000)}\r\n\r\n`, 431],
    ['too many headers', `GET /healthz HTTP/1.1\r\nHost: svc\r\n${'X: 1\r\n'.repeat(150)}\r\n`, 431],
  ];
  for (const [what, text, expected] of broken) {
    const { status, body } = await send(text);
    t.equal(status, expected, what);
    const { error } = JSON.parse(body);
    t.strictSame(Object.keys(error).sort(), ['code', 'message', 'param', 'type'], what);
  }
});

t.test('an unknown Expect header is ignored', async (t) => {
  const { status, head, body } = await get('/healthz', 'Expect: something', 'X-Request-Id: expecting');
  t.strictSame([status, body], [200, '{"status":"ok"}']);
  t.match(head, /x-request-id: expecting/i);
});

t.test('a path that cannot be decoded is malformed, and nothing is looked up', async (t) => {
  for (const path of ['/v1/models/%E0%A4%A', '/v1/vector_stores/%']) {
    const { status, body } = await get(path, bearer);
    t.equal(status, 400, path);
    t.equal(JSON.parse(body).error.code, 'malformed_request');
  }
  for (const path of ['//v1/models', '/v1//models', '/V1/models', '/v1/models/..', '/v1/vector_stores%2Fx']) {
    t.ok([404, 403].includes((await get(path, bearer)).status), path);
  }
});

t.test('HEAD is answered like GET without the body, and other methods get a list of the allowed ones', async (t) => {
  const head = await app.request('HEAD', '/v1/models', { token: project.key });
  t.equal(head.status, 200);
  t.equal(head.text, '');
  t.ok(Number(head.headers.get('content-length')) > 0);
  for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    const { status, headers } = await app.request(method, '/v1/vector_stores', { token: project.key });
    t.equal(status, 405);
    t.equal(headers.get('allow'), 'GET, HEAD, POST');
  }
  t.equal((await send('TRACE /healthz HTTP/1.1\r\nHost: svc\r\n\r\n')).status, 405);
});

t.test('a valid request id is kept, and an invalid one is replaced', async (t) => {
  const idOf = async (id: string) =>
    /x-request-id: (.*)/i.exec((await get('/healthz', `X-Request-Id: ${id}`)).head)?.[1]?.trim();
  t.equal(await idOf('abc-DEF_1.2'), 'abc-DEF_1.2');
  for (const unfit of ['a b', 'x'.repeat(129), '"quoted"', 'ümlaut'])
    t.match(await idOf(unfit), /^req_[0-9a-f]{24}$/, unfit);
});

t.test('a body that cannot be valid is refused before it is read', async (t) => {
  const post = (headers: Record<string, string>, raw: string | Uint8Array) =>
    app.request('POST', '/v1/vector_stores', { token: project.key, headers, raw });
  t.equal((await post({}, `{"name":"${'x'.repeat(1 << 20)}"}`)).status, 413);
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json; charset=latin1',
  ]) {
    t.equal((await post({ 'content-type': type }, '{}')).status, 415, type);
  }
  t.equal((await post({ 'content-encoding': 'gzip' }, new Uint8Array([0x1f, 0x8b]))).status, 415);
  t.equal((await post({ 'content-type': 'application/json; charset=UTF-8' }, '{}')).status, 200);
  t.equal((await post({ 'content-type': 'APPLICATION/JSON' }, '{}')).status, 200);
});

t.test('a body without a length is read up to the limit, and the connection stays open if it fits', async (t) => {
  const chunk = (text: string) => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
  const head = `POST /v1/vector_stores HTTP/1.1\r\nHost: svc\r\n${bearer}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n`;
  t.equal((await send(`${head}${chunk('{}')}0\r\n\r\n`)).status, 200);
  const { status } = await send(head + chunk(`{"name":"${'x'.repeat(1 << 20)}`));
  t.equal(status, 413);
});

t.test('dangerous JSON is refused as JSON', async (t) => {
  const post = (raw: string | Uint8Array) => app.request('POST', '/v1/vector_stores', { token: project.key, raw });
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`;
  const refused: [string, string | Uint8Array][] = [
    ['truncated', '{"name":'],
    ['a trailing comma', '{"name":"x",}'],
    ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['33 levels', nested(33)],
    ['10,000 levels', nested(10_000)],
    ['a prototype', '{"__proto__":{"x":1}}'],
    ['a constructor', '{"constructor":{"prototype":{"x":1}}}'],
    ['a prototype, escaped', String.raw`{"__p\u0072oto__":{"x":1}}`],
    ['a constructor, escaped', String.raw`{"\u0063onstructor":{"prototype":{"x":1}}}`],
    ['a constructor with a space behind', '{"constructor" : {"prototype":{"x":1}}}'],
    ['not a number', '{"name":NaN}'],
  ];
  for (const [what, raw] of refused) {
    const { status, body } = await post(raw);
    t.equal(status, 422, what);
    t.match(body.detail, [{ type: 'json_invalid', msg: 'JSON decode error', input: {} }], what);
  }
  t.equal((await post('\ufeff{}')).status, 200, 'a byte order mark is ignored');
  t.equal((await post('\ufeff{"name":5}')).status, 422);
  t.equal((await post(nested(32))).status, 200, '32 levels in an ignored member');
  const many = await post(JSON.stringify({ file_ids: Array.from({ length: 100_000 }, () => 7) }));
  t.equal(many.status, 422);
  t.equal(many.body.detail.length, 50, 'at most fifty issues');
});

t.test('names with line breaks, bidirectional or other control characters are refused', async (t) => {
  const statusOf = async (name: string) =>
    (await app.request('POST', '/v1/organization/projects', { token: organizationKey, body: { name } })).status;
  for (const name of [
    '',
    ' ',
    '\u00a0\u2003',
    '\u200b\u2060\ufeff',
    'a\u0000b',
    'a\nb',
    'a\u001b[31m',
    'a\u2028b',
    '\u202eevil',
    '\ud800',
    'x'.repeat(256),
  ]) {
    t.equal(await statusOf(name), 422, encodeURIComponent(name.toWellFormed()));
  }
  for (const name of [
    '<img src=x onerror=alert(1)>',
    'Ünïcödé 🔑',
    'a'.repeat(255),
    '😀'.repeat(255),
    'مرحبا',
    "'; DROP TABLE projects; --",
  ]) {
    t.equal(await statusOf(name), 200, encodeURIComponent(name.slice(0, 8)));
  }
});

t.test('an error reveals no internal details', async (t) => {
  const answers = [
    await app.request('GET', '/nowhere'),
    await app.request('GET', "/v1/vector_stores/vs_' OR 1=1 --", { token: project.key }),
    await app.request('GET', '/v1/vector_stores', { token: project.key, query: { after: "' OR 1=1" } }),
    await app.request('POST', '/v1/vector_stores', { token: project.key, raw: '{' }),
  ];
  for (const { text } of answers) t.notMatch(text, /\.ts\b|node_modules|sequelize|SELECT /i);
});

t.test('no page of another origin can read a response or make a preflight', async (t) => {
  for (const origin of ['https://evil.example', 'null', app.url]) {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization',
    };
    const preflight = await app.request('OPTIONS', '/v1/models', { headers });
    t.equal(preflight.status, 405);
    const answers = [
      preflight,
      await app.request('GET', '/v1/models', { token: project.key, headers: { origin } }),
      await app.request('GET', '/nowhere', { headers: { origin } }),
    ];
    for (const answer of answers) {
      const allowed = [...answer.headers.keys()].filter((name) => name.startsWith('access-control-'));
      t.strictSame(allowed, [], origin);
    }
  }
});

// Tests limits of numbers, names, times and connections that test/http/edge.test.ts does not cover.

import { connect } from 'node:net';
import t from 'tap';
import { databaseKind } from '../harness/database.ts';
import { createScope } from '../harness/fixtures.ts';
import { sendRaw } from '../harness/wire.ts';
import { startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t, { SVC_MAX_CONNECTIONS_PER_ADDRESS: '20' });
const { tokens } = await createScope(app, admin);
const { port } = new URL(app.url);
const create = (raw: string) => app.request('POST', '/v1/vector_stores', { token: tokens.project_key, raw });

t.test('a body with wrong chunk lengths, or with two media types, is refused', async (t) => {
  const login = ['POST /auth/login HTTP/1.1', 'host: a'];
  const requests: [claim: string, head: string[], body?: string][] = [
    [
      'a chunk that is longer than it says',
      [...login, 'content-type: application/json', 'transfer-encoding: chunked'],
      '1\r\n{}\r\n0\r\n\r\n',
    ],
    ['a length that is no number', [...login, 'content-length: 2x'], '{}'],
    ['two media types', [...login, 'content-type: text/plain', 'content-type: application/json'], '{}'],
    ['no path', ['OPTIONS * HTTP/1.1', 'host: a']],
    ['another protocol', ['GET /healthz HTTP/3.0', 'host: a']],
  ];
  for (const [claim, head, body] of requests) {
    const answer = await sendRaw(t, app.url, head, body);
    t.match(answer, { status: 400, body: { error: { code: 'malformed_request', param: null } } }, claim);
  }
});

t.test('a number that overflows is refused', async (t) => {
  for (const [raw, loc] of [
    ['{"expires_after":{"days":1e400}}', ['body', 'expires_after', 'days']],
    ['{"expires_after":{"days":-1e400}}', ['body', 'expires_after', 'days']],
    ['{"metadata":{"a":1e400}}', ['body', 'metadata', 'a']],
  ] as const) {
    const { status, body } = await create(raw);
    t.equal(status, 422, raw);
    t.strictSame(body.detail, [
      { loc, type: 'finite_number', msg: 'Input should be a finite number', input: null, ctx: {} },
    ]);
  }
});

t.test('the last of two members with the same name counts', async (t) => {
  const { status, body } = await create('{"name":5,"name":"Last"}');
  t.equal(status, 200);
  t.equal(body.name, 'Last');
});

t.test('prototype names are data as keys, and refused elsewhere', async (t) => {
  const { body } = await create('{"metadata":{"constructor":1,"toString":2,"hasOwnProperty":3}}');
  t.strictSame(body.metadata, { constructor: 1, toString: 2, hasOwnProperty: 3 });
  t.equal((await create('{"metadata":{"__proto__":{"polluted":true}}}')).status, 422);
  t.equal((await create('{"__proto__":{"name":"x"}}')).status, 422);
  t.equal(({} as Record<string, unknown>).polluted, undefined);
});

t.test('the error for a malformed body does not quote it', async (t) => {
  for (const raw of [
    '{"email":"ada@example.com","password":"hunter2hunter2",}',
    '{"password":"hunter2hunter2" "a"}',
    '{"password":"hunter2hunter2\n"}',
  ]) {
    const { status, text } = await app.request('POST', '/auth/login', { raw });
    t.equal(status, 422);
    t.notMatch(text, /hunter2/);
  }
});

// Independent of the database and slow, so it runs on one database only.
if (databaseKind() === 'sqlite') {
  t.test('a request that arrives too slowly is aborted', async (t) => {
    const head = `POST /v1/vector_stores HTTP/1.1\r\nhost: a\r\nauthorization: Bearer ${tokens.project_key}\r\ncontent-type: application/json\r\n`;
    const [headers, body] = await Promise.all([
      dribble('GET /healthz HTTP/1.1\r\nhost: a\r\n', 'x-a: 1\r\n'),
      dribble(`${head}content-length: 1000\r\n\r\n`, ' '),
    ]);
    t.match(headers.text, /^HTTP\/1.1 408 .*request_timeout/s, 'headers');
    t.ok(headers.seconds < 30);
    t.match(body.text, /^HTTP\/1.1 408 .*request_timeout/s, 'a body');
    t.ok(body.seconds < 60);
  });
}

t.test('the number of connections from one address is limited', async (t) => {
  const open = new Set(Array.from({ length: 40 }, () => connect(Number(port), '127.0.0.1')));
  t.teardown(() => {
    for (const socket of open) socket.destroy();
  });
  await new Promise<void>((resolve) => {
    for (const socket of open) {
      socket.on('error', () => undefined).on('close', () => open.delete(socket) && open.size === 20 && resolve());
    }
  });
  // None of them is idle before its first request, so none is closed to make room for another.
  const answers = await Promise.all(
    Array.from(open, (socket) => {
      socket.write('GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n');
      return new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))));
    }),
  );
  t.ok(answers.length > 15 && answers.every((text) => text.startsWith('HTTP/1.1 200')), 'the others are served');
});

/** Sends the start, and then one more piece each second. Returns the response and the seconds until it came. */
function dribble(start: string, bit: string): Promise<{ text: string; seconds: number }> {
  const begun = performance.now();
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write(start));
    const timer = setInterval(() => socket.write(bit), 1000);
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearInterval(timer);
      resolve({ text, seconds: (performance.now() - begun) / 1000 });
    });
  });
}

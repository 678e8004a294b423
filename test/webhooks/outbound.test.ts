// Tests the outbound client with malicious and with badly behaving receivers.

import { createServer as createTcpServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import t, { type Test } from 'tap';
import { createAuthority, issue } from '../../scripts/fixtures/certificates.ts';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { Outbound, type PostResult } from '../../services/platform/outbound/index.ts';
import { addressPolicy } from '../../services/webhooks/address.ts';
import { holdBound } from '../harness/clock.ts';
import { startNameServer } from '../harness/dns.ts';
import { listenOnLoopback } from '../harness/loopback.ts';
import { until } from '../harness/process.ts';
import { authority, authorityFile, startReceiver } from '../harness/receiver.ts';

const timeoutMs = 2000;
const names = await startNameServer(t, { 'hooks.test.example': ['127.0.0.1'] });
const policy = addressPolicy(['127.0.0.0/8'], [names.address]);
const certificate = issue(authority, ['127.0.0.1', 'hooks.test.example']);
const outbound = createOutbound(timeoutMs);

function createOutbound(timeoutMs: number): Outbound {
  const made = new Outbound({ policy, names: policy.names, caFile: authorityFile, proxyUrl: '', timeoutMs });
  t.teardown(() => made.close());
  return made;
}

async function post(url: string, door = outbound): Promise<PostResult & { tookMs: number }> {
  const startedAt = performance.now();
  const answer = await door.post({ url, headers: { 'webhook-id': 'x' }, body: Buffer.from('{}'), lane: 'a' });
  return { ...answer, tookMs: performance.now() - startedAt };
}

/** Starts a TLS server that does this to every request. Returns its URL. */
async function startHostile(t: Test, act: (socket: Socket) => void): Promise<string> {
  const sockets = new Set<Socket>();
  const server = createTlsServer(certificate, (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => act(socket));
  });
  server.on('tlsClientError', () => undefined);
  t.teardown(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const port = await listenOnLoopback(server);
  return `https://127.0.0.1:${port}/`;
}

/** Writes a piece repeatedly until the other side closes the connection. */
function forEver(socket: Socket, piece: string | Buffer, everyMs: number): void {
  const timer = setInterval(() => socket.write(piece), everyMs);
  socket.on('close', () => clearInterval(timer));
}

/** Writes as fast as the other side reads. */
function flood(socket: Socket, piece: Buffer): void {
  const pour = (): void => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on('drain', pour);
  pour();
}

const head = (status: string, rest = '') => `HTTP/1.1 ${status}\r\n${rest}\r\n`;
const chunked = 'transfer-encoding: chunked\r\n';
const megabyte = Buffer.alloc(1 << 20, 'x');
const bomb = gzipSync(Buffer.alloc(64 << 20));

/** The behaviour of each receiver, and the expected outcome. */
const hostile: Record<string, [(socket: Socket) => void, Partial<PostResult>]> = {
  'says nothing': [() => undefined, { status: null, error: 'timeout' }],
  'sends its headers byte by byte': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nx: ');
      forEver(socket, 'x', 50);
    },
    { status: null, error: 'timeout' },
  ],
  'sends an endless row of 103s': [
    (socket) => forEver(socket, head('103 Early Hints'), 20),
    { status: null, error: 'timeout' },
  ],
  'sends the body of a failure byte by byte': [
    (socket) => {
      socket.write(head('500 No', 'content-length: 1000\r\n'));
      forEver(socket, 'x', 50);
    },
    { status: 500, error: null },
  ],
  'sends the body of a success byte by byte': [
    (socket) => {
      socket.write(head('200 OK', 'content-length: 1000\r\n'));
      forEver(socket, 'x', 50);
    },
    { status: 200, error: null },
  ],
  'never ends the body of a success': [
    (socket) => {
      socket.write(head('200 OK', chunked));
      flood(socket, Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]));
    },
    { status: 200, error: null },
  ],
  'never ends the body of a failure': [
    (socket) => {
      socket.write(head('503 No'));
      flood(socket, megabyte);
    },
    { status: 503, error: null },
  ],
  'sends a gzip bomb': [
    (socket) => {
      socket.write(head('200 OK', `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`));
      socket.write(bomb);
    },
    { status: 200, error: null },
  ],
  'sends 500 kB of headers': [
    (socket) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      socket.write(`x: ${'x'.repeat(1000)}\r\n`.repeat(500));
    },
    { status: null, error: 'malformed_response' },
  ],
  'resets the connection': [(socket) => socket.destroy(), { status: null, error: 'connection_closed' }],
  'answers in no HTTP': [
    (socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'),
    { status: null, error: 'malformed_response' },
  ],
  'changes the protocol': [
    (socket) => socket.write(head('101 Switching Protocols', 'connection: upgrade\r\nupgrade: x\r\n')),
    { status: null, error: 'connection_closed' },
  ],
  'breaks off after the head of a success': [
    (socket) => {
      socket.write(head('200 OK', 'content-length: 10\r\n'));
      setImmediate(() => socket.destroy());
    },
    { status: 200, error: null },
  ],
};

for (const [what, [act, expected]] of Object.entries(hostile)) {
  t.test(`a receiver that ${what} is handled in time, at low cost`, async (t) => {
    const url = await startHostile(t, act);
    global.gc?.();
    const before = process.memoryUsage.rss();
    const { tookMs, ...answer } = await post(url);
    t.match(answer, expected);
    holdBound(t, `a receiver that ${what}, in ms`, tookMs, timeoutMs + 5000);
    t.ok((answer.body?.length ?? 0) <= 4096, 'little of the body is stored');
    t.ok(process.memoryUsage.rss() - before < 60 << 20, 'little of the body is in memory');
  });
}

t.test('the stored part of a response body is its beginning, unchanged', async (t) => {
  const url = await startHostile(t, (socket) =>
    socket.end(
      head('200 OK', `content-encoding: gzip\r\ncontent-length: ${bomb.length}\r\n`) + bomb.toString('latin1'),
      'latin1',
    ),
  );
  t.same((await post(url)).body, bomb.subarray(0, 4096), 'the body is not decompressed');
});

t.test('each kind of invalid certificate fails with its own error', async (t) => {
  const wrong: [string, Parameters<typeof startReceiver>[1], string][] = [
    ['another name', { certificate: issue(authority, ['elsewhere.test.example']) }, 'certificate_name_mismatch'],
    ['over', { certificate: issue(authority, ['127.0.0.1'], -3) }, 'certificate_expired'],
    ['another authority', { certificate: issue(createAuthority(), ['127.0.0.1']) }, 'certificate_untrusted'],
    ['old TLS', { tls: { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'ALL@SECLEVEL=0' } }, 'tls_failed'],
  ];
  for (const [what, options, error] of wrong) {
    const receiver = await startReceiver(t, options);
    t.match(await post(receiver.url), { status: null, error }, what);
    t.same(receiver.received, [], what);
  }
  const plain = createTcpServer((socket) => socket.end('SSH-2.0-OpenSSH_9.2\r\n'));
  const port = await listenOnLoopback(plain);
  t.teardown(() => plain.close());
  t.match(await post(`https://127.0.0.1:${port}/`), { error: 'tls_failed' });
});

t.test('a refused connection and a timeout have different errors', async (t) => {
  t.match(await post(`https://127.0.0.1:${await freePort()}/`), { error: 'connection_refused' });
  // Accepts connections, and never starts TLS.
  const mute = createTcpServer(() => undefined);
  const port = await listenOnLoopback(mute);
  t.teardown(() => mute.close());
  const { tookMs, error } = await post(`https://127.0.0.1:${port}/`);
  t.equal(error, 'timeout');
  t.ok(tookMs < timeoutMs + 5000);
});

t.test('TLS verifies the host name, whatever the address', async (t) => {
  const receiver = await startReceiver(t);
  t.match(await post(`https://hooks.test.example:${receiver.port}/`), { status: 204 });
  names.zones.set('other.test.example', ['127.0.0.1']);
  t.match(await post(`https://other.test.example:${receiver.port}/`), { error: 'certificate_name_mismatch' });
});

t.test('connections are reused, and one that the receiver has closed meanwhile is not a failure', async (t) => {
  let connections = 0;
  const receiver = await startReceiver(t, { tls: { keepAliveTimeout: 1 } });
  const closing = await startHostile(t, (socket) => {
    connections += 1;
    let posts = 0;
    const answer = (): void => {
      posts += 1;
      // Closes the connection instead of answering the second request, like a server whose keep-alive timeout ends just
      // then.
      if (posts === 1) socket.write(head('204 No Content'));
      else socket.destroy();
    };
    answer();
    socket.on('data', answer);
  });
  for (let index = 0; index < 20; index += 1) {
    t.match(await post(closing), { status: 204, error: null });
    t.match(await post(receiver.url), { status: 204, error: null });
  }
  t.equal(connections, 20, 'the 19 requests on closed connections were sent again');
});

t.test('lanes share no connections', async (t) => {
  const lanes = new Map<number, Set<string>>();
  const receiver = await startReceiver(t, {
    behaviour: (response, { headers }, request) => {
      const port = request.socket.remotePort ?? 0;
      lanes.set(port, (lanes.get(port) ?? new Set()).add(String(headers['webhook-id'])));
      response.writeHead(204).end();
    },
  });
  for (let index = 0; index < 6; index += 1) {
    const lane = index % 2 === 0 ? 'a' : 'b';
    await outbound.post({ url: receiver.url, headers: { 'webhook-id': lane }, body: Buffer.from('{}'), lane });
  }
  t.equal(lanes.size, 2, 'each lane has one connection, used three times');
  for (const users of lanes.values()) t.equal(users.size, 1);
});

t.test('closing the outbound client ends all its requests', async (t) => {
  const url = await startHostile(t, () => undefined);
  const door = createOutbound(60_000);
  let answer: PostResult | undefined;
  void post(url, door).then((found) => {
    answer = found;
  });
  await until(() => (door.underWay > 0 ? true : undefined));
  await door.close();
  t.match(await until(() => answer), { status: null, error: 'connection_closed' });
});

// Tests streams: failures, disconnects, slow readers, and that no event is lost, merged or delayed.

import { request } from 'node:http';
import { connect } from 'node:net';
import t from 'tap';
import { holdBound } from '../harness/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { until } from '../harness/process.ts';
import { type Answering, chunks, json, startUpstream, streamSlowly } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const world = await startInference(
  t,
  [upstream.settings({ max_connections: 20, custom_endpoints: ['/v1/speech'], mcp_servers: {} })],
  { SVC_UPSTREAM_IDLE_SECONDS: '1', SVC_MAX_CONNECTIONS_PER_ADDRESS: '2000' },
);
const { app, open, post } = world;
const path = '/v1/chat/completions';
const stream = () => open(path, question({ stream: true }));

/** Streams the texts and then breaks the connection. */
const thenBreak =
  (...texts: string[]) =>
  ({ response }: Answering): void => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(texts.join(''), () => setTimeout(() => response.destroy(), 20));
  };

/** Returns the same event several times. */
function repeated(times: number): string[] {
  return Array.from({ length: times }, () => chunks(['x'])[1] as string);
}

/** Returns the events of a stream, and the error at its end. */
async function read(response: Response): Promise<{ events: string[]; error: Record<string, unknown> | undefined }> {
  const events = (await response.text()).split('\n\n').filter((event) => event !== '');
  const last = JSON.parse(/^data: (\{"error".*)$/.exec(events.at(-1) ?? '')?.[1] ?? '{}') as {
    error?: Record<string, unknown>;
  };
  return { events, error: last.error };
}

t.test('a broken stream ends with an error event, and without a partial event before it', async (t) => {
  const [role = '', first = ''] = chunks(['a']);
  for (const half of ['', 'da', 'data: {"id":"chat', `${first.slice(0, -1)}`]) {
    upstream.next(thenBreak(role, first, half));
    const { events, error } = await read(await stream());
    t.equal(events.length, 3, JSON.stringify(half));
    t.equal(`${events[1]}\n\n`, first);
    t.match(error, { code: 'upstream_failed', type: 'server_error', param: null });
  }
});

t.test('a silent stream ends with a timeout', async (t) => {
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunks([])[0]);
  });
  const { error } = await read(await stream());
  t.equal(error?.code, 'upstream_timeout');
});

t.test('an invalid event ends the stream', async (t) => {
  const [role = '', first = ''] = chunks(['a']);
  for (const bad of [
    'data: {"id": nonsense}\n\n',
    'data: "text"\n\n',
    'data: {"content":"x\n\nevent: evil\ndata: {}"}\n\n',
    'data: <html>\n\n',
  ]) {
    upstream.next(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(role + first + bad + first);
    });
    const { events, error } = await read(await stream());
    t.equal(error?.code, 'upstream_failed', bad);
    t.notMatch(events.join(), /evil|nonsense|html/);
    t.ok(events.length <= 3);
  }
});

t.test('comments, event names, ids and all line endings are valid in a stream', async (t) => {
  const text =
    ': ping\r\n\r\nevent: x\r\nid: 1\r\ndata: {"a":\r\ndata: 1}\r\n\r\nretry: 5\n\ndata:{"b":"é"}\n\ndata: [DONE]\n\n';
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    for (const byte of Buffer.from(text)) {
      response.write(Buffer.from([byte]));
      await new Promise(setImmediate);
    }
    response.end();
  });
  t.equal(await (await stream()).text(), text.replaceAll('\r\n', '\n'));
});

t.test('a finished stream ends even if its upstream stays connected', async (t) => {
  const [role = '', word = '', stop = '', done = ''] = chunks(['a']);
  const behaviours: Record<string, (answering: Answering) => void> = {
    'and says nothing more': ({ response }) => void response.write(role + word + stop + done),
    'and goes on': ({ response }) => {
      const more = setInterval(() => response.write(word), 10);
      response.once('close', () => clearInterval(more));
      response.write(role + word + stop + done + word);
    },
    'and says so byte by byte': async ({ response }) => {
      for (const byte of Buffer.from(role + word + stop + done)) {
        response.write(Buffer.from([byte]));
        await new Promise(setImmediate);
      }
    },
  };
  for (const [what, behaviour] of Object.entries(behaviours)) {
    upstream.next((answering) => {
      answering.response.writeHead(200, { 'content-type': 'text/event-stream' });
      behaviour(answering);
    });
    const failuresBefore = await failedCalls();
    const text = await (await stream()).text();
    t.equal(text, role + word + stop + done, what);
    await upstream.seen.at(-1)?.aborted;
    t.equal(await failedCalls(), failuresBefore, 'the stream is not a failure');
  }
});

/** Returns the number of cut streams in the metrics. */
async function failedCalls(): Promise<number> {
  const { text } = await app.request('GET', '/metrics');
  return Number(/^svc_upstream_calls_total\{[^}]*status="cut"[^}]*\} (\d+)$/m.exec(text)?.[1] ?? 0);
}

t.test('an event without data is omitted', async (t) => {
  const [role = '', word = '', stop = '', done = ''] = chunks(['a']);
  const nothing = ['event: ping\n\n', 'event: ping\r\ndata:\r\n\r\n', 'data:\n\n', 'event\nid: 1\n\n'];
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(nothing.join('') + role + nothing[0] + word + nothing.slice(1).join('') + stop + done);
  });
  t.equal(await (await stream()).text(), role + word + stop + done);
});

t.test('an error in the middle of a stream has the common format, without internal details', async (t) => {
  const [role = '', word = ''] = chunks(['a']);
  const of = async (event: string) => {
    upstream.next(({ response }) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end(role + word + event);
    });
    return read(await stream());
  };
  const given = { message: 'The context is full.', type: 'server_error', param: null, code: 'full' };
  const nested = `data: ${JSON.stringify({ error: given })}`;
  t.equal((await of(`${nested}\n\n`)).events[2], nested, 'an error in the usual format is forwarded unchanged');
  const flat = await of('event: error\ndata: {"message":"The context is full.","code":"full"}\n\n');
  t.match(flat.error, { message: 'The context is full.', code: 'full' });
  t.match((await of('data: {"error":"The context is full."}\n\n')).error, { message: 'The context is full.' });
  for (const secret of [upstream.key, new URL(upstream.url).host, '10.1.2.3:8000', 'http://vllm:8000/v1']) {
    const { events, error } = await of(`data: {"error":{"message":"failed at ${secret}"}}\n\n`);
    t.equal(error?.code, 'upstream_failed', secret);
    t.notOk(events.join().includes(secret), secret);
  }
});

t.test('of 10,000 events in fragments of any size, none is lost, merged or out of order', async (t) => {
  const words = Array.from({ length: 10_000 }, (_, index) => `w${index}é😀`);
  const bytes = Buffer.from(chunks(words).join(''));
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7919) % 4099) {
      size = Math.max(size, 1);
      if (!response.write(bytes.subarray(at, at + size)))
        await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const text = await (await stream()).text();
  t.ok(Buffer.from(text).equals(bytes));
});

t.test("the upstream notices a caller's disconnect within 50 ms", async (t) => {
  const behaviours: [when: string, behaviour: (answering: Answering) => unknown][] = [
    ['before there is an answer', () => undefined],
    ['between events', ({ response }) => streamSlowly(response, repeated(1000), 5)],
    [
      'before the first event',
      ({ response }) => {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        response.flushHeaders();
      },
    ],
  ];
  const noticedAfterMs = async (behaviour: (answering: Answering) => unknown, body: unknown, waits: boolean) => {
    const count = upstream.seen.length;
    upstream.next(behaviour);
    const leave = new AbortController();
    const answer = open(path, body, leave.signal);
    const seen = await until(() => upstream.seen[count]);
    if (waits) await answer;
    const left = performance.now();
    leave.abort();
    await t.rejects(answer.then((response) => response.text()));
    return (await seen.aborted) - left;
  };
  for (const [when, behaviour] of behaviours) {
    for (const body of [question({ stream: true }), question()]) {
      // Repeated, because a busy machine adds delays. The fastest run shows what the server does.
      const times: number[] = [];
      do times.push(await noticedAfterMs(behaviour, body, when !== 'before there is an answer'));
      while (Math.min(...times) >= 50 && times.length < 10);
      t.ok(Math.min(...times) < 50, `${when}: ${times.map((ms) => ms.toFixed(1)).join(', ')} ms`);
    }
  }
});

t.test('hundreds of disconnects in the middle of streams delay no other call', async (t) => {
  upstream.always(({ seen, response }) =>
    seen.body.stream === true
      ? streamSlowly(response, repeated(500), 2)
      : json(response, 200, { id: 'x', object: 'chat.completion', created: 1, model: 'chat-model', choices: [] }),
  );
  const body = JSON.stringify(question({ stream: true }));
  const head = `POST ${path} HTTP/1.1\r\nHost: svc\r\nAuthorization: Bearer ${world.project.key}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n`;
  const dropped = Array.from(
    { length: 300 },
    (_, index) =>
      new Promise<void>((resolve) => {
        const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(head + body));
        // Some disconnect after the first bytes, some before a response, some while they wait for a connection.
        if (index % 3 === 0) socket.once('data', () => socket.resetAndDestroy());
        else setTimeout(() => (index % 3 === 1 ? socket.destroy() : socket.resetAndDestroy()), (index % 20) * 10);
        socket.once('close', () => resolve());
        socket.on('error', () => undefined);
      }),
  );
  await Promise.all(dropped);
  const began = performance.now();
  t.equal((await post(path, question())).status, 200);
  holdBound(t, 'a call after many disconnects, in ms', performance.now() - began, 15_000);
  upstream.always(undefined);
  await until(() => (upstream.connections() <= 20 ? true : undefined));
  const all = await Promise.all(Array.from({ length: 40 }, () => post(path, question())));
  t.ok(all.every(({ status }) => status === 200));
});

t.test('a slow reader slows the upstream down, and uses no memory', async (t) => {
  const total = 64 << 20;
  let sent = 0;
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    const block = Buffer.alloc(64 * 1024);
    while (sent < total && !response.destroyed) {
      sent += block.length;
      if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
    }
    response.end();
  });
  const asked = request(`${app.url}/v1/speech`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.project.key}`, 'content-type': 'application/json' },
  });
  asked.end('{}');
  const response = await new Promise<import('node:http').IncomingMessage>((resolve) => asked.once('response', resolve));
  let seen = -1;
  await until(() => {
    const stands = seen === sent;
    seen = sent;
    return stands ? true : undefined;
  });
  t.ok(sent < total / 2, `${sent} bytes were read from the upstream before the caller read one`);
  let received = 0;
  for await (const chunk of response) received += (chunk as Buffer).length;
  t.equal(received, total);
});

t.test('a truncated body is not treated as complete', async (t) => {
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': 1000 });
    response.write('{"choices":[', () => response.destroy());
  });
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write(`{"data":"${'x'.repeat(200_000)}`, () => setTimeout(() => response.destroy(), 20));
  });
  const small = await post(path, question());
  t.equal(small.status, 502);
  const large = await open(path, question());
  t.equal(large.status, 200, 'the stream had begun');
  await t.rejects(large.text());
});

t.test('the broken stream of a custom endpoint ends with an error too', async (t) => {
  upstream.next(thenBreak('data: plain text\n\ndata: half'));
  const { events, error } = await read(await open('/v1/speech', {}));
  t.equal(events[0], 'data: plain text');
  t.equal(error?.code, 'upstream_failed');
});

// Silent streams stay alive, and idle connections stay open until their places are needed.

import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, project } = await startInference(t, [{ ...upstream.settings(), responses: false }], {
  SVC_STREAM_KEEPALIVE_SECONDS: '1',
  SVC_MAX_CONNECTIONS_PER_ADDRESS: '10',
});
const messages = [{ role: 'user', content: 'Hello?' }];
const chunk = (delta: object, finish: string | null = null) =>
  `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;

/** Answers with a stream that is silent for 2.5 s at its beginning and in the middle of an event. */
function silently(): void {
  upstream.next(async ({ response }) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    await wait(2500);
    const event = chunk({ role: 'assistant', content: 'late' });
    response.write(event.slice(0, 20));
    await wait(1500);
    response.end(`${event.slice(20)}${chunk({}, 'stop')}data: [DONE]\n\n`);
  });
}

t.test('a silent stream of events gets a comment, or a ping for messages, between two events', async (t) => {
  for (const [path, sign, question] of [
    ['/v1/chat/completions', ': keep-alive\n\n', { messages }],
    ['/v1/responses', ': keep-alive\n\n', { input: 'Hello?' }],
    ['/v1/messages', 'event: ping\ndata: {"type": "ping"}\n\n', { messages, max_tokens: 100 }],
  ] as const) {
    silently();
    const { status, text } = await app.request('POST', path, {
      token: project.key,
      body: { model: 'chat-model', stream: true, ...question },
    });
    t.equal(status, 200, `${path}: ${text}`);
    t.ok(text.split(sign).length >= 3, `${path} is kept alive twice before its first event`);
    for (const event of text.split('\n\n').filter(Boolean))
      t.match(event, /^(?:: keep-alive|(?:event: [\w.]+\n)?data: .+)$/, 'no event is cut');
    t.match(text, 'late', 'the stream goes on');
  }
});

t.test('an idle connection is closed when nine tenths of the places of its address are taken', async (t) => {
  const closed: number[] = [];
  const open = async (nth: number): Promise<void> => {
    const socket = connect({ port: Number(new URL(app.url).port), host: '127.0.0.1', localAddress: '127.0.0.9' });
    t.teardown(() => socket.destroy());
    socket.on('close', () => closed.push(nth));
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    const [answer] = (await once(socket, 'data')) as [Buffer];
    t.match(answer.toString(), /^HTTP\/1.1 200 /, `connection ${nth} is answered`);
    t.match(answer.toString(), /keep-alive: timeout=75/i, 'an idle connection stays open for 75 seconds');
  };
  for (let nth = 1; nth <= 12; nth += 1) await open(nth);
  t.strictSame(closed, [1, 2, 3], 'the ones that are idle for the longest time go first');
});

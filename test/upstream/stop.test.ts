// Tests how streams end when the server stops.

import t from 'tap';
import { holdBound } from '../harness/clock.ts';
import { question, startInference } from '../harness/inference.ts';
import { chunks, startUpstream, streamSlowly } from '../harness/upstream.ts';

const upstream = await startUpstream(t);
const { app, open } = await startInference(t, [upstream.settings({ custom_endpoints: ['/v1/speech'] })], {
  SVC_DRAIN_SECONDS: '4',
});

t.test('a stopping server lets streams finish, and tells the others why they end', async (t) => {
  const path = '/v1/chat/completions';
  const words = (count: number) => chunks(Array.from({ length: count }, () => 'x'));
  const begin = async (count: number) => {
    upstream.next(({ response }) => streamSlowly(response, words(count), 20));
    return open(path, question({ stream: true }));
  };
  const short = await begin(5);
  const long = await begin(10_000);
  upstream.next(({ response }) => {
    response.writeHead(200, { 'content-type': 'audio/wav' });
    response.write('x'.repeat(100_000));
  });
  const bytes = await open('/v1/speech', {});
  const left = upstream.seen.slice(-2).map(({ aborted }) => aborted);
  const began = performance.now();
  const closed = app.app.close();
  t.equal(await short.text(), words(5).join(''));
  const text = await long.text();
  t.match(
    text,
    /\n\ndata: \{"error":\{"message":"[^"]+","type":"server_error","param":null,"code":"unavailable"\}\}\n\n$/,
  );
  await t.rejects(bytes.text(), 'what has no words for it breaks off');
  await closed;
  holdBound(t, 'ms until the server has stopped', performance.now() - began, 20_000);
  await Promise.all(left);
});

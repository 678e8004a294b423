// A model server with almost no CPU cost: a response of 600 bytes, a stream of 60 separate events, or one embedding of
// 1,536 dimensions.

import { createServer, type ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';

const events = 60;
const id = 'chatcmpl-B9MBs8CjcvOU2jLn4n570S5qMJKcT';
const usage = { prompt_tokens: 19, completion_tokens: 58, total_tokens: 77 };
const choice = {
  index: 0,
  message: { role: 'assistant', content: 'Hello! '.repeat(30), refusal: null },
  logprobs: null,
  finish_reason: 'stop',
};
const created = 1_741_569_952;
const whole = JSON.stringify({ id, object: 'chat.completion', created, model: 'bench', choices: [choice], usage });
const vector = Array.from({ length: 1536 }, (_, index) => Math.sin(index) / 28);
const embedding = JSON.stringify({
  ...{ object: 'list', model: 'bench', data: [{ object: 'embedding', index: 0, embedding: vector }] },
  usage: { prompt_tokens: 9, total_tokens: 9 },
});
const chunks = Array.from({ length: events }, (_, index) => chunk(index)).map((text) => Buffer.from(text));

function chunk(index: number): string {
  if (index === events - 1) return 'data: [DONE]\n\n';
  const last = index === events - 2;
  const delta = last ? {} : index === 0 ? { role: 'assistant', content: '' } : { content: ' hello' };
  const choices = [{ index: 0, delta, logprobs: null, finish_reason: last ? 'stop' : null }];
  const object = 'chat.completion.chunk';
  return `data: ${JSON.stringify({ id, object, created, model: 'bench', system_fingerprint: 'fp_44709d6fcb', choices, ...(last ? { usage } : {}) })}\n\n`;
}

async function stream(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const bytes of chunks) {
    response.write(bytes);
    // Sends each event in its own turn of the event loop, because a model also produces its tokens one by one.
    await turn();
  }
  response.end();
}

const server = createServer((request, response) => {
  let isStream = false;
  request.on('data', (bytes: Buffer) => {
    isStream ||= bytes.includes('"stream":true');
  });
  request.on('end', () => {
    if (isStream) return void stream(response);
    const answer = request.url?.endsWith('/embeddings') ? embedding : whole;
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(answer) });
    response.end(answer);
  });
});
server.keepAliveTimeout = 60_000;
server.listen(Number(process.env.BENCH_PORT), '127.0.0.1');

// A model server with the Responses API that searches once, and then answers in 60 pieces.

import { createServer } from 'node:http';
import { json as bodyOf } from 'node:stream/consumers';
import { randomFrom, says } from '../../fixtures/scripted-model.ts';

const search = { items: [{ search: ['How long can a product be returned?'] }] };
const answer = { items: [{ text: 'A product can be returned within 30 days [cite:1]. '.repeat(5) }] };

createServer(async (request, response) => {
  const body = (await bodyOf(request)) as { input: { type?: string }[] };
  const turn = body.input.at(-1)?.type === 'function_call_output' ? answer : search;
  await says(turn, randomFrom(1))({ seen: { body }, response });
}).listen(Number(process.env.BENCH_PORT), '127.0.0.1');

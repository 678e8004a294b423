// A receiver of traces that accepts everything, and counts the spans. `GET` returns how many there were.

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';

let spans = 0;

createServer(async (request, response) => {
  spans += (await text(request)).split('"spanId":').length - 1;
  response.setHeader('content-type', 'application/json');
  response.end(request.method === 'GET' ? String(spans) : '{}');
}).listen(Number(process.env.BENCH_PORT), '127.0.0.1');

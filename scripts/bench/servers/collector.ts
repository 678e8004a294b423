// A receiver of traces that accepts everything, and reads nothing of it.

import { createServer } from 'node:http';

createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json');
    response.end('{}');
  });
}).listen(Number(process.env.BENCH_PORT), '127.0.0.1');

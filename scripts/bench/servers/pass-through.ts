// A minimal gateway: forwards every request to the upstream with a key of its own, and streams the response back. It
// does no authentication, validation, metering or logging.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Dispatcher, Pool } from 'undici';

const upstream = new Pool(process.env.BENCH_UPSTREAM as string, { connections: 64, pipelining: 1, allowH2: false });

class PassThrough implements Dispatcher.DispatchHandler {
  readonly #response: ServerResponse;
  #controller: Dispatcher.DispatchController | undefined;

  constructor(response: ServerResponse) {
    this.#response = response;
    response.on('drain', () => this.#controller?.resume());
    response.on('close', () => {
      if (!response.writableFinished) this.#controller?.abort(new Error('the caller left'));
    });
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    const sent: Record<string, string> = { 'content-type': String(headers['content-type']) };
    if (headers['content-length'] !== undefined) sent['content-length'] = String(headers['content-length']);
    this.#response.writeHead(status, sent);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (!this.#response.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    this.#response.end();
  }

  onResponseError(): void {
    this.#response.destroy();
  }
}

function pass(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer bench' };
    const body = chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks);
    upstream.dispatch(
      { method: request.method as 'POST', path: request.url as string, headers, body },
      new PassThrough(response),
    );
  });
}

createServer(pass).listen(Number(process.env.BENCH_PORT), '127.0.0.1');

// A proxy that passes every request and response on as it is, streams included, and tells what it has seen.

import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http';
import { request as httpsRequest } from 'node:https';
import type { AddressInfo } from 'node:net';
import { operationPath } from '../../../services/openapi/index.ts';

/** A call that has been answered. */
export interface SeenCall {
  method: string;
  /** Without the query. It is that of the operation, where a header selects one. */
  path: string;
  status: number;
  /** Without parameters; undefined if the response has none. */
  mediaType: string | undefined;
}

export interface CoverageProxy {
  url: string;
  /** Ends the open connections too. */
  close(): Promise<void>;
}

interface ProxyOptions {
  /** The base URL of the server. */
  to: string;
  host: string;
  port: number;
  onAnswer(call: SeenCall): void;
  /** Called for each call that the server has not answered. */
  onSilence(error: Error): void;
}

/** Hop-by-hop headers, which belong to one connection. Node sets its own for the other connection. */
const hopByHop = new Set(['connection', 'keep-alive', 'proxy-connection', 'upgrade']);
/** The server gets its own name, and Node answers `Expect: 100-continue`. */
const notForwarded = new Set([...hopByHop, 'host', 'expect']);
const notReturned = new Set([...hopByHop, 'transfer-encoding']);

/** Starts the proxy. Throws if it cannot listen at the port. */
export async function startCoverageProxy(options: ProxyOptions): Promise<CoverageProxy> {
  const { host, port } = options;
  const target = new URL(options.to);
  // An upload may take longer than the default time limit of a request.
  const server = createServer({ requestTimeout: 0 }, (request, response) => passOn(options, target, request, response));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address() as AddressInfo;
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function passOn(options: ProxyOptions, target: URL, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', url = '/' } = request;
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest;
  const sent = send({
    protocol: target.protocol,
    hostname: target.hostname.replace(/^\[|\]$/g, ''),
    port: target.port,
    method,
    path: target.pathname.replace(/\/$/, '') + url,
    headers: ['Host', target.host, ...without(notForwarded, request.rawHeaders)],
    // A kept-alive connection may close just when a call begins. The client would see an error that the server did not make.
    agent: false,
  });
  let isAnswered = false;
  let isGone = false;
  sent.on('response', (answer) => {
    isAnswered = true;
    const { statusCode: status = 502, statusMessage } = answer;
    const mediaType = answer.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
    const path = operationPath(url.split('?')[0] ?? url, request.headers);
    options.onAnswer({ method, path, status, mediaType });
    response.sendDate = false;
    response.writeHead(status, statusMessage, without(notReturned, answer.rawHeaders));
    // The client of a stream waits for the headers alone.
    response.flushHeaders();
    // A response that breaks off must break off for the client too.
    answer.on('error', () => response.destroy());
    answer.pipe(response);
  });
  sent.on('error', (error) => {
    // A server may answer before it has read the body, and close.
    if (isAnswered) return;
    if (!isGone) options.onSilence(error);
    response.destroy();
  });
  request.on('error', () => sent.destroy());
  response.on('close', () => {
    isGone = !response.writableFinished;
    if (isGone) sent.destroy();
  });
  request.pipe(sent);
}

/** Returns the names and values, one after the other, without those headers. */
function without(left: ReadonlySet<string>, rawHeaders: string[]): string[] {
  return rawHeaders.filter((_, index) => !left.has((rawHeaders[index - (index % 2)] as string).toLowerCase()));
}

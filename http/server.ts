// The HTTP server: its limits, its timeouts, its answers to malformed HTTP, and how it stops.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { newRequestId } from '../models/ids.ts';
import type { Lifecycle } from '../services/index.ts';
import { type ErrorCode, inNetworks, ServiceError } from '../services/platform/index.ts';
import type { Config } from '../services/settings/index.ts';
import { errorAnswer } from './replies/index.ts';

const maxHeaderBytes = 16 * 1024;
const headersTimeoutMs = 10_000;
/** Enough for the longest upload. A JSON body has a shorter time of its own (http/bodies/body.ts). */
const requestTimeoutMs = 600_000;
/** The share of the allowed connections from which on idle ones are closed. */
const crowdedShare = 0.9;
const checkIntervalMs = 2000;
const drainIntervalMs = 100;
/** The time in which open streams may send their final event. */
const finalEventMs = 250;

export class HttpServer {
  readonly #settings: Config['server'];
  readonly #server: Server;
  #open = 0;
  /** The open connections, by address. */
  readonly #connections = new Map<string, number>();
  /** The connections that wait for their next request after an answer, the one that has waited longest first. */
  readonly #idle = new Set<Socket>();
  readonly #isProxy: (address: string) => boolean;

  constructor(
    settings: Config['server'],
    listener: (request: IncomingMessage, response: ServerResponse) => void,
    lifecycle: Lifecycle,
  ) {
    this.#settings = settings;
    this.#isProxy = inNetworks(settings.trusted_proxies);
    this.#server = createServer(
      {
        maxHeaderSize: maxHeaderBytes,
        headersTimeout: headersTimeoutMs,
        requestTimeout: requestTimeoutMs,
        keepAliveTimeout: settings.keepalive_seconds * 1000,
        connectionsCheckingInterval: checkIntervalMs,
        noDelay: true,
        // http/calls/framing.ts checks it instead, so that the error has the same form as all others.
        requireHostHeader: false,
      },
      listener,
    );
    this.#server.maxConnections = settings.max_connections;
    this.#server.on('clientError', refuse);
    // A server may ignore an unknown expectation (RFC 9110, section 10.1.1). By itself Node would answer 417, without a
    // body, a request id or a line in the log.
    this.#server.on('checkExpectation', listener);
    this.#server.on('connection', (socket) => this.#count(socket, lifecycle));
    this.#server.on('request', ({ socket }, response) => this.#follow(socket, response));
  }

  /** Starts to listen, and returns the port. Throws if the address is taken or is not this machine's. */
  listen(): Promise<number> {
    const { host, port } = this.#settings;
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(port, host, () => {
        this.#server.off('error', reject);
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  /**
   * Accepts no more connections, waits for the requests in flight, and closes the rest after `drainMs`.
   * @param endStreams ends the open streams. Each stream has 250 ms to send its final event.
   */
  close(drainMs: number, endStreams: () => void): Promise<void> {
    return new Promise((resolve) => {
      // close() alone would wait until the keep-alive of every connection ends.
      const idle = setInterval(() => this.#server.closeIdleConnections(), drainIntervalMs);
      let cutOff = setTimeout(() => {
        endStreams();
        cutOff = setTimeout(() => this.#server.closeAllConnections(), finalEventMs);
      }, drainMs);
      this.#server.close(() => {
        clearInterval(idle);
        clearTimeout(cutOff);
        resolve();
      });
      this.#server.closeIdleConnections();
    });
  }

  /** Knows which connections are idle. */
  #follow(socket: Socket, response: ServerResponse): void {
    this.#idle.delete(socket);
    response.once('close', () => {
      if (!socket.destroyed) this.#idle.add(socket);
    });
  }

  /**
   * Closes the connection that is idle for the longest time if nine tenths of the allowed ones are open: idle
   * connections must not keep callers out.
   */
  #makeRoom(address: string, open: number): void {
    const { max_connections: most, max_connections_per_address: mostOfOne } = this.#settings;
    const isFull = this.#open > most * crowdedShare;
    if (!isFull && (open <= mostOfOne * crowdedShare || this.#isProxy(address))) return;
    for (const socket of this.#idle) {
      if (!isFull && socket.remoteAddress !== address) continue;
      this.#idle.delete(socket);
      socket.destroy();
      return;
    }
  }

  /** Limits the connections of one address, so that it cannot take all of them. */
  #count(socket: Socket, lifecycle: Lifecycle): void {
    const address = socket.remoteAddress ?? '';
    const open = (this.#connections.get(address) ?? 0) + 1;
    this.#connections.set(address, open);
    this.#open += 1;
    this.#makeRoom(address, open);
    socket.once('close', () => {
      this.#idle.delete(socket);
      this.#open -= 1;
      const left = (this.#connections.get(address) ?? 1) - 1;
      if (left === 0) this.#connections.delete(address);
      else this.#connections.set(address, left);
    });
    const tooMany = open > this.#settings.max_connections_per_address && !this.#isProxy(address);
    if (lifecycle.stopping || tooMany) socket.destroy();
  }
}

/** Answers a request that Node's parser refused, in the form of all other errors. */
function refuse(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request';
  const { status, body } = errorAnswer(new ServiceError(code, messages[code] ?? ''));
  const text = JSON.stringify(body);
  const head = [
    `HTTP/1.1 ${status} ${status === 400 ? 'Bad Request' : status === 408 ? 'Request Timeout' : 'Request Header Fields Too Large'}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(text)}`,
    `x-request-id: ${newRequestId()}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${text}`);
}

const messages: Partial<Record<ErrorCode, string>> = {
  headers_too_large: `The headers may have at most ${maxHeaderBytes} bytes.`,
  request_timeout: 'The request took too long to arrive.',
  malformed_request: 'The request is not well-formed HTTP.',
};

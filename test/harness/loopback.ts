// Starts and stops the servers of tests.

import { once } from 'node:events';
import type { Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';

/** Starts the server on a free port of 127.0.0.1. Returns the port. */
export async function listenOnLoopback(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

export async function closeServer(server: Pick<HttpServer, 'close' | 'closeAllConnections'>): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}

// A listener on both loopback addresses that must receive no connection.

import { createServer, type Server } from 'node:net';
import type { Test } from 'tap';

export interface Canary {
  port: number;
  /** Returns the number of connections. */
  visits(): number;
}

/** Starts listening, and stops when the test ends. */
export async function startCanary(t: Test): Promise<Canary> {
  let visits = 0;
  const listen = (port: number, host: string): Promise<Server> =>
    new Promise((resolve, reject) => {
      const server = createServer((socket) => {
        visits += 1;
        socket.destroy();
      });
      server.once('error', reject);
      server.listen(port, host, () => resolve(server));
      t.teardown(() => server.close());
    });
  const ipv4 = await listen(0, '127.0.0.1');
  const { port } = ipv4.address() as { port: number };
  // On a machine without IPv6, nothing can connect to ::1.
  await listen(port, '::1').catch(() => undefined);
  return { port, visits: () => visits };
}

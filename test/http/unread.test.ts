// Answers that callers do not read: memory is not kept for them.

import { once } from 'node:events';
import { Agent, createServer, get, type IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import t from 'tap';
import { OpenStreams, respond } from '../../http/replies/index.ts';
import { listenOnLoopback } from '../harness/loopback.ts';

/** In the place of the minute of the server. */
const stallMs = 300;
const body = Buffer.alloc(16_000_000, 'x');

t.test('a caller that reads nothing of a whole answer is disconnected, and a slow one gets all of it', async (t) => {
  // With 0, Node leaves the time of the idle connection as it is.
  const server = createServer({ keepAliveTimeout: 0 }, (_, response) => {
    const setTimeout = response.setTimeout.bind(response);
    response.setTimeout = (ms) => setTimeout(ms === 0 ? 0 : stallMs);
    const sending = { head: false, close: false, streams: new OpenStreams(0), mayGoOn: async () => true };
    respond(response, { status: 200, body, headers: {} }, 'req_1', { ...sending, keepAlive: undefined });
  });
  const port = await listenOnLoopback(server);
  t.teardown(() => server.close().closeAllConnections());
  const agent = new Agent({ keepAlive: true });
  const ask = async (): Promise<IncomingMessage> => {
    const [response] = await once(get({ port, agent }), 'response');
    return response as IncomingMessage;
  };

  const idle = await ask();
  await wait(stallMs * 4);
  await t.rejects(idle.toArray(), { code: 'ECONNRESET' });

  let read = 0;
  const slow = await ask();
  const { socket } = slow;
  for await (const chunk of slow) {
    read += (chunk as Buffer).length;
    await wait(5);
  }
  t.equal(read, body.length);
  await wait(stallMs * 3);
  t.notOk(socket.destroyed, 'the connection stays open for the next request');
});

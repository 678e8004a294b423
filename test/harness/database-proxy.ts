// A proxy before a MySQL server that does to clients what a failover does: it refuses writes as a demoted primary, and
// loses the answers to commits.

import { connect, createServer, type Socket } from 'node:net';
import type { Test } from 'tap';
import { showNode } from '../../models/dialects/mysql.ts';
import { listenOnLoopback } from './loopback.ts';

export interface DatabaseProxy {
  /** The address of the database behind the proxy. */
  url: string;
  /** The number of connections that clients have opened. */
  opened(): number;
  /** Answers the writes on the connections that are open now with this error. New connections work. */
  demote(errno: number, message?: string): void;
  /** Answers each write on any connection with this error, until `errno` is undefined. */
  refuseAll(errno: number | undefined): void;
  /**
   * Names a new port to every second client that asks for it, as a proxy does that spreads clients over nodes, or to
   * all, as after a failover.
   */
  spread(to: 'none' | 'every second' | 'all'): void;
  /** Lets the next statement that matches pass, and refuses all writes from then on: see `refuseAll`. */
  refuseAfter(statement: RegExp, errno: number): void;
  /** Closes the connection of the next statement that matches. */
  breakOn(statement: RegExp): void;
  /** Answers the next connections that ask for their node as a node of Galera does that is cut off from the others. */
  cutOff(connections: number): void;
  /** Lets the next commits take place, and closes their connections in place of an answer, or answers with this error. */
  loseCommits(count: number, errno?: number): void;
}

/** The first byte of a client's packet, after the header of four bytes. */
const [comQuery, comPrepare] = [0x03, 0x16];
const write = /^\s*(?:INSERT|UPDATE|DELETE|REPLACE|COMMIT|START TRANSACTION)/i;

/** Starts a proxy to the database at the address mysql://…, and stops it when the test ends. */
export async function startDatabaseProxy(t: Test, target: string): Promise<DatabaseProxy> {
  const { hostname, port } = new URL(target);
  const demoted = new WeakMap<Socket, { errno: number; message: string }>();
  const clients = new Set<Socket>();
  let opened = 0;
  let refused: number | undefined;
  let lost = 0;
  let lostAs: number | undefined;
  let spread = 'none';
  let spreads = 0;
  let cutOff = 0;
  let breaking: RegExp | undefined;
  let refusal: { after: RegExp; errno: number } | undefined;
  const server = createServer((client) => {
    opened += 1;
    clients.add(client);
    const upstream = connect(Number(port), hostname);
    let isLosing = false;
    const isSecond = opened % 2 === 0;
    upstream.on('data', (bytes) => {
      if (isLosing && lostAs === undefined) client.destroy();
      else if (isLosing) client.write(errorPacket(lostAs ?? 0, 'The node left its cluster'));
      else
        client.write(
          spread === 'all' || (spread === 'every second' && isSecond) ? withOtherPort(bytes, port, spreads) : bytes,
        );
    });
    client.on('data', (bytes) => {
      const text = [comQuery, comPrepare].includes(bytes[4] ?? 0) ? statementOf(bytes) : '';
      const error = demoted.get(client) ?? (refused === undefined ? undefined : { errno: refused, message: 'refused' });
      if (error !== undefined && write.test(text)) return client.write(errorPacket(error.errno, error.message));
      if (cutOff > 0 && text.endsWith(showNode)) {
        cutOff -= 1;
        return client.write(errorPacket(1047, 'WSREP has not yet prepared node for application use'));
      }
      if (refusal?.after.test(text)) {
        refused = refusal.errno;
        refusal = undefined;
      }
      if (breaking?.test(text)) {
        breaking = undefined;
        return client.destroy();
      }
      if (lost > 0 && /^\s*COMMIT/i.test(text)) {
        lost -= 1;
        isLosing = true;
      } else isLosing = false;
      return upstream.write(bytes);
    });
    const end = (): void => {
      clients.delete(client);
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) socket.on('close', end).on('error', end);
  });
  const url = new URL(target);
  url.port = String(await listenOnLoopback(server));
  t.teardown(() => {
    for (const client of clients) client.destroy();
    server.close();
  });
  return {
    url: url.href,
    opened: () => opened,
    demote(errno, message = 'The server is not the primary') {
      for (const client of clients) demoted.set(client, { errno, message });
    },
    refuseAll(errno) {
      refused = errno;
    },
    spread(to) {
      spread = to;
      spreads += 1;
    },
    refuseAfter(after, errno) {
      refusal = { after, errno };
    },
    cutOff(connections) {
      cutOff = connections;
    },
    breakOn(statement) {
      breaking = statement;
    },
    loseCommits(count, errno) {
      lost = count;
      lostAs = errno;
    },
  };
}

/**
 * Returns the statement in a packet. On MySQL, two bytes that say "no attributes" come before it:
 * https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query.html
 */
function statementOf(bytes: Buffer): string {
  return bytes.toString('latin1', bytes[5] === 0 ? 7 : 5);
}

/** https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_err_packet.html */
function errorPacket(errno: number, message: string): Buffer {
  const payload = Buffer.concat([Buffer.from([0xff, errno & 0xff, errno >> 8]), Buffer.from(`#HY000${message}`)]);
  return Buffer.concat([Buffer.from([payload.length & 0xff, payload.length >> 8, 0, 1]), payload]);
}

/** Changes the port of the server in an answer, and not its length. */
function withOtherPort(bytes: Buffer, port: string, other: number): Buffer {
  const changed = String(other).padStart(port.length, '0');
  return Buffer.from(bytes.toString('latin1').replaceAll(`:${port}`, `:${changed}`), 'latin1');
}

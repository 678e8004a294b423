// A DNS server on a free UDP port of loopback, with records that a test defines. It can stay silent, and change its
// answer between two queries.

import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { Test } from 'tap';

const types = { 1: 'A', 28: 'AAAA' } as const;

/** The addresses of a name. A function is called for each query. `silent`: no answer. */
export type Zone = string[] | 'silent' | ((question: number) => string[]);

export interface NameServer {
  /** The value for SVC_WEBHOOK_RESOLVER. */
  address: string;
  zones: Map<string, Zone>;
  /** The number of queries for each name, A and AAAA together. */
  questions: Map<string, number>;
}

/** Starts a DNS server, and stops it when the test ends. */
export async function startNameServer(t: Test, zones: Record<string, Zone> = {}): Promise<NameServer> {
  const socket = createSocket('udp4');
  const server: NameServer = { address: '', zones: new Map(Object.entries(zones)), questions: new Map() };
  socket.on('message', (query, { port, address }) => {
    const answer = reply(query, server);
    if (answer !== undefined) socket.send(answer, port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  server.address = `127.0.0.1:${socket.address().port}`;
  t.teardown(() => socket.close());
  return server;
}

/** Returns the answer to a query with one question (RFC 1035, section 4.1), or undefined for no answer. */
function reply(query: Buffer, { zones, questions }: NameServer): Buffer | undefined {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  const name = labels.join('.').toLowerCase();
  const type = types[query.readUInt16BE(at + 1) as keyof typeof types];
  const asked = (questions.get(name) ?? 0) + 1;
  questions.set(name, asked);
  const zone = zones.get(name);
  if (zone === 'silent') return undefined;
  const addresses = typeof zone === 'function' ? zone(asked) : zone;
  const matching = (addresses ?? []).filter((address) => isIPv4(address) === (type === 'A'));
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  // 0x8180: response, recursion available. 0x8183: also NXDOMAIN, the name does not exist.
  header.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(matching.length, 6);
  return Buffer.concat([header, query.subarray(12, at + 5), ...matching.map(record)]);
}

/** Returns a record for the name in the question, with a TTL of 0. */
function record(address: string): Buffer {
  const data = isIPv4(address) ? Buffer.from(address.split('.').map(Number)) : bytesOfIpv6(address);
  const head = Buffer.from([0xc0, 0x0c, 0, isIPv4(address) ? 1 : 28, 0, 1, 0, 0, 0, 0, 0, data.length]);
  return Buffer.concat([head, data]);
}

function bytesOfIpv6(address: string): Buffer {
  const [front = '', back] = address.split('::');
  const words = (text: string): number[] =>
    text === ''
      ? []
      : text.split(':').flatMap((part) => {
          if (!part.includes('.')) return [Number.parseInt(part, 16)];
          const [a = 0, b = 0, c = 0, d = 0] = part.split('.').map(Number);
          return [a * 256 + b, c * 256 + d];
        });
  const [head, tail] = [words(front), words(back ?? '')];
  const all = [...head, ...new Array<number>(8 - head.length - tail.length).fill(0), ...tail];
  const bytes = Buffer.alloc(16);
  all.forEach((word, index) => {
    bytes.writeUInt16BE(word, index * 2);
  });
  return bytes;
}

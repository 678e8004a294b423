// A name server of the test's own, on a free UDP port of loopback: it knows what it is told, and can be silent or change
// its mind between two questions.

import { createSocket } from 'node:dgram';
import { isIPv4 } from 'node:net';
import type { Test } from 'tap';

const types = { 1: 'A', 28: 'AAAA' } as const;

/** The addresses of a name; a function is asked anew for each question; `silent`: no answer at all. */
export type Zone = string[] | 'silent' | ((question: number) => string[]);

export interface NameServer {
  /** For SVC_WEBHOOK_RESOLVER. */
  address: string;
  zones: Map<string, Zone>;
  /** How often each name was asked for, both kinds of address together. */
  questions: Map<string, number>;
}

/** Starts a name server, and stops it when the test ends. */
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

/** The answer to a query of one question (RFC 1035, section 4.1); undefined: silence. */
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
  // A response, recursion available; 3: there is no such name.
  header.writeUInt16BE(addresses === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(matching.length, 6);
  return Buffer.concat([header, query.subarray(12, at + 5), ...matching.map(record)]);
}

/** A record of the name in the question, good for no time at all. */
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

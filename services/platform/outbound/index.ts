// The only door to servers that tenants name. What goes through it goes to a public address, over TLS, by POST, and
// comes back as a bounded answer within a bounded time; see outbound/connect.ts and outbound/exchange.ts for how.
//
// Connections are kept and used again, but never shared between lanes: a tenant's crowd, or a tenant's hanging receiver,
// takes nobody else's place. Whoever uses the door bounds how many requests a lane has under way.

import { LRUCache } from 'lru-cache';
import type { Client } from 'undici';
import { lazyRequire } from '../lazy-require.ts';
import { type ConnectSettings, guardedConnector } from './connect.ts';
import { type Answer, exchange } from './exchange.ts';

export type { Answer } from './exchange.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const maxLanes = 1000;
const maxTargets = 1000;
const maxIdlePerLane = 8;
/** After this long a connection is made anew: its address may have changed, or be refused by now. */
const maxAgeMs = 60_000;
const maxHeaderBytes = 16_384;
const closedAtOnceMs = 1000;

/** Decides which addresses may be posted to. */
export interface OutboundPolicy {
  /** Whether a literal IP address may be connected to. */
  allows(address: string): boolean;
  /** Returns why the text is no address to post to; undefined if it may be one. */
  problem(url: string): unknown;
}

export interface OutboundSettings extends Omit<ConnectSettings, 'allows'> {
  policy: OutboundPolicy;
  /** For everything, from the look-up of the name to the last byte read. */
  timeoutMs: number;
}

export interface Post {
  /** An https address. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** Whose connections these are. */
  lane: string;
}

/** An address that may be posted to, as far as its text tells. */
interface Target {
  origin: string;
  path: string;
}

interface Connection {
  client: Client;
  madeAt: number;
}

export class Outbound {
  readonly #settings: OutboundSettings;
  readonly #connect: ReturnType<typeof guardedConnector>;
  readonly #idle = new LRUCache<string, Connection[]>({
    max: maxLanes,
    dispose: (connections) => closeAll(connections),
  });
  readonly #busy = new Set<Client>();
  readonly #targets = new LRUCache<string, Target>({ max: maxTargets });

  constructor(settings: OutboundSettings) {
    this.#settings = settings;
    this.#connect = guardedConnector({ ...settings, allows: (address) => settings.policy.allows(address) });
  }

  /** Posts, and resolves with what came of it. Never rejects. */
  async post({ url, headers, body, lane }: Post): Promise<Answer> {
    const target = this.#target(url);
    if (target === undefined) return { status: null, error: 'target_not_allowed', body: null, retryAfter: undefined };
    const key = `${lane} ${target.origin}`;
    const request = { method: 'POST' as const, path: target.path, headers, body };
    const startedAt = performance.now();
    const deadline = startedAt + this.#settings.timeoutMs;
    const kept = this.#take(key);
    if (kept !== undefined) {
      const answer = await this.#send(key, kept, request, deadline);
      // The receiver closed the idle connection while the request was on its way, and has not seen it: as it is with
      // kept connections. Only then it goes out again, at once, and nobody need know.
      if (answer.error !== 'connection_closed' || performance.now() - startedAt > closedAtOnceMs) return answer;
    }
    return this.#send(key, this.#make(target.origin), request, deadline);
  }

  /** How many requests are on their way. */
  get underWay(): number {
    return this.#busy.size;
  }

  /** Closes all connections. Requests under way end as `connection_closed`. */
  async close(): Promise<void> {
    this.#idle.clear();
    await Promise.all([...this.#busy].map((client) => client.destroy()));
  }

  async #send(
    key: string,
    connection: Connection,
    request: Parameters<typeof exchange>[1],
    deadline: number,
  ): Promise<Answer> {
    this.#busy.add(connection.client);
    const { reusable, ...answer } = await exchange(
      connection.client,
      request,
      Math.max(1, deadline - performance.now()),
    );
    this.#busy.delete(connection.client);
    if (reusable) this.#keep(key, connection);
    else connection.client.destroy().catch(() => undefined);
    return answer;
  }

  /** Undefined: it may not be posted to. What an address is found to be now is judged with each connection, not here. */
  #target(url: string): Target | undefined {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    if (this.#settings.policy.problem(url) !== undefined) return undefined;
    const parsed = new URL(url);
    // A dot at the end means the same host, but no certificate is made out to it.
    parsed.hostname = parsed.hostname.replace(/\.$/, '');
    const target = { origin: parsed.origin, path: parsed.pathname + parsed.search };
    this.#targets.set(url, target);
    return target;
  }

  /** A connection that is open, by all that is known here. */
  #take(key: string): Connection | undefined {
    const idle = this.#idle.get(key) ?? [];
    for (;;) {
      const connection = idle.pop();
      if (connection === undefined) return undefined;
      const young = performance.now() - connection.madeAt < maxAgeMs;
      if (young && connection.client.stats.connected === true) return connection;
      connection.client.destroy().catch(() => undefined);
    }
  }

  #keep(key: string, connection: Connection): void {
    const idle = this.#idle.get(key) ?? [];
    if (idle.length >= maxIdlePerLane) {
      connection.client.destroy().catch(() => undefined);
      return;
    }
    idle.push(connection);
    this.#idle.set(key, idle);
  }

  #make(origin: string): Connection {
    const client = new (undici().Client)(origin, {
      connect: this.#connect,
      allowH2: false,
      pipelining: 1,
      maxHeaderSize: maxHeaderBytes,
      // exchange.ts has the one clock that counts.
      headersTimeout: 0,
      bodyTimeout: 0,
      strictContentLength: false,
    });
    return { client, madeAt: performance.now() };
  }
}

function closeAll(connections: Connection[]): void {
  for (const { client } of connections) client.destroy().catch(() => undefined);
}

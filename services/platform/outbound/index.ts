// Sends POST requests to servers that tenants name: only to public addresses, only over TLS, with limits on time and
// size (see connect.ts and exchange.ts). No other file sends requests to such servers.
//
// Connections are kept alive and reused, but never shared between lanes (one per tenant). So one tenant's load or slow
// receiver does not use another tenant's connections. The caller limits the concurrent requests of a lane.

import { LRUCache } from 'lru-cache';
import type { Client } from 'undici';
import { lazyRequire } from '../lazy-require.ts';
import { type ConnectSettings, guardedConnector } from './connect.ts';
import { exchange, type PostResult } from './exchange.ts';

export type { PostResult } from './exchange.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const maxLanes = 1000;
const maxTargets = 1000;
const maxIdlePerLane = 8;
/**
 * The maximum age of a connection in milliseconds. A new connection resolves and checks the address again, which may
 * have changed.
 */
const maxAgeMs = 60_000;
const maxHeaderBytes = 16_384;
const closedAtOnceMs = 1000;

/** Decides which URLs and addresses are allowed as targets. */
export interface OutboundPolicy {
  /** Returns true if connections to the literal IP address are allowed. */
  allows(address: string): boolean;
  /** Returns why the URL is not allowed, or undefined if it is allowed. */
  problem(url: string): unknown;
}

export interface OutboundSettings extends Omit<ConnectSettings, 'allows'> {
  policy: OutboundPolicy;
  /** The limit for everything from the DNS lookup to the last byte read, in milliseconds. */
  timeoutMs: number;
}

export interface Post {
  /** An https URL. */
  url: string;
  headers: Record<string, string>;
  body: Buffer;
  /** The tenant that the connections belong to. */
  lane: string;
}

/** A URL that passed the checks on its text. The addresses of its host are checked for each connection. */
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

  /** Sends a POST request and resolves with its result. Never rejects. */
  async post({ url, headers, body, lane }: Post): Promise<PostResult> {
    const target = this.#target(url);
    if (target === undefined) return { status: null, error: 'target_not_allowed', body: null, retryAfter: undefined };
    const key = `${lane} ${target.origin}`;
    const request = { method: 'POST' as const, path: target.path, headers, body };
    const startedAt = performance.now();
    const deadline = startedAt + this.#settings.timeoutMs;
    const kept = this.#take(key);
    if (kept !== undefined) {
      const answer = await this.#send(key, kept, request, deadline);
      // The receiver closed the idle connection before it saw the request, as happens with keep-alive. So the request
      // is sent again at once on a new connection.
      if (answer.error !== 'connection_closed' || performance.now() - startedAt > closedAtOnceMs) return answer;
    }
    return this.#send(key, this.#make(target.origin), request, deadline);
  }

  /** The number of requests in progress. */
  get underWay(): number {
    return this.#busy.size;
  }

  /** Closes all connections. Requests in progress end with `connection_closed`. */
  async close(): Promise<void> {
    this.#idle.clear();
    await Promise.all([...this.#busy].map((client) => client.destroy()));
  }

  async #send(
    key: string,
    connection: Connection,
    request: Parameters<typeof exchange>[1],
    deadline: number,
  ): Promise<PostResult> {
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

  /**
   * Parses and checks a URL. Returns undefined if it is not allowed. The addresses of its host are checked for each
   * connection, not here.
   */
  #target(url: string): Target | undefined {
    const known = this.#targets.get(url);
    if (known !== undefined) return known;
    if (this.#settings.policy.problem(url) !== undefined) return undefined;
    const parsed = new URL(url);
    // A trailing dot names the same host, but no certificate contains it.
    parsed.hostname = parsed.hostname.replace(/\.$/, '');
    const target = { origin: parsed.origin, path: parsed.pathname + parsed.search };
    this.#targets.set(url, target);
    return target;
  }

  /** Returns an idle connection that is still open as far as this process knows. */
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
      // exchange.ts enforces one deadline for everything.
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

// One configured server that models run on, and the connections to it.
//
// Its key is sent to the host of its base_url and to no other. Where a call goes is made of the configuration and of
// paths that the configuration names; nothing that a caller sends becomes part of a host.

import type { Dispatcher, Pool } from 'undici';
import { lazily } from '../lazily.ts';
import { Breaker, RetryBudget } from './breaker.ts';
import { Exchange } from './exchange.ts';
import type { UpstreamSettings } from './settings.ts';

const undici = lazily<typeof import('undici')>('undici');
const connectTimeoutMs = 5000;

/** What is asked of an upstream. */
export interface UpstreamRequest {
  method: string;
  /** From the target's own path on, with its query: `/chat/completions`. */
  path: string;
  /** Names and values by turns. The credential is added here. */
  headers: string[];
  body: Buffer | string | undefined;
}

/** Where a path is asked: under the base_url, beside it, or at an MCP server. */
export interface Target {
  readonly dispatcher: Dispatcher;
  /** What keeps failing in one place says nothing of the others. */
  readonly breaker: Breaker;
  /** What is there, for whoever runs the server. */
  readonly part: string;
  readonly basePath: string;
  /** Added to every request. */
  readonly headers: readonly string[];
  /** How long silence in the middle of an answer may last; 0: for ever. */
  readonly idleMs: number;
}

/** Who is told how an upstream fares. */
export interface UpstreamWatcher {
  /** A try came to nothing, or an answer broke off. `outcome`: a status, or a word for what took its place. */
  failed(upstream: string, outcome: string): void;
  /** Calls are kept away from a part of it, or let through again. */
  paused(upstream: string, part: string, isPaused: boolean): void;
}

export interface UpstreamTimes {
  firstByteMs: number;
  idleMs: number;
}

export class Upstream {
  readonly settings: UpstreamSettings;
  readonly budget = new RetryBudget();
  /** Under the base_url: what the public API has under /v1. */
  readonly api: Target;
  /** Where custom endpoints are: beside the base_url's own /v1. */
  readonly root: Target;
  readonly mcp: ReadonlyMap<string, Target>;
  readonly #pools: Pool[] = [];
  readonly #times: UpstreamTimes;
  readonly #watcher: UpstreamWatcher;
  #restUntilMs = 0;

  constructor(settings: UpstreamSettings, times: UpstreamTimes, watcher: UpstreamWatcher) {
    this.settings = settings;
    this.#times = times;
    this.#watcher = watcher;
    const base = new URL(settings.base_url);
    const path = base.pathname === '/' ? '' : base.pathname;
    const headers = settings.api_key === '' ? [] : ['authorization', `Bearer ${settings.api_key}`];
    const dispatcher = this.#pool(base.origin, settings.max_connections);
    this.api = { dispatcher, basePath: path, headers, idleMs: times.idleMs, ...this.#part('models') };
    this.root = { ...this.api, basePath: path.replace(/\/v1$/, ''), ...this.#part('custom endpoints') };
    this.mcp = new Map(
      Object.entries(settings.mcp_servers).map(([prefix, address]): [string, Target] => {
        const url = new URL(address);
        const target = {
          // Each of its listeners keeps a connection for as long as it listens: they are not to take those of the models.
          dispatcher: this.#pool(url.origin, null),
          basePath: url.pathname,
          headers: url.origin === base.origin ? headers : [],
          idleMs: 0,
          ...this.#part(`MCP server ${prefix}`),
        };
        return [prefix, target];
      }),
    );
  }

  /** Whether it has said when it wants to be asked again, and that is still to come. */
  get isResting(): boolean {
    return this.#restUntilMs !== 0 && performance.now() < this.#restUntilMs;
  }

  /** It has had enough: others are asked before it, for so long. */
  rest(ms: number): void {
    this.#restUntilMs = performance.now() + ms;
  }

  /** A try came to nothing, or an answer broke off. See UpstreamWatcher. */
  noteFailure(outcome: string): void {
    this.#watcher.failed(this.settings.name, outcome);
  }

  /** Sends the request. */
  send(target: Target, { method, path, headers, body }: UpstreamRequest, firstByteMs = this.#firstByteMs()): Exchange {
    return new Exchange().start(
      target.dispatcher,
      {
        method,
        path: target.basePath + path,
        headers: target.headers.concat(headers),
        body: body ?? null,
      },
      { firstByteMs, idleMs: target.idleMs },
    );
  }

  #firstByteMs(): number {
    const own = this.settings.timeout_seconds;
    return own === 0 ? this.#times.firstByteMs : own * 1000;
  }

  /** Ends every exchange. */
  async close(): Promise<void> {
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
  }

  #part(part: string): Pick<Target, 'breaker' | 'part'> {
    const breaker = new Breaker((isOpen) => this.#watcher.paused(this.settings.name, part, isOpen));
    return { breaker, part };
  }

  #pool(origin: string, connections: number | null): Pool {
    const pool = new (undici().Pool)(origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      connect: { timeout: connectTimeoutMs },
      // The exchange has its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    this.#pools.push(pool);
    return pool;
  }
}

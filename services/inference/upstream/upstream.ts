// One configured server that models run on, and the connections to it.
//
// Its key is sent to the host of its base_url and to no other. Where a call goes is made of the configuration and of
// paths that the configuration names; nothing that a caller sends becomes part of a host.

import { setTimeout as wait } from 'node:timers/promises';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { nowSeconds } from '../../../models/clock.ts';
import type { Answerer } from '../../limits/index.ts';
import { lazyRequire } from '../../platform/index.ts';
import type { Price, UpstreamSettings } from '../../settings/index.ts';
import { Breaker, RetryBudget } from './breaker.ts';
import { Exchange } from './exchange.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const connectTimeoutMs = 5000;
/** Calls that have chosen an upstream when it is taken away reach it within this time. */
const retirementMs = 5000;

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
  /** There is no such part any more. */
  removed(upstream: string, part: string): void;
}

/** How it fares. */
export interface UpstreamHealth {
  /** The parts that calls are kept away from. */
  paused: string[];
  /** Undefined: there was none. `at` in Unix seconds. */
  lastFailure: { outcome: string; at: number } | undefined;
}

export interface UpstreamTimes {
  firstByteMs: number;
  idleMs: number;
}

export class Upstream implements Answerer {
  readonly settings: UpstreamSettings;
  readonly budget = new RetryBudget();
  /** Under the base_url: what the public API has under /v1. */
  readonly api: Target;
  /** Where custom endpoints are: beside the base_url's own /v1. */
  readonly root: Target;
  readonly mcp: ReadonlyMap<string, Target>;
  /** What it calls the models that callers call otherwise. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #prices: ReadonlyMap<string, Price>;
  /** The connections for what ends by itself: models and custom endpoints. */
  readonly #models: Pool;
  /** Those to MCP servers, which are listened to. */
  readonly #listeners: Pool[];
  readonly #times: UpstreamTimes;
  readonly #watcher: UpstreamWatcher;
  readonly #connectTo: (origin: string) => buildConnector.connector | undefined;
  #restUntilMs = 0;
  #lastFailure: UpstreamHealth['lastFailure'];
  #isRetired = false;

  /** @param connectTo how to connect to an origin; undefined: wherever it is. */
  constructor(
    settings: UpstreamSettings,
    times: UpstreamTimes,
    watcher: UpstreamWatcher,
    connectTo: (origin: string) => buildConnector.connector | undefined,
  ) {
    this.settings = settings;
    this.#times = times;
    this.#watcher = watcher;
    this.#connectTo = connectTo;
    this.#names = namesOf(settings);
    this.#prices = new Map(Object.entries(settings.prices));
    const base = new URL(settings.base_url);
    const path = base.pathname === '/' ? '' : base.pathname;
    const headers = settings.api_key === '' ? [] : ['authorization', `Bearer ${settings.api_key}`];
    this.#models = this.#pool(base.origin, settings.max_connections);
    this.api = { dispatcher: this.#models, basePath: path, headers, idleMs: times.idleMs, ...this.#part('models') };
    this.root = { ...this.api, basePath: path.replace(/\/v1$/, ''), ...this.#part('custom endpoints') };
    const listeners: Pool[] = [];
    this.#listeners = listeners;
    this.mcp = new Map(
      Object.entries(settings.mcp_servers).map(([prefix, address]): [string, Target] => {
        const url = new URL(address);
        // Each of its listeners keeps a connection for as long as it listens: they are not to take those of the models.
        const dispatcher = this.#pool(url.origin, null);
        listeners.push(dispatcher);
        const target = {
          dispatcher,
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
    this.#lastFailure = { outcome, at: nowSeconds() };
    this.#watcher.failed(this.settings.name, outcome);
  }

  get name(): string {
    return this.settings.name;
  }

  priceOf(model: string): Price | undefined {
    return this.#prices.get(model);
  }

  /** What it calls a model. */
  nameOf(model: string): string {
    return this.#names.get(model) ?? model;
  }

  get health(): UpstreamHealth {
    const paused = this.#targets().filter(({ breaker }) => breaker.isOpen);
    return { paused: paused.map(({ part }) => part), lastFailure: this.#lastFailure };
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

  /**
   * It is taken away, and nobody who comes now is sent to it. Resolves when the calls that it has begun to answer have
   * ended by themselves; those who listen to its MCP servers would listen for ever, and are sent away.
   */
  async retire(): Promise<void> {
    this.#isRetired = true;
    for (const { part } of this.#targets()) this.#watcher.removed(this.settings.name, part);
    await wait(retirementMs, undefined, { ref: false });
    await Promise.all([this.#closeModels(), ...this.#listeners.map((pool) => pool.destroy())]);
  }

  /** Ends every exchange. */
  async close(): Promise<void> {
    await Promise.all([this.#models, ...this.#listeners].map((pool) => pool.destroy()));
  }

  #targets(): Target[] {
    return [this.api, this.root, ...this.mcp.values()];
  }

  async #closeModels(): Promise<void> {
    if (!this.#models.destroyed) await this.#models.close();
  }

  #part(part: string): Pick<Target, 'breaker' | 'part'> {
    const breaker = new Breaker((isOpen) => {
      if (!this.#isRetired) this.#watcher.paused(this.settings.name, part, isOpen);
    });
    return { breaker, part };
  }

  #pool(origin: string, connections: number | null): Pool {
    return new (undici().Pool)(origin, {
      connections,
      pipelining: 1,
      allowH2: false,
      connect: this.#connectTo(origin) ?? { timeout: connectTimeoutMs },
      // The exchange has its own.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

/** Of a model that is named twice, the first counts. */
function namesOf({ models }: UpstreamSettings): Map<string, string> {
  const named = [...(models ?? [])].reverse();
  return new Map(named.map(({ id, upstreamId }) => [id, upstreamId ?? id]));
}

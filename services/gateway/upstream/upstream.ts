// One configured upstream and its connections.
//
// Its key is only sent to the host of its base_url. The target of a request is built from the configuration and from
// configured paths; no input of a caller becomes part of a host.

import { setTimeout as wait } from 'node:timers/promises';
import type { buildConnector, Dispatcher, Pool } from 'undici';
import { nowSeconds } from '../../../models/clock.ts';
import type { Provider } from '../../limits/index.ts';
import { Breaker, lazyRequire, Turns } from '../../platform/index.ts';
import { flatPrices, type Price, type UpstreamSettings } from '../../settings/index.ts';
import { Exchange, type Head } from './exchange.ts';
import { RetryBudget } from './retry-budget.ts';

const undici = lazyRequire<typeof import('undici')>('undici');
const connectTimeoutMs = 5000;
const keptFailures = 5;
const anthropicVersionHeader = 'anthropic-version';
/** The only version of that API that is not deprecated. Sent if the caller names none. */
const anthropicVersion = '2023-06-01';
/** The time for which an upstream is not asked again for what it did not have or take. */
const withoutPathSeconds = 600;
const nothingRefused: Refused = {
  members: [],
  keywords: [],
  mostTokens: Number.POSITIVE_INFINITY,
  wantsTurn: false,
  seesNoImages: false,
};
/** Calls that have selected an upstream before its removal are sent within this time. */
const retirementMs = 5000;

export interface UpstreamRequest {
  method: string;
  /** The path below the target's path, with the query, such as `/chat/completions`. */
  path: string;
  /** Names and values in turn. The credential is added later. */
  headers: string[];
  body: Buffer | string | undefined;
}

/** The target of requests: the API under the base_url, the custom endpoints, or an MCP server. */
export interface Target {
  readonly dispatcher: Dispatcher;
  /** Each target has its own breaker, because a failing one says nothing about the others. */
  readonly breaker: Breaker;
  /** The name of the target for the operator. */
  readonly part: string;
  readonly basePath: string;
  /** Added to every request. */
  readonly headers: readonly string[];
  /** The timeout between two parts of a response in milliseconds; 0 for none. */
  readonly idleMs: number;
  /** The turns of projects at the connections; undefined if their number is unlimited. */
  readonly turns?: Turns;
}

/** Observes the state of upstreams. */
export interface UpstreamWatcher {
  /** A try failed or a response broke off. `outcome` is a status or the kind of fault. */
  failed(upstream: string, outcome: string): void;
  /** A target was paused or resumed. */
  paused(upstream: string, part: string, isPaused: boolean): void;
  /** The target was removed. */
  removed(upstream: string, part: string): void;
}

/** What an upstream refused in requests of a project to a model. */
export interface Refused {
  members: readonly string[];
  /** Keywords of the schemas of functions. */
  keywords: readonly string[];
  /** The greatest limit of the output that it takes. */
  mostTokens: number;
  /** True if it takes no message of the user directly behind the results of tools. */
  wantsTurn: boolean;
  seesNoImages: boolean;
}

/** The state of an upstream. */
export interface UpstreamHealth {
  /** The names of the paused targets. */
  paused: string[];
  /** The last failures, the newest first. `at` is in Unix seconds. */
  lastFailures: { outcome: string; at: number }[];
}

export interface UpstreamTimes {
  firstByteMs: number;
  idleMs: number;
}

export class Upstream implements Provider {
  readonly settings: UpstreamSettings;
  readonly budget = new RetryBudget();
  /** The API under the base_url, which corresponds to /v1 of the public API. */
  readonly api: Target;
  /** The parent of the base_url's /v1, for custom endpoints. */
  readonly root: Target;
  readonly mcp: ReadonlyMap<string, Target>;
  /** The upstream's ids of models that have a different id here. */
  readonly #names: ReadonlyMap<string, string>;
  readonly #prices: ReadonlyMap<string, Price>;
  /** The connections for models and custom endpoints. */
  readonly #models: Pool;
  readonly #turns: Turns;
  /** The connections to MCP servers, which stay open for listeners. */
  readonly #listeners: Pool[];
  readonly #times: UpstreamTimes;
  readonly #watcher: UpstreamWatcher;
  readonly #connectTo: (origin: string) => buildConnector.connector | undefined;
  /**
   * True if its list of models is Ollama's. That server's /v1/responses keeps no response and ignores previous_response_id,
   * so that its chat completions serve better.
   */
  isOllama = false;
  #restUntilMs = 0;
  #withoutResponsesUntil = 0;
  #withoutCompactionUntil = 0;
  /** By project and model. `until`: the time until which it is heeded, in Unix seconds. */
  readonly #refused = new Map<string, Refused & { until: number }>();
  #lastFailures: UpstreamHealth['lastFailures'] = [];
  /** The breakers of models, by their ids here. */
  readonly #answers = new Map<string, Pick<Target, 'breaker' | 'part'>>();
  #isRetired = false;

  /** @param connectTo returns the connector for an origin; undefined for undici's own, without address checks. */
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
    this.#prices = flatPrices(settings.prices);
    const base = new URL(settings.base_url);
    const path = base.pathname === '/' ? '' : base.pathname;
    const headers = credentialOf(settings);
    this.#models = this.#pool(base.origin, settings.max_connections);
    this.#turns = new Turns(settings.max_connections);
    const models = { dispatcher: this.#models, turns: this.#turns, headers, idleMs: times.idleMs };
    this.api = { ...models, basePath: path, ...this.#part('models') };
    this.root = { ...this.api, basePath: path.replace(/\/v1$/, ''), ...this.#part('custom endpoints') };
    const listeners: Pool[] = [];
    this.#listeners = listeners;
    this.mcp = new Map(
      Object.entries(settings.mcp_servers).map(([prefix, address]): [string, Target] => {
        const url = new URL(address);
        // MCP servers have their own connections, because each listener occupies one and must not block calls of
        // models.
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

  /** True while the upstream counts as overloaded, until its Retry-After has passed. */
  get isResting(): boolean {
    return this.#restUntilMs !== 0 && performance.now() < this.#restUntilMs;
  }

  /** Prefers other upstreams for `ms` milliseconds, because this one is overloaded. */
  rest(ms: number): void {
    this.#restUntilMs = performance.now() + ms;
  }

  /** False if the upstream has only chat completions: by its settings, or because it had no /v1/responses a while ago. */
  get hasResponses(): boolean {
    return this.settings.responses && !this.isOllama && hasPassed(this.#withoutResponsesUntil);
  }

  /** False if the upstream has no /v1/responses/compact, as `hasResponses`. */
  get hasCompaction(): boolean {
    return this.hasResponses && hasPassed(this.#withoutCompactionUntil);
  }

  /**
   * Learns from the headers of an answer. The /v1/responses of llama.cpp keeps no response, ignores formats and most tools,
   * and refuses many items, so that its chat completions serve better. Returns true for llama.cpp.
   */
  noteServer({ server }: Head['headers']): boolean {
    if (server !== 'llama.cpp') return false;
    this.noteNoResponses();
    return true;
  }

  /** Remembers for a while that the upstream has no /v1/responses. */
  noteNoResponses(): void {
    this.#withoutResponsesUntil = nowSeconds() + withoutPathSeconds;
  }

  /** Remembers for a while that the upstream has no /v1/responses/compact. */
  noteNoCompaction(): void {
    this.#withoutCompactionUntil = nowSeconds() + withoutPathSeconds;
  }

  /** Returns what the upstream refused a while ago. `key` names a project and a model. */
  refusedFor(key: string): Refused {
    const refused = this.#refused.get(key);
    return refused === undefined || hasPassed(refused.until) ? nothingRefused : refused;
  }

  /** Remembers for a while what the upstream refused. */
  noteRefused(key: string, refused: Refused): void {
    for (const [known, { until }] of this.#refused) if (hasPassed(until)) this.#refused.delete(known);
    this.#refused.set(key, { ...refused, until: nowSeconds() + withoutPathSeconds });
  }

  /** Records a failed try or a response that broke off. See UpstreamWatcher. */
  recordFailure(outcome: string): void {
    this.#lastFailures = [{ outcome, at: nowSeconds() }, ...this.#lastFailures].slice(0, keptFailures);
    this.#watcher.failed(this.settings.name, outcome);
  }

  /** The number of calls that wait for a connection. */
  get waitingCalls(): number {
    return this.#turns.waiting;
  }

  get name(): string {
    return this.settings.name;
  }

  /** Returns the breaker of a model, which counts the answers that this server cannot read. */
  answersOf(model: string): Breaker {
    const known = this.#answers.get(model) ?? this.#part(`model ${model}`);
    this.#answers.set(model, known);
    return known.breaker;
  }

  priceOf(key: string): Price | undefined {
    return this.#prices.get(key);
  }

  /** Returns the upstream's id of a model. */
  nameOf(model: string): string {
    return this.#names.get(model) ?? model;
  }

  get health(): UpstreamHealth {
    const paused = this.#parts().filter(({ breaker }) => breaker.isOpen);
    return { paused: paused.map(({ part }) => part), lastFailures: this.#lastFailures };
  }

  /**
   * Sends the request. At the connections for models and custom endpoints, projects take turns.
   * @param projectId undefined: a request of the server itself.
   */
  send(
    target: Target,
    { method, path, headers, body }: UpstreamRequest,
    { projectId = '', firstByteMs = this.#firstByteMs() }: { projectId?: string; firstByteMs?: number } = {},
  ): Exchange {
    return new Exchange().start(
      target.dispatcher,
      {
        method,
        path: target.basePath + path,
        headers: this.#complete(target.headers.concat(headers)),
        body: body ?? null,
      },
      { firstByteMs, idleMs: target.idleMs },
      target.turns === undefined ? undefined : { turns: target.turns, projectId },
    );
  }

  /** Adds the header that Anthropic's API requires. */
  #complete(headers: string[]): string[] {
    const isComplete = this.settings.api !== 'anthropic' || headers.includes(anthropicVersionHeader);
    return isComplete ? headers : [...headers, anthropicVersionHeader, anthropicVersion];
  }

  #firstByteMs(): number {
    const own = this.settings.timeout_seconds;
    return own === 0 ? this.#times.firstByteMs : own * 1000;
  }

  /**
   * Removes the upstream. It gets no new calls. Resolves when its calls have ended. Connections to its MCP servers are
   * closed, because their listeners would stay forever.
   */
  async retire(): Promise<void> {
    this.#isRetired = true;
    for (const { part } of this.#parts()) this.#watcher.removed(this.settings.name, part);
    await wait(retirementMs, undefined, { ref: false });
    await Promise.all([this.#closeModels(), ...this.#listeners.map((pool) => pool.destroy())]);
  }

  /** Closes all connections, and ends all exchanges. */
  async close(): Promise<void> {
    await Promise.all([this.#models, ...this.#listeners].map((pool) => pool.destroy()));
  }

  #parts(): Pick<Target, 'breaker' | 'part'>[] {
    return [this.api, this.root, ...this.mcp.values(), ...this.#answers.values()];
  }

  async #closeModels(): Promise<void> {
    // A closed pool would refuse the calls that still wait for a connection.
    while (this.waitingCalls > 0 && !this.#models.destroyed) await wait(retirementMs, undefined, { ref: false });
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
      // The exchange has its own timeouts.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }
}

function hasPassed(seconds: number): boolean {
  return seconds === 0 || nowSeconds() >= seconds;
}

function credentialOf({ api, api_key: key }: UpstreamSettings): string[] {
  if (key === '') return [];
  return api === 'anthropic' ? ['x-api-key', key] : ['authorization', `Bearer ${key}`];
}

/** Returns the upstream's ids by model id. If an id is listed twice, the first entry counts. */
function namesOf({ models }: UpstreamSettings): Map<string, string> {
  const named = [...(models ?? [])].reverse();
  return new Map(named.map(({ id, upstreamId }) => [id, upstreamId ?? id]));
}

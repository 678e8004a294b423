// The configured upstreams: which of them offers a model, a custom endpoint or an MCP server, and their state.
// call-upstreams.ts sends requests to them, and response-stream.ts returns their responses.

import { isDeepStrictEqual } from 'node:util';
import type { components } from '../../../generated/openapi.ts';
import type { Log } from '../../platform/index.ts';
import { type Config, ConfigError, type ListOwner, type Refusal, type UpstreamSettings } from '../../settings/index.ts';
import { type AllowedAddresses, allowedAddresses } from './allowed-addresses.ts';
import { testUpstream } from './attempt.ts';
import { Catalogue } from './catalogue.ts';
import { type Target, Upstream, type UpstreamTimes, type UpstreamWatcher } from './upstream.ts';

export { tryUpstream } from './attempt.ts';
export { callUpstreams, type UpstreamCall, type UpstreamResponse } from './call-upstreams.ts';
export type { Speaking } from './catalogue.ts';
export { UpstreamFault } from './exchange.ts';
export type { Upstream, UpstreamWatcher } from './upstream.ts';

const testMs = 10_000;

/** Throws a ConfigError if a custom endpoint is a path of the server itself. */
export function refuseOwnPaths(endpoints: readonly string[], isOwnPath: (path: string) => boolean): void {
  const taken = endpoints.filter(isOwnPath);
  if (taken.length === 0) return;
  throw new ConfigError(
    taken.map((path) => `upstreams has the custom endpoint '${path}', a path of the server itself.`),
  );
}

export class Upstreams implements ListOwner {
  readonly catalogue: Catalogue;
  /** The embedding models of this server itself, which no upstream offers. */
  localModels: ReadonlySet<string> = new Set();
  readonly #log: Log;
  readonly #spans: UpstreamTimes;
  readonly #watcher: UpstreamWatcher;
  readonly #discoveryMs: number;
  readonly #allowedAddresses: AllowedAddresses;
  /** The origins of upstreams in the operator's configuration, which need no address check. */
  readonly #knownOrigins: ReadonlySet<string>;
  readonly #givenEndpoints: readonly string[];
  readonly #retired = new Set<Upstream>();
  #upstreams: readonly Upstream[] = [];
  #endpoints: ReadonlyMap<string, readonly Upstream[]> = new Map();
  #mcpServers: ReadonlyMap<string, { upstream: Upstream; target: Target }> = new Map();
  #isOwnPath = (_path: string): boolean => false;

  constructor(
    { upstream: times, upstreams }: Pick<Config, 'upstream' | 'upstreams'>,
    log: Log,
    watcher: UpstreamWatcher,
  ) {
    this.#log = log;
    this.#discoveryMs = times.discovery_seconds * 1000;
    this.#allowedAddresses = allowedAddresses(times.allowed_cidrs);
    this.#spans = {
      // A getter, because the setting may change while the server runs.
      get firstByteMs() {
        return times.timeout_seconds * 1000;
      },
      idleMs: times.idle_seconds * 1000,
    };
    this.#watcher = loggedTo(log, watcher);
    this.#knownOrigins = new Set(upstreams.flatMap(addressesOf).map(({ url }) => new URL(url).origin));
    this.#givenEndpoints = upstreams.flatMap((settings) => settings.custom_endpoints);
    this.catalogue = new Catalogue(log);
    this.replace(upstreams);
  }

  /** Replaces the list of upstreams. Unchanged upstreams continue; the others finish their calls and close. */
  replace(given: readonly UpstreamSettings[]): void {
    const connectTo = (origin: string) => (this.#knownOrigins.has(origin) ? undefined : this.#allowedAddresses.connect);
    const now = given.map(
      (settings) =>
        this.#upstreams.find((upstream) => isDeepStrictEqual(upstream.settings, settings)) ??
        new Upstream(settings, this.#spans, this.#watcher, connectTo),
    );
    const gone = this.#upstreams.filter((upstream) => !now.includes(upstream));
    this.#upstreams = now;
    this.#endpoints = endpointsOf(now);
    this.#mcpServers = new Map(
      now.flatMap((upstream) => [...upstream.mcp].map(([prefix, target]) => [prefix, { upstream, target }] as const)),
    );
    this.catalogue.replace(now);
    for (const upstream of gone) this.#retire(upstream);
  }

  /**
   * Returns the items that are refused: upstreams of an admin must be at public addresses, in allowed networks, or at
   * an origin of the operator's configuration.
   */
  async refusals(given: readonly UpstreamSettings[]): Promise<Refusal[]> {
    const refused = given.map(async (settings, index): Promise<Refusal[]> => {
      const at = String(index);
      const places = addressesOf(settings).filter(({ url }) => !this.#knownOrigins.has(new URL(url).origin));
      const allowed = await Promise.all(places.map(({ url }) => this.#allowedAddresses.allow(url)));
      const internalPlaces = places.filter((_, place) => !allowed[place]);
      const own = settings.custom_endpoints.filter((path) => this.#isOwnPath(path));
      return [
        ...internalPlaces.map(({ path }) => ({ path: [at, ...path], text: internal })),
        ...own.map((path) => ({ path: [at, 'custom_endpoints'], text: `has '${path}', a path of the server itself` })),
      ];
    });
    return (await Promise.all(refused)).flat();
  }

  /**
   * Sets the test for the server's own paths, which take precedence over custom endpoints. Throws a ConfigError if the
   * operator has configured one of them as a custom endpoint.
   */
  reserve(isOwnPath: (path: string) => boolean): void {
    this.#isOwnPath = isOwnPath;
    refuseOwnPaths(this.#givenEndpoints, isOwnPath);
  }

  /** Returns true if a custom endpoint with the path is configured. */
  isEndpoint(path: string): boolean {
    return this.#endpoints.has(path);
  }

  /** Returns the upstreams that have the custom endpoint, in configuration order. */
  answering(path: string): readonly Upstream[] {
    return this.#endpoints.get(path) ?? [];
  }

  /** Returns the MCP server with a prefix. */
  mcpServer(prefix: string): { upstream: Upstream; target: Target } | undefined {
    return this.#mcpServers.get(prefix);
  }

  /** Returns the upstream with the name, or undefined if it is no longer configured. */
  named(name: string): Upstream | undefined {
    return this.#upstreams.find(({ settings }) => settings.name === name);
  }

  /** Returns the state of each upstream, in configuration order. Waits briefly for the model lists of new upstreams. */
  async states(): Promise<components['schemas']['UpstreamState'][]> {
    await this.catalogue.list();
    return this.#upstreams.map((upstream) => {
      const { paused, lastFailures } = upstream.health;
      const { name, base_url } = upstream.settings;
      const models = this.catalogue.offeredBy(upstream) ?? null;
      const unpriced = models?.filter((id) => upstream.priceOf(id) === undefined) ?? null;
      const [latest = null] = lastFailures;
      return {
        name,
        base_url,
        models,
        responses: upstream.hasResponses ? ('native' as const) : ('translated' as const),
        unpriced_models: unpriced,
        paused,
        last_failure: latest,
        recent_failures: lastFailures,
      };
    });
  }

  /** Tries the upstreams step by step, or only the one with the name. */
  async test(name: string | undefined): Promise<components['schemas']['UpstreamTest'][]> {
    const wanted = this.#upstreams.filter((upstream) => name === undefined || upstream.name === name);
    return Promise.all(
      wanted.map(async (upstream) => {
        const steps = await testUpstream(upstream, testMs);
        return { name: upstream.name, ok: steps.every(({ state }) => state !== 'failed'), steps };
      }),
    );
  }

  get all(): readonly Upstream[] {
    return this.#upstreams;
  }

  /** Starts the discovery of models. */
  start(): void {
    this.catalogue.start(this.#discoveryMs);
  }

  /** Closes all connections, and ends all exchanges. */
  async close(): Promise<void> {
    this.catalogue.stop();
    await Promise.all([...this.#upstreams, ...this.#retired].map((upstream) => upstream.close()));
  }

  #retire(upstream: Upstream): void {
    this.#retired.add(upstream);
    upstream
      .retire()
      .catch((error: unknown) =>
        this.#log.warn({ err: error }, 'could not close the connections of a removed upstream'),
      )
      .finally(() => this.#retired.delete(upstream));
  }
}

const internal =
  'must not be an internal address, unless whoever runs the server allows its network with SVC_UPSTREAM_ALLOWED_CIDRS';

/** Returns the URLs of an upstream with their paths in its settings. */
function addressesOf({ base_url, mcp_servers }: UpstreamSettings): { path: string[]; url: string }[] {
  const servers = Object.entries(mcp_servers).map(([prefix, url]) => ({ path: ['mcp_servers', prefix], url }));
  return [{ path: ['base_url'], url: base_url }, ...servers];
}

/** Returns the upstreams of each custom endpoint, in configuration order. */
function endpointsOf(upstreams: readonly Upstream[]): Map<string, Upstream[]> {
  const found = new Map<string, Upstream[]>();
  for (const upstream of upstreams) {
    for (const path of upstream.settings.custom_endpoints) found.set(path, [...(found.get(path) ?? []), upstream]);
  }
  return found;
}

function loggedTo(log: Log, { failed, paused, removed }: UpstreamWatcher): UpstreamWatcher {
  return {
    failed(upstream, outcome) {
      failed(upstream, outcome);
      if (outcome === 'cut') log.warn({ upstream }, 'a response of an upstream was cut off');
    },
    paused(upstream, part, isPaused) {
      paused(upstream, part, isPaused);
      if (isPaused) log.warn({ upstream, part }, 'an upstream keeps failing: its circuit breaker is open');
      else log.info({ upstream, part }, 'an upstream answers again: its circuit breaker is closed');
    },
    removed,
  };
}

// The configured upstreams, as the rest of the server sees them: who offers a model, a custom endpoint or an MCP server,
// and how to ask them. See ask.ts for how they are asked, passage.ts for how their answers come back.

import type { Config } from '../config.ts';
import type { Log } from '../log.ts';
import { Catalogue } from './catalogue.ts';
import { type Target, Upstream, type UpstreamWatcher } from './upstream.ts';

export { type Asked, ask, type Question, type Waiting } from './ask.ts';
export type { OfferedModel } from './discovery.ts';
export { UpstreamFault } from './exchange.ts';
export type { Target, Upstream, UpstreamRequest, UpstreamWatcher } from './upstream.ts';
export type { Tokens } from './usage.ts';

export class Upstreams {
  readonly catalogue: Catalogue;
  readonly #upstreams: readonly Upstream[];
  readonly #endpoints = new Map<string, Upstream[]>();
  readonly #mcpServers = new Map<string, { upstream: Upstream; target: Target }>();
  readonly #discoveryMs: number;

  constructor(
    { upstream: times, upstreams }: Pick<Config, 'upstream' | 'upstreams'>,
    log: Log,
    { failed, paused }: UpstreamWatcher,
  ) {
    this.#discoveryMs = times.discovery_seconds * 1000;
    const spans = {
      // It may change while the server runs.
      get firstByteMs() {
        return times.timeout_seconds * 1000;
      },
      idleMs: times.idle_seconds * 1000,
    };
    const watcher: UpstreamWatcher = {
      failed(upstream, outcome) {
        failed(upstream, outcome);
        if (outcome === 'cut') log.warn({ upstream }, 'an answer of an upstream broke off');
      },
      paused(upstream, part, isPaused) {
        paused(upstream, part, isPaused);
        if (isPaused) log.warn({ upstream, part }, 'an upstream keeps failing: it is left alone for a while');
        else log.info({ upstream, part }, 'an upstream answers again');
      },
    };
    this.#upstreams = upstreams.map((settings) => new Upstream(settings, spans, watcher));
    for (const upstream of this.#upstreams) {
      for (const path of upstream.settings.custom_endpoints) {
        this.#endpoints.set(path, [...(this.#endpoints.get(path) ?? []), upstream]);
      }
      for (const [prefix, target] of upstream.mcp) this.#mcpServers.set(prefix, { upstream, target });
    }
    this.catalogue = new Catalogue(this.#upstreams, log);
  }

  /** The paths of all custom endpoints. */
  get endpointPaths(): string[] {
    return [...this.#endpoints.keys()];
  }

  /** Who answers a custom endpoint, in the order of the configuration. */
  answering(path: string): readonly Upstream[] {
    return this.#endpoints.get(path) ?? [];
  }

  /** The MCP server under a prefix. */
  mcpServer(prefix: string): { upstream: Upstream; target: Target } | undefined {
    return this.#mcpServers.get(prefix);
  }

  /** The upstream of the name, which the configuration may have dropped since. */
  named(name: string): Upstream | undefined {
    return this.#upstreams.find(({ settings }) => settings.name === name);
  }

  /** Begins to ask upstreams for their models. */
  start(): void {
    this.catalogue.start(this.#discoveryMs);
  }

  /** Ends every exchange. */
  async close(): Promise<void> {
    this.catalogue.stop();
    await Promise.all(this.#upstreams.map((upstream) => upstream.close()));
  }
}

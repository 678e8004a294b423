// The search engines of the settings, some of which change while the server runs.

import type { EngineSettings, Refusal } from '../settings/index.ts';
import { type Engine, relationalName } from './engine.ts';

/** Returns why a running server rejects engines: a database has one name only. */
export function refusalsOfEngines(servers: readonly unknown[], urlOfPostgres: string): Refusal[] {
  return (servers as readonly EngineSettings[]).flatMap(({ url }, index) =>
    url === urlOfPostgres ? [{ path: [String(index), 'url'], text: 'is that of SVC_COLLECTIONS_URL' }] : [],
  );
}

export interface EngineSource {
  /** Returns the servers of `collections.engines` now. */
  servers(): readonly EngineSettings[];
  open(server: EngineSettings): Engine;
  /** Returns false for an engine that takes no new stores. */
  accepts(name: string): boolean;
}

interface Opened extends Pick<EngineSettings, 'url' | 'pool'> {
  engine: Engine;
}

export class EngineSet {
  readonly #fixed: readonly Engine[];
  readonly #source: EngineSource | undefined;
  readonly #opened = new Map<string, Opened>();
  /** Engines that left the settings. Searches that have begun there go on. */
  readonly #left: Engine[] = [];
  #isStarted = false;

  /** @param fixed the engines that never change. Without a source, new stores go to the last one. */
  constructor(fixed: readonly Engine[], source?: EngineSource) {
    this.#fixed = fixed;
    this.#source = source;
    this.renew();
  }

  /** Opens and leaves engines as the settings say now. */
  renew(): void {
    const servers = this.#source?.servers() ?? [];
    for (const [name, { url, pool, engine }] of this.#opened)
      if (!servers.some((server) => server.name === name && server.url === url && server.pool === pool)) {
        this.#opened.delete(name);
        this.#left.push(engine);
      }
    for (const server of servers)
      if (this.#source !== undefined && !this.#opened.has(server.name)) {
        const engine = this.#source.open(server);
        this.#opened.set(server.name, { url: server.url, pool: server.pool, engine });
        if (this.#isStarted) engine.start?.();
      }
  }

  all(): Engine[] {
    return [...this.#fixed, ...Array.from(this.#opened.values(), ({ engine }) => engine)];
  }

  get(name: string | null): Engine | undefined {
    return this.all().find((engine) => engine.name === name);
  }

  /** Returns the engines that new stores may go to, at least one. */
  accepting(): [Engine, ...Engine[]] {
    const last = this.#fixed.at(-1) as Engine;
    const source = this.#source;
    if (source === undefined) return [last];
    const [first, ...others] = this.all().filter(({ name }) => source.accepts(name));
    return first === undefined ? [this.get(relationalName) ?? last] : [first, ...others];
  }

  start(): void {
    this.#isStarted = true;
    for (const engine of this.all()) engine.start?.();
  }

  async close(): Promise<void> {
    await Promise.all([...this.all(), ...this.#left].map((engine) => engine.close()));
  }
}

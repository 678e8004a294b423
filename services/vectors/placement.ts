// Finds the engine that has a store's chunks. The engine is recorded when the collection is created. Collections of
// earlier versions have none recorded: their published chunks show it, and each sweep records what they show.
//
// A store is never searched in an engine that may lack some of its chunks: no hits would look like an answer.

import { LRUCache } from 'lru-cache';
import {
  Collection,
  CollectionFile,
  type CollectionRow,
  type EngineSize,
  type StoresOfEngine,
  storesNamed,
} from '../../models/collection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { type Log, notFound, ServiceError } from '../platform/index.ts';
import { type Engine, splitName } from './engine.ts';
import type { EngineSet } from './engine-set.ts';
import { oldTables } from './postgres-old-tables.ts';
import { postgresName } from './postgres-tables.ts';

/** The place of chunks that no configured engine has. It is never recorded. */
const nowhere = 'nowhere';
const setsPerLook = 500;
const collectionsPerLook = 500;
/** The chunks of the engines are counted again after this time. */
const sizesMs = 60_000;
/** The stores whose engine is remembered for searches. */
const storesKnown = 10_000;
/** The stores without a recorded engine that `problems` looks at. */
const storesTried = 100;

/** A reason why stores cannot be searched, as a sentence for the operator. */
export interface EngineProblem extends StoresOfEngine {
  text: string;
}

type Placed = Pick<CollectionRow, 'id' | 'engine'>;

export class Placement {
  readonly #engines: EngineSet;
  readonly #log: Log;
  /** The engines of stores, by store id. An engine throws a MovedError for a store that has left it. */
  readonly #known = new LRUCache<string, Engine>({ max: storesKnown });

  /** The sizes of the engines when they were counted last, with the chunks that were added since. */
  #sizes: { countedAt: number; engines: EngineSize[] } | undefined;

  constructor(engines: EngineSet, log: Log) {
    this.#engines = engines;
    this.#log = log;
  }

  /** Returns the engine that has the store's chunks; undefined: the store has none. Throws `unavailable`. */
  async engineOf(storeId: string): Promise<Engine | undefined> {
    const collection = await Collection.find(storeId);
    const name = collection === undefined ? undefined : await this.#placeOf(collection);
    // An engine refuses a store that is recorded in another place.
    if (collection?.engine === splitName && name !== undefined && this.#engines.get(name) !== undefined)
      await this.#record(collection, name);
    return name === undefined ? undefined : this.#reachable(name, storeId);
  }

  /** Returns what `engineOf` does, from memory if an earlier search has found the engine recorded. */
  async knownEngineOf(storeId: string): Promise<Engine | undefined> {
    const known = this.#known.get(storeId);
    if (known !== undefined) return known;
    const engine = await this.engineOf(storeId);
    const recorded = (await Collection.find(storeId))?.engine;
    if (engine !== undefined && engine.name === recorded) this.#known.set(storeId, engine);
    return engine;
  }

  /** Forgets the engine of a store that has moved, or of all stores. */
  forget(storeId?: string): void {
    if (storeId !== undefined) this.#known.delete(storeId);
    else {
      this.#known.clear();
      this.#sizes = undefined;
    }
  }

  /** Returns the accepting engine with the fewest chunks. */
  async #forNewStore(): Promise<Engine> {
    const [first, ...others] = this.#engines.accepting();
    if (others.length === 0) return first;
    const sizes = await this.sizes();
    const chunksIn = ({ name }: Engine): number => sizes.find(({ engine }) => engine === name)?.chunks ?? 0;
    return others.reduce((best, engine) => (chunksIn(engine) < chunksIn(best) ? engine : best), first);
  }

  /** Returns the sizes of all engines, counted in the last minute. */
  async sizes(): Promise<EngineSize[]> {
    const now = performance.now();
    if (this.#sizes === undefined || now - this.#sizes.countedAt > sizesMs) {
      const counted = await Collection.sizesOfEngines();
      const names = this.#engines.all().map(({ name }) => name);
      const empty = names.filter((name) => !counted.some(({ engine }) => engine === name));
      const engines = [...counted, ...empty.map((engine) => ({ engine, stores: 0, chunks: 0 }))];
      this.#sizes = { countedAt: now, engines };
    }
    return this.#sizes.engines;
  }

  /** Counts chunks that were added to an engine. */
  grow(name: string, chunks: number): void {
    const size = this.#sizes?.engines.find(({ engine }) => engine === name);
    if (size !== undefined) size.chunks += chunks;
  }

  /**
   * Returns the engine for new chunks of the store, and the store's collection, which records the engine. Throws
   * `not_found` and `unavailable`.
   */
  async forNewChunks(storeId: string): Promise<{ engine: Engine; collection: CollectionRow }> {
    const preferred = await this.#forNewStore();
    for (;;) {
      const collection = await Collection.of(storeId, preferred.name).catch((error: unknown) => {
        throw isReferenceViolation(error) ? notFound('vector store', storeId) : error;
      });
      const name = (await this.#placeOf(collection)) ?? preferred.name;
      const engine = this.#reachable(name, storeId);
      if (collection.engine === name || (await this.#record(collection, name))) return { engine, collection };
    }
  }

  /**
   * Records the engines of collections that have none, or that had chunks in two. Records nothing if one of the engines
   * does not answer, because that engine may have chunks of any of them. Returns true if one of the recorded engines is
   * not configured.
   */
  async recordAll(signal: AbortSignal): Promise<boolean> {
    let [recorded, outside, after] = [0, 0, ''];
    while (!signal.aborted) {
      const some = await Collection.withEngine([splitName], after, collectionsPerLook);
      if (some.length > 0 && after === '') for (const engine of this.#engines.all()) await engine.ping();
      for (const collection of some) {
        if (signal.aborted) break;
        const name = await this.#placeOf(collection);
        if (name === undefined || name === nowhere || name === collection.engine) continue;
        if (!(await this.#record(collection, name))) continue;
        recorded += 1;
        if (this.#engines.get(name) === undefined) outside += 1;
      }
      if (some.length < collectionsPerLook) break;
      after = some.at(-1)?.id ?? after;
    }
    if (recorded > 0) this.#log.info({ stores: recorded }, 'recorded the search engine of vector stores');
    return outside > 0;
  }

  /** Writes one line for each reason why stores cannot be searched. */
  async logProblems(): Promise<void> {
    for (const { text, ...fields } of await this.problems()) this.#log.error(fields, text);
  }

  /** Returns the reasons why stores cannot be searched. */
  async problems(): Promise<EngineProblem[]> {
    const away: EngineProblem[] = [];
    for (const { name, ping } of this.#engines.all())
      await ping().catch(async (error: Error) => {
        const reason = String((error.cause as Error | undefined)?.message ?? error.message).replace(/\.$/, '');
        const found = await Collection.inEngine(name);
        if (name === oldTables.engine && found.stores === 0) return;
        away.push({ ...found, text: `The search engine "${name}" does not answer: ${reason}. ${storesText(found)}` });
      });
    const outside: (EngineProblem | undefined)[] = [];
    for (const found of await Collection.outside(this.#engines.all().map(({ name }) => name)))
      outside.push(found.engine === null ? await this.#problemOfUnknown(found, away.length > 0) : problemOf(found));
    return [...away, ...outside.filter((problem) => problem !== undefined)];
  }

  async #problemOfUnknown(all: StoresOfEngine, isAway: boolean): Promise<EngineProblem | undefined> {
    if (isAway) {
      const { stores, first } = all;
      const text = `The engines of ${stores} vector stores are recorded once every search engine answers: ${namesOf(first, stores)}. Until then those with chunks in the engine that is away answer 503.`;
      return { ...all, text };
    }
    const lost: string[] = [];
    for (const { id, storeId } of await Collection.withEngine([], '', storesTried))
      if ((await this.#look(id)) === nowhere) lost.push(storeId);
    if (lost.length === 0) return undefined;
    const found = { engine: null, stores: lost.length, first: lost.slice(0, storesNamed) };
    const advice =
      'Set SVC_COLLECTIONS_URL to the PostgreSQL that has them, or remove and add the files of these stores.';
    return {
      ...found,
      text: `No search engine of the settings has the chunks of vector stores. ${storesText(found)} ${advice}`,
    };
  }

  /** Returns the name of the place of a collection's published chunks; undefined: it has none. */
  async #placeOf({ id, engine }: Placed): Promise<string | undefined> {
    if (engine === null || engine === splitName) return this.#look(id);
    if (this.#engines.get(engine) !== undefined) return engine;
    return (await CollectionFile.setsWithChunks(id, '', 1)).length > 0 ? engine : undefined;
  }

  async #look(collectionId: string): Promise<string | undefined> {
    const places = new Set<string>();
    let [after, missing] = ['', 0];
    for (;;) {
      const sets = await CollectionFile.setsWithChunks(collectionId, after, setsPerLook);
      let left = sets;
      for (const { name, setsAmong } of this.#engines.all()) {
        if (left.length === 0) break;
        const found = new Set(await setsAmong(collectionId, left));
        if (found.size > 0) places.add(name);
        left = left.filter((id) => !found.has(id));
      }
      missing += left.length;
      if (places.size > 1) return splitName;
      if (sets.length < setsPerLook) break;
      after = sets.at(-1) ?? after;
    }
    // The versions that recorded no engine knew only these two.
    if (missing > 0 && this.#engines.get(postgresName) === undefined) places.add(oldTables.engine);
    if (places.size > 1) return splitName;
    const [place] = places;
    return place ?? (missing > 0 ? nowhere : undefined);
  }

  #record(collection: Placed, name: string): Promise<boolean> {
    return Collection.recordEngine(collection, name, name !== splitName);
  }

  #reachable(name: string, storeId: string): Engine {
    const engine = this.#engines.get(name);
    if (engine !== undefined) return engine;
    const text =
      name === splitName
        ? `The vector store '${storeId}' has chunks in two search engines, and is not searched in only one of them. Its operator joins it with "svc collections move".`
        : `This server cannot reach the search engine that has the chunks of the vector store '${storeId}'. Try again later. Its operator runs "svc doctor" to find the reason.`;
    const cause = new Error(`The chunks of ${storeId} are in the engine: ${name}`);
    throw new ServiceError('unavailable', text, { cause, retryAfterSeconds: 60 });
  }
}

function problemOf(found: StoresOfEngine): EngineProblem {
  const text =
    found.engine === splitName
      ? `Vector stores have chunks in two search engines. ${storesText(found)} Join them: "svc collections move --from split --to NAME".`
      : `The settings do not name the search engine "${found.engine}" of vector stores. ${storesText(found)} ${isPostgres(found.engine) ? 'Set SVC_COLLECTIONS_URL to the PostgreSQL that has them.' : 'Name it in collections.engines.'}`;
  return { ...found, text };
}

/** Returns true for the engines of the PostgreSQL that SVC_COLLECTIONS_URL names. */
function isPostgres(engine: string | null): boolean {
  return engine === postgresName || engine === oldTables.engine;
}

/** Says how many stores answer 503, and names the first of them. */
function storesText({ stores, first }: StoresOfEngine): string {
  if (stores === 0) return 'No vector store is there.';
  return `${stores === 1 ? '1 vector store answers' : `${stores} vector stores answer`} 503: ${namesOf(first, stores)}.`;
}

function namesOf(first: string[], stores: number): string {
  return `${first.join(', ')}${stores > first.length ? ', …' : ''}`;
}

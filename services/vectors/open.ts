// Opens the search engines of the settings as one interface, and registers their periodic sweep.

import { join } from 'node:path';
import { Collection } from '../../models/collection.ts';
import { database as openedDatabase } from '../../models/connection.ts';
import { type Log, type Queue, registerPeriodic, ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { abandonStaged, dropStore, publish, publishedSet, removeFile, setAttributes, stage } from './catalog.ts';
import type { Collections, StoreIndex } from './collections.ts';
import { type Engine, MovedError, relationalName } from './engine.ts';
import { EngineSet } from './engine-set.ts';
import { moveStores } from './move.ts';
import { Moves } from './moves.ts';
import { type EngineProblem, Placement } from './placement.ts';
import { postgresEngine, postgresEngines } from './postgres.ts';
import { oldTables } from './postgres-old-tables.ts';
import { postgresName } from './postgres-tables.ts';
import { relationalEngine } from './relational.ts';
import type { Searcher } from './search-question.ts';
import { type SearchSettings, SearchThreads } from './search-threads.ts';
import { type SweepAges, sweepCollections } from './sweep.ts';

const sweepMs = 10 * 60_000;

/** The collections of a server, whose stores can be moved between its engines. */
export interface MovableCollections extends Collections {
  /** Registers the jobs that move stores to other engines. Call it before the queue starts. */
  registerMoves(queue: Queue): Moves;
}

/** Opens the engines of the settings. The relational database must be open. */
export function openCollections(config: Config, log: Log): MovableCollections {
  return collectionsIn(enginesOf(config, log, false), log);
}

/** The texts of a file that are read at once. */
const textsPerRead = 32;
/** A store that is moved during a search is searched again. */
const searchAttempts = 3;

/** Returns the reasons why vector stores cannot be searched. Changes nothing. */
export async function findEngineProblems(config: Config, log: Log): Promise<EngineProblem[]> {
  const engines = enginesOf(config, log, true);
  try {
    return await new Placement(engines, log).problems();
  } finally {
    await engines.close();
  }
}

/** Returns the vector indexes of the large stores. Changes nothing. */
export async function findIndexes(config: Config, log: Log): Promise<StoreIndex[]> {
  const engines = enginesOf(config, log, true);
  try {
    return await indexesIn(engines);
  } finally {
    await engines.close();
  }
}

/** Returns the names of the engines of the settings. */
export function engineNames({ collections: { url, engines } }: Config): string[] {
  const ofUrl = url === '' ? [] : [oldTables.engine, postgresName];
  return [relationalName, ...ofUrl, ...engines.map(({ name }) => name)];
}

/** Returns the names of the engines that stores may be moved to. */
export function targetNames(config: Config): string[] {
  return engineNames(config).filter((name) => name !== oldTables.engine);
}

/** Opens the search threads that answer several server processes, in their supervisor. */
export function openSearch(config: Config, log: Log): Searcher {
  return new SearchThreads(searchSettings(config), log);
}

function enginesOf(config: Config, log: Log, isReadOnly: boolean): EngineSet {
  const { url, pool: poolSize, index_chunks: indexChunks } = config.collections;
  const { reader } = openedDatabase();
  const relational = relationalEngine(searchSettings(config), log);
  const ofUrl = url === '' ? [] : postgresEngines({ url, poolSize, indexChunks, isReadOnly }, reader, log);
  return new EngineSet([relational, ...ofUrl], {
    servers: () => config.collections.engines,
    open: ({ name, url, pool }) => postgresEngine({ name, url, poolSize: pool, indexChunks, isReadOnly }, reader, log),
    accepts: (name) =>
      name === postgresName
        ? config.collections.accept
        : config.collections.engines.some((server) => server.name === name && server.accept),
  });
}

async function indexesIn(engines: EngineSet): Promise<StoreIndex[]> {
  return (await Promise.all(engines.all().map((engine) => engine.indexes?.() ?? []))).flat();
}

function searchSettings(config: Config): SearchSettings {
  const { cache_bytes: cacheBytes, threads, max_store_bytes: maxStoreBytes } = config.collections;
  const database = {
    url: config.database.url,
    dataDir: config.data_dir,
    poolSize: config.database.pool,
    timeoutMs: config.database.timeout_seconds * 1000,
  };
  const codes = {
    folder: join(config.data_dir, 'codes'),
    limitBytes: config.collections.codes_bytes,
    reserveBytes: config.files.reserve_bytes === '' ? undefined : config.files.reserve_bytes,
  };
  return { database, codes, cacheBytes, threads, maxStoreBytes: maxStoreBytes === '' ? undefined : maxStoreBytes };
}

/** Returns the collections of several engines. New stores go to the last one. */
export function collectionsOver(engines: [Engine, ...Engine[]], log: Log, sweepAges?: SweepAges): MovableCollections {
  return collectionsIn(new EngineSet(engines), log, sweepAges);
}

function collectionsIn(engines: EngineSet, log: Log, sweepAges?: SweepAges): MovableCollections {
  const placement = new Placement(engines, log);
  const closing = new AbortController();
  let starting: Promise<unknown> = Promise.resolve();
  let moving: Promise<unknown> = Promise.resolve();
  const logged = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error: unknown) => {
      // `logProblems` names an engine that does not answer.
      if (!(error instanceof ServiceError)) log.warn({ err: error }, 'cannot find the search engines of vector stores');
    });
  return {
    async stage(storeId, fileId, chunks) {
      const { engine, collection } = await placement.forNewChunks(storeId);
      const staged = await stage(collection, fileId, chunks, engine);
      placement.grow(engine.name, staged.chunks);
      return staged;
    },
    async publish(staged, attributes, tx) {
      await publish(staged, attributes, tx);
      tx.afterCommit(() => engines.get(staged.engine)?.published?.(staged.storeId));
    },
    abandon: abandonStaged,
    setAttributes,
    removeFile,
    dropStore,
    async check(storeId) {
      await placement.engineOf(storeId);
    },
    async *read(storeId, fileId, from = 0) {
      const set = await publishedSet(storeId, fileId);
      const engine = set === undefined ? undefined : await placement.engineOf(storeId);
      if (set === undefined || engine === undefined) return;
      for (let at = from; ; at += textsPerRead) {
        const texts = await engine.texts(set, at, at + textsPerRead);
        if (texts.length > 0) yield texts;
        if (texts.length < textsPerRead) return;
      }
    },
    async search(storeId, request) {
      for (let attempt = 1; ; attempt += 1) {
        const engine = await placement.knownEngineOf(storeId);
        try {
          return engine === undefined ? [] : await engine.search(storeId, request);
        } catch (error) {
          if (!(error instanceof MovedError) || attempt === searchAttempts) throw error;
          placement.forget(storeId);
        }
      }
    },
    async warnings(stores) {
      const all = engines.all();
      const sizes = await Collection.sizes(stores.filter((store) => mayBeLarge(store, all)).map(({ id }) => id));
      return new Map(
        sizes.flatMap(({ storeId, engine, ...size }) => {
          // An earlier version has recorded no engine; most stores are in this one.
          const text = engines.get(engine ?? relationalName)?.warningOf(size);
          return text === undefined ? [] : [[storeId, text]];
        }),
      );
    },
    indexes: () => indexesIn(engines),
    sizes: () => placement.sizes(),
    cacheCounts: async () =>
      (await Promise.all(engines.all().map((engine) => engine.cacheCounts?.()))).find((found) => found),
    renewEngines() {
      engines.renew();
      placement.forget();
    },
    start() {
      engines.start();
      starting = logged(placement.recordAll(closing.signal)).then(() => logged(placement.logProblems()));
    },
    async sweep() {
      const records = async (): Promise<void> => {
        if (await placement.recordAll(closing.signal)) await placement.logProblems();
      };
      for (const end of await Promise.allSettled([sweepCollections(engines.all(), sweepAges), records()]))
        if (end.status === 'rejected') throw end.reason;
    },
    registerMoves: (queue) => new Moves(queue, engines),
    async move() {
      const [from, to] = [oldTables.engine, postgresName].map((name) => engines.get(name));
      if (from === undefined || to === undefined || (await from.isUsedByOlder?.()) === true) return;
      moving = moveStores(from, to, closing.signal, log);
      await moving;
    },
    async close() {
      closing.abort();
      await starting;
      await moving.catch(() => undefined);
      await engines.close();
    },
  };
}

/** Returns false for stores that are certainly small, by their bytes: counting the chunks of a large store takes long. */
function mayBeLarge({ bytes, dimensions }: { bytes: number; dimensions: number }, engines: Engine[]): boolean {
  if (dimensions === 0) return false;
  const chunks = bytes / (4 * dimensions);
  return engines.some((engine) => engine.warningOf({ chunks, dimensions }) !== undefined);
}

/** Registers the sweep, and the moves between engines, each of which runs on one server at a time. */
export function registerSweep(queue: Queue, collections: Collections): void {
  const runs = { 'collections-sweep': () => collections.sweep(), 'collections-move': () => collections.move() };
  for (const [name, run] of Object.entries(runs)) registerPeriodic(queue, { name, run, repeatMs: sweepMs });
}

// Moves a store to another engine: copies its published sets, and records the other engine in one commit. The sets keep
// their ids, so a move that was interrupted goes on where it was. Chunks that are published meanwhile are copied before
// the commit, and a file that is being read then is read again.

import { createHash, randomUUID } from 'node:crypto';
import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import type { Transaction } from 'sequelize';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { type Log, ServiceError } from '../platform/index.ts';
import { abandon } from './catalog.ts';
import { type Engine, relationalName, type SetOf, splitName } from './engine.ts';
import { postgresText } from './postgres-filter.ts';

const collectionsPerLook = 100;
const setsPerLook = 500;
/** Searches wait for each step of a move. A larger step takes longer. */
const chunksPerStep = 50;
/** The times that a store's sets are compared before it is left for the next run, because it changes too fast. */
const attempts = 20;
/** The rest after each step, as a multiple of the step's time. Searches have the engines for themselves meanwhile. */
const restsPerStep = 3;
const textsPerStep = 250;
const longestRestMs = 5000;

export interface Move {
  /** The engine that is recorded, which is `splitName` for a store with chunks in several. */
  from: string;
  /** The engines that may have the chunks. */
  sources: Engine[];
  to: Engine;
  signal: AbortSignal;
  /** Called in the transaction that records the other engine. */
  ended?(tx: Transaction): Promise<void>;
}

/** Moves all stores of an engine to another one. A store that cannot be moved stays, and the log says why. */
export async function moveStores(from: Engine, to: Engine, signal: AbortSignal, log: Log): Promise<void> {
  let moved = 0;
  for (let after = ''; !signal.aborted; ) {
    const some = await Collection.ofEngine(from.name, after, collectionsPerLook);
    for (const collection of some)
      try {
        if (await moveStore(collection, { from: from.name, sources: [from], to, signal })) moved += 1;
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        log.error({ err: error, store: collection.storeId }, `cannot move a vector store to the engine ${to.name}`);
      }
    if (some.length < collectionsPerLook) break;
    after = some.at(-1)?.id ?? after;
  }
  if (moved > 0) log.info({ stores: moved, from: from.name, to: to.name }, 'moved vector stores to another engine');
}

/** Moves a store. Returns false if it changed too fast, or was moved or dropped meanwhile. */
export async function moveStore(
  { id, storeId, dimensions }: Pick<Collection, 'id' | 'storeId' | 'dimensions'>,
  { from, sources, to, signal, ended }: Move,
): Promise<boolean> {
  for (let attempt = 0; attempt < attempts && !signal.aborted; attempt += 1) {
    // It may remember an earlier stay of the store, or sets whose chunks were not all there.
    await to.forget?.(id);
    const published = await CollectionFile.published(id);
    await removeOthers(id, published, to);
    const setIds = [...published.keys()];
    for (const source of sources)
      if (await areOne(source, to, { id, dimensions, published }))
        throw new Error(`The engines ${source.name} and ${to.name} are one database under two addresses.`);
    for (let first = 0; first < setIds.length && !signal.aborted; first += setsPerLook) {
      const some = setIds.slice(first, first + setsPerLook);
      const there = await to.counts(id, some);
      for (const setId of some) {
        const [copied, chunks] = [there.get(setId) ?? 0, published.get(setId) as number];
        // A set of a store in several engines may be in this one only.
        const isDone = copied === chunks && (attempt > 0 || from === splitName);
        if (isDone || signal.aborted) continue;
        const set = { setId, collectionId: id, dimensions };
        await copySet(set, { copied, chunks }, { source: await sourceOf(set, chunks, sources), to, signal });
      }
    }
    if (signal.aborted) break;
    await to.prepare?.(storeId);
    if (await Collection.move(id, from, to.name, new Set(setIds), ended)) return true;
  }
  return false;
}

/**
 * Returns true if both engines are the same database, named by two addresses: its chunks would be taken for a copy, and
 * then be removed. A chunk that is written to `other` for a moment, in a set that no search sees, tells.
 */
export async function areOne(
  engine: Engine,
  other: Engine,
  { id, dimensions, published }: Pick<Collection, 'id' | 'dimensions'> & { published: ReadonlyMap<string, number> },
): Promise<boolean> {
  if (engine.name === relationalName || other.name === relationalName) return false;
  const there = await engine.counts(id, [...published.keys()].slice(0, setsPerLook));
  const [setId] = there.keys();
  if (setId === undefined) return false;
  const probe = { setId: `probe-${randomUUID()}`, collectionId: id, dimensions };
  try {
    await other.add(probe, await engine.read({ setId, collectionId: id }, 0, 1));
    return (await engine.setsAmong(id, [probe.setId])).length > 0;
  } finally {
    while ((await other.removeSome(probe, 1)) > 0) await nextTurn();
  }
}

/** Removes the chunks of a collection from an engine that it has left, or never reached. */
export async function leaveEngine(
  collectionId: string,
  engine: Engine,
  signal: AbortSignal,
  kept?: ReadonlySet<string>,
): Promise<void> {
  await engine.forget?.(collectionId);
  for (const setId of (await engine.setsOf?.(collectionId)) ?? [])
    if (kept?.has(setId) !== true) await removeSet({ setId, collectionId }, engine, signal);
}

async function removeSet(set: SetOf, engine: Engine, signal?: AbortSignal): Promise<void> {
  // A file that is being read into the engine is read again.
  await abandon(set.setId);
  while ((await engine.removeSome(set, chunksPerStep)) > 0) {
    signal?.throwIfAborted();
    await nextTurn();
  }
}

/** Removes the sets that a move has copied and that are no longer published. */
async function removeOthers(collectionId: string, published: Map<string, number>, to: Engine): Promise<void> {
  for (const setId of (await to.setsOf?.(collectionId)) ?? [])
    if (!published.has(setId)) await removeSet({ setId, collectionId }, to);
}

/** Returns the first engine that has all chunks of the set, or else the last one. */
async function sourceOf({ setId, collectionId }: SetOf, chunks: number, sources: Engine[]): Promise<Engine> {
  for (const engine of sources.slice(0, -1))
    if ((await engine.counts(collectionId, [setId])).get(setId) === chunks) return engine;
  return sources.at(-1) as Engine;
}

async function copySet(
  set: SetOf & { dimensions: number },
  { copied, chunks }: { copied: number; chunks: number },
  { source, to, signal }: { source: Engine; to: Engine; signal: AbortSignal },
): Promise<void> {
  let at = copied;
  if (copied === chunks) {
    // An earlier run may have stopped before it compared what it had copied.
    if ((await areEqual(set, chunks, { source, to, signal })) || signal.aborted) return;
    const there = await source.counts(set.collectionId, [set.setId]);
    if (there.get(set.setId) !== chunks) {
      if (!(await isPublished(set))) return;
      throw new Error(`The engine ${source.name} lacks chunks of the set ${set.setId}.`);
    }
    await removeSet(set, to, signal);
    at = 0;
  }
  for (; at < chunks && !signal.aborted; at += chunksPerStep)
    await withRest(signal, async () => to.add(set, await source.read(set, at, at + chunksPerStep)));
  const isCopied = signal.aborted || (await areEqual(set, chunks, { source, to, signal }));
  if (signal.aborted || isCopied) return;
  await removeSet(set, to);
  if (await isPublished(set))
    throw new Error(
      `The chunks of the set ${set.setId} differ after they were copied from ${source.name} to ${to.name}`,
    );
}

/** Returns false for a set that was replaced meanwhile. It may have been swept already. */
async function isPublished({ collectionId, setId }: SetOf): Promise<boolean> {
  return (await CollectionFile.published(collectionId)).has(setId);
}

/** Does a step of a move, and rests. */
async function withRest<Result>(signal: AbortSignal, step: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await step();
  const rest = Math.min(restsPerStep * (performance.now() - began), longestRestMs);
  await wait(rest, undefined, { signal }).catch(() => undefined);
  return result;
}

/** Returns true if both engines have as many chunks of the set, with the same texts. */
async function areEqual(
  set: SetOf,
  chunks: number,
  { source, to, signal }: { source: Engine; to: Engine; signal: AbortSignal },
): Promise<boolean> {
  if ((await to.counts(set.collectionId, [set.setId])).get(set.setId) !== chunks) return false;
  const [own, copy] = [createHash('sha256'), createHash('sha256')];
  for (let at = 0; at < chunks && !signal.aborted; at += textsPerStep)
    await withRest(signal, async () => {
      own.update(storedTexts(await source.texts(set, at, at + textsPerStep)));
      copy.update(storedTexts(await to.texts(set, at, at + textsPerStep)));
    });
  return own.digest('hex') === copy.digest('hex');
}

/** Returns the texts as PostgreSQL stores them. */
function storedTexts(texts: string[]): string {
  return JSON.stringify(texts.map(postgresText));
}

// The jobs that move vector stores between engines: one for each store that is to be moved, and one for each engine that
// a store has left. A job survives the server that runs it, and the one that moves ends in the commit that records the
// store's new engine.

import type { Transaction } from 'sequelize';
import { objectsHeldMs } from '../../models/backup-lease.ts';
import { Collection, CollectionFile } from '../../models/collection.ts';
import { transaction } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { VectorStore } from '../../models/vector-store.ts';
import { auditChange } from '../audit/index.ts';
import { type JobContext, notFound, Postpone, type Queue, ServiceError, valueError } from '../platform/index.ts';
import { type Engine, splitName } from './engine.ts';
import type { EngineSet } from './engine-set.ts';
import { areOne, leaveEngine, moveStore } from './move.ts';
import { oldTables } from './postgres-old-tables.ts';

/** A search that has begun may still read the chunks that a store has left behind. */
const leaveMs = 10 * 60_000;
const retryMs = 30_000;
const waitMs = 10_000;
const leaseMs = 60_000;
const collectionsPerLook = 1000;

const moveKind = { name: 'store-move' };
const leaveKind = { name: 'store-leave' };

interface Order {
  collectionId: string;
  storeId: string;
  from: string;
  to: string;
}

interface Left {
  collectionId: string;
  engine: string;
}

/** The store with this id, those of this engine, or all. */
export interface StoresToMove {
  storeId?: string | undefined;
  from?: string | undefined;
}

/** A store that waits for its move, or is being moved. */
export interface PendingMove {
  id: string;
  storeId: string;
  from: string;
  to: string;
  chunks: number;
  /** The chunks that have been copied. */
  copied: number;
  /** The reason why the last attempt did not succeed, or null. */
  problem: string | null;
}

export class Moves {
  readonly #queue: Queue;
  readonly #engines: EngineSet;

  constructor(queue: Queue, engines: EngineSet) {
    this.#queue = queue;
    this.#engines = engines;
    const kind = { concurrency: 1, leaseMs, maxAttempts: Number.MAX_SAFE_INTEGER, retryDelayMs: () => retryMs };
    queue.register<Order>({ ...kind, ...moveKind, run: (order, context) => this.#move(order, context) });
    queue.register<Left>({ ...kind, ...leaveKind, run: (left, { signal }) => this.#leave(left, signal) });
  }

  /** Begins to move stores. Throws `not_found`, `move_in_progress`, and a ValidationError for an unknown engine. */
  async begin({ storeId, from, to }: StoresToMove & { to: string }): Promise<void> {
    const names = this.#engines.all().map(({ name }) => name);
    if (!names.includes(to) || to === oldTables.engine) throw unknownEngine('to', to);
    if (from !== undefined && from !== splitName && !names.includes(from)) throw unknownEngine('from', from);
    const found = storeId === undefined ? await this.#inEngines(from ?? [...names, splitName]) : await inStore(storeId);
    const orders = found
      .filter((order) => (from === undefined || order.from === from) && order.from !== to)
      .map((order) => ({ ...order, to }));
    await transaction(async (tx) => {
      const jobs = orders.map((order) => ({ payload: order, uniqueKey: moveKeyOf(order.collectionId) }));
      const added = await this.#queue.addAll<Order>(moveKind, jobs, tx, { isMissing: true });
      // Without a job to add, the store is there already, or has no chunks.
      if (storeId !== undefined && added < jobs.length)
        throw new ServiceError('move_in_progress', `The vector store '${storeId}' is being moved already.`, {
          param: 'vector_store_id',
        });
      await auditChange(storeId ?? to, tx, { from: from ?? null, to });
    });
  }

  /**
   * Ends moves, and returns how many. What was copied is removed once no server can be copying any more. Throws
   * `not_found`.
   */
  async cancel({ storeId, from }: StoresToMove): Promise<number> {
    if (storeId !== undefined) await needStore(storeId);
    const uniqueKey = storeId === undefined ? undefined : await moveKeyOfStore(storeId);
    return transaction(async (tx) => {
      const where = { kind: moveKind.name, ...(uniqueKey === undefined ? {} : { uniqueKey }) };
      const jobs = await Job.findAll({ attributes: ['uniqueKey', 'payload'], where, raw: true, transaction: tx });
      const orders = jobs
        .map(({ payload }) => JSON.parse(payload) as Order)
        .filter((order) => from === undefined || order.from === from);
      await this.#queue.removeAll(
        orders.map(({ collectionId }) => moveKeyOf(collectionId)),
        tx,
      );
      const leaves = orders.map(({ collectionId, to: engine }) => ({
        payload: { collectionId, engine },
        uniqueKey: leaveKeyOf(collectionId, engine),
      }));
      await this.#queue.addAll<Left>(leaveKind, leaves, tx, { isMissing: true, delayMs: leaseMs });
      await auditChange(storeId ?? from ?? 'all', tx, { from: from ?? null });
      return orders.length;
    });
  }

  async #inEngines(engines: string | string[]): Promise<Omit<Order, 'to'>[]> {
    const found: Omit<Order, 'to'>[] = [];
    for (const from of [engines].flat())
      for (let after = ''; ; ) {
        const some = await Collection.ofEngine(from, after, collectionsPerLook);
        found.push(...some.map(({ id: collectionId, storeId }) => ({ collectionId, storeId, from })));
        if (some.length < collectionsPerLook) break;
        after = some.at(-1)?.id ?? after;
      }
    return found;
  }

  /** Returns how many stores are to be moved. */
  stores(): Promise<number> {
    return Job.count({ where: { kind: moveKind.name } });
  }

  /** Returns a page of the moves, of all stores or of one, the oldest first. */
  async list({
    vector_store_id: storeId,
    ...query
  }: ListQuery & { vector_store_id?: string | undefined }): Promise<ListOf<PendingMove>> {
    const scope = {
      kind: moveKind.name,
      ...(storeId === undefined ? {} : { uniqueKey: await moveKeyOfStore(storeId) }),
    };
    const { rows, ...rest } = await list(Job, scope, query);
    const orders = rows.map(({ payload }) => JSON.parse(payload) as Order);
    const sizes = await Collection.sizes(orders.map((order) => order.storeId));
    const moves: PendingMove[] = [];
    for (const [index, { id, lease, lastError: problem }] of rows.entries()) {
      const { collectionId, ...order } = orders[index] as Order;
      const chunks = sizes.find((size) => size.storeId === order.storeId)?.chunks ?? 0;
      const copied = lease === null ? 0 : await this.#copied(collectionId, order.to);
      moves.push({ id, ...order, chunks, copied, problem });
    }
    return { ...rest, rows: moves };
  }

  /** Returns how many chunks of a collection have been copied; 0 if the engine does not answer. */
  async #copied(collectionId: string, to: string): Promise<number> {
    const setIds = [...(await CollectionFile.published(collectionId)).keys()];
    const counts = await this.#engines
      .get(to)
      ?.counts(collectionId, setIds)
      .catch(() => undefined);
    return [...(counts?.values() ?? [])].reduce((sum, count) => sum + count, 0);
  }

  async #move({ collectionId, to: name }: Order, { signal, finish }: JobContext): Promise<void> {
    const to = this.#engines.get(name);
    if (to === undefined) throw new Postpone(retryMs, `The settings do not name the engine ${name}.`);
    const collection = await Collection.findByPk(collectionId);
    if (collection === null) return leaveEngine(collectionId, to, signal);
    const { engine: from } = collection;
    if (from === null) throw new Postpone(retryMs, 'The engine of the store is not recorded yet.');
    if (from === name) return;
    const others = this.#engines.all().filter((engine) => engine !== to);
    const sources = from === splitName ? others : others.filter((engine) => engine.name === from);
    if (sources.length === 0) throw new Postpone(retryMs, `The settings do not name the engine ${from}.`);
    for (const source of sources)
      if ((await source.isUsedByOlder?.()) === true)
        throw new Postpone(retryMs, 'A server of an older version is connected to the engine of the store.');
    await this.#stay(collectionId, name);
    const ended = async (tx: Transaction): Promise<void> => {
      for (const { name: engine } of sources) {
        const uniqueKey = leaveKeyOf(collectionId, engine);
        await this.#queue.add<Left>(
          leaveKind,
          { collectionId, engine },
          { uniqueKey, delayMs: leaveMs, transaction: tx },
        );
      }
      await finish(tx);
    };
    if (await moveStore(collection, { from, sources, to, signal, ended })) return;
    signal.throwIfAborted();
    throw new Postpone(retryMs, 'The store changes faster than it is copied, or was deleted.');
  }

  /** Keeps what the store has left in the engine, to which it comes back. */
  async #stay(collectionId: string, engine: string): Promise<void> {
    const uniqueKey = leaveKeyOf(collectionId, engine);
    await Job.destroy({ where: { uniqueKey, lease: null } });
    if ((await Job.count({ where: { uniqueKey } })) > 0)
      throw new Postpone(waitMs, 'The chunks of an earlier stay are being removed.');
  }

  async #leave({ collectionId, engine: name }: Left, signal: AbortSignal): Promise<void> {
    const engine = this.#engines.get(name);
    // An engine that was taken out of the settings keeps what it has until it comes back.
    if (engine === undefined) throw new Postpone(leaveMs, `The settings do not name the engine ${name}.`);
    // A backup may still have to read them.
    const heldMs = await objectsHeldMs();
    if (heldMs > 0) throw new Postpone(Math.min(heldMs, leaveMs), 'A backup is running.');
    const collection = await Collection.findByPk(collectionId);
    const place = collection?.engine;
    if (place === name) return;
    for (const other of place === splitName ? this.#engines.all() : [this.#engines.get(place ?? '')])
      if (
        collection !== null &&
        other !== undefined &&
        other !== engine &&
        (await this.#areOne(other, engine, collection))
      )
        return;
    if (place === splitName && (await this.#isBehind(collectionId, name)))
      throw new Postpone(
        waitMs,
        'The chunks in another engine are removed first. Two removals at once would each find the chunks in the other engine.',
      );
    const kept = place === splitName ? await this.#onlyIn(engine, collectionId) : undefined;
    await leaveEngine(collectionId, engine, signal, kept);
  }

  async #areOne(engine: Engine, other: Engine, { id, dimensions }: Collection): Promise<boolean> {
    return areOne(engine, other, { id, dimensions, published: await CollectionFile.published(id) });
  }

  /** Returns true if a store is to leave another engine before this one. */
  async #isBehind(collectionId: string, name: string): Promise<boolean> {
    const earlier = this.#engines.all().filter((other) => other.name < name);
    const uniqueKey = earlier.map((other) => leaveKeyOf(collectionId, other.name));
    return (await Job.count({ where: { uniqueKey } })) > 0;
  }

  /** Returns the published sets whose chunks are in no other engine than this one. */
  async #onlyIn(engine: Engine, collectionId: string): Promise<Set<string>> {
    const published = await CollectionFile.published(collectionId);
    const left = new Set(published.keys());
    for (const other of this.#engines.all())
      if (other !== engine)
        for (const [setId, chunks] of await other.counts(collectionId, [...left]))
          if (chunks === published.get(setId)) left.delete(setId);
    return left;
  }
}

/** Returns where the chunks of a store are; nothing if it never had any. Throws `not_found`. */
async function inStore(storeId: string): Promise<Omit<Order, 'to'>[]> {
  await needStore(storeId);
  const collection = await Collection.find(storeId);
  if (collection === undefined || collection.engine === null) return [];
  return [{ collectionId: collection.id, storeId, from: collection.engine }];
}

/** Returns the unique key of the job that moves a store; no job has that of a store without chunks. */
async function moveKeyOfStore(storeId: string): Promise<string> {
  return moveKeyOf((await Collection.find(storeId))?.id ?? '');
}

async function needStore(storeId: string): Promise<void> {
  if ((await VectorStore.count({ where: { id: storeId } })) === 0) throw notFound('vector store', storeId);
}

function moveKeyOf(collectionId: string): string {
  return `${moveKind.name}:${collectionId}`;
}

function leaveKeyOf(collectionId: string, engine: string): string {
  return `${leaveKind.name}:${collectionId}:${engine}`;
}

function unknownEngine(member: string, name: string): Error {
  return valueError(['body', member], 'this server has no search engine with this name', name);
}

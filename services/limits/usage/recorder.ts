// Records usage (write-behind): sums it in memory, and writes it in at most one transaction a second. The size of the
// transaction depends on the number of active keys and models, not on the number of calls. A killed process loses up to
// a second of usage. Usage that cannot be written is kept for the next write. If the answer to a commit is lost, the same
// write is repeated with its number, which the database remembers: it counts once.

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { CommitUnknownError } from '../../../models/constraints.ts';
import { LatencyCount, type LatencyRow } from '../../../models/latency-count.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type UsageKind, UsageRollup, type UsageRow, type UsageWidth } from '../../../models/usage-rollup.ts';
import { UsageWriter } from '../../../models/usage-writer.ts';
import type { Log } from '../../platform/index.ts';
import type { Principal } from '../../tenancy/index.ts';
import type { EndedCall, EndOfCall, ModelCall, ModelCallEnd, ModelCallWatcher } from '../model-calls.ts';
import { costOf, untoldUnits } from './cost.ts';
import { hasLatency, LatencyCounts } from './latency.ts';
import { startOf } from './time.ts';
import { ToolNames } from './tool-names.ts';

const flushMs = 1000;
/** The maximum number of rows in memory while the database is down. Further usage is lost. */
const maxRows = 50_000;

type Sums = Pick<UsageRow, 'requests' | 'failed' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cost' | 'bytes'>;
type Key = Pick<UsageRow, 'organizationId' | 'projectId' | 'callerId' | 'kind' | 'model'>;

interface Write {
  number: number;
  rows: UsageRow[];
  latencies: LatencyRow[];
}

/** Returns the id that usage is recorded under: the key, or the user if the caller is a user. */
export function callerIdOf(caller: Principal | undefined): string {
  if (caller === undefined) return '';
  if ('keyId' in caller) return caller.keyId;
  return 'userId' in caller ? caller.userId : caller.kind;
}

export class UsageRecorder implements ModelCallWatcher {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #rows = new Map<string, UsageRow>();
  /** The rows of the current minute, indexed so that a lookup builds no key string for each call. */
  readonly #found = new FoundRows();
  readonly #latencies = new LatencyCounts();
  readonly #toolNames = new ToolNames();
  #flushing: Promise<void> | undefined;
  readonly #id = randomUUID();
  /** The number of the last write that was begun. */
  #writes = 0;
  /** A write of which nobody knows whether it is committed. */
  #unknown: Write | undefined;

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs);
    this.#timer.unref();
  }

  /** Records a call of the Project API. */
  request(project: ProjectRow, caller: Principal | undefined, status: number): void {
    this.#add(
      {
        organizationId: project.organizationId,
        projectId: project.id,
        callerId: callerIdOf(caller),
        kind: 'request',
        model: '',
      },
      { requests: 1, failed: status >= 400 ? 1 : 0 },
    );
  }

  /** Records a search that a model asked for, by the tool `file_search`. */
  fileSearch(project: ProjectRow, caller: Principal, { isFailed }: { isFailed: boolean }): void {
    this.#add(
      {
        organizationId: project.organizationId,
        projectId: project.id,
        callerId: callerIdOf(caller),
        kind: 'file_search',
        model: '',
      },
      { requests: 1, failed: isFailed ? 1 : 0 },
    );
  }

  begin(call: ModelCall): EndOfCall {
    const begunAt = performance.now();
    return (end) => {
      if (end.status === 0) return;
      // Reading a stored response calls no model, but may be the first to report the usage of a background response.
      if (call.kind === 'kept_response' && end.tokens === undefined) return;
      if (end.isWritten !== true) this.#add(keyOf(call), sumsOf({ call, end }));
      for (const tool of call.tools ?? []) this.#toolCall(call, tool, end);
      const untold = untoldUnits(call, end);
      if (untold.length > 0)
        this.#log.warn(
          { project: call.projectId, endpoint: call.target, units: untold },
          'neither the request nor the answer tells the quantity of a call; one is counted',
        );
      if (end.status < 400 && end.complete && hasLatency(call))
        this.#latencies.count(call, performance.now() - begunAt);
    };
  }

  #toolCall(call: ModelCall, tool: string, end: ModelCallEnd): void {
    const model = this.#toolNames.nameOf(call.projectId, call.target, tool, nowSeconds());
    this.#add({ ...keyOf(call), kind: 'mcp_tool', model }, { requests: 1, failed: isGood(end) ? 0 : 1 });
  }

  /** Writes all recorded usage. */
  async flush(): Promise<void> {
    // Several callers may wait for the same write. The first of them starts the next one.
    while (this.#flushing !== undefined) await this.#flushing;
    if (this.#rows.size === 0 && this.#unknown === undefined) return;
    this.#flushing = this.#writeAll().finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Stops the timer and writes the rest. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  /** Writes what is unknown first, so that a number is never lower than a committed one. */
  async #writeAll(): Promise<void> {
    if (this.#unknown !== undefined && !(await this.#write(this.#unknown))) return;
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    this.#found.clear();
    this.#writes += 1;
    await this.#write({ number: this.#writes, rows, latencies: this.#latencies.take() });
  }

  /** Returns whether the write is settled: committed, or given back for the next one. */
  async #write(write: Write): Promise<boolean> {
    const isRepeated = write === this.#unknown;
    try {
      await transaction(async (tx) => {
        if (!(await UsageWriter.begin(this.#id, write.number, nowSeconds(), tx))) return;
        await UsageRollup.add(inAllWidths(write.rows), tx);
        await LatencyCount.add(write.latencies, tx);
      });
      this.#unknown = undefined;
      return true;
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write usage; it is kept for the next attempt');
      if (isRepeated || error instanceof CommitUnknownError) {
        this.#unknown = write;
        return false;
      }
      for (const row of write.rows) this.#merge(row);
      this.#latencies.putBack(write.latencies);
      return true;
    }
  }

  #add(key: Key, sums: Partial<Sums>): void {
    const startsAt = startOf('minute', nowSeconds());
    const found = this.#found.get(startsAt, key);
    // The usual case, which allocates no row.
    if (found !== undefined) {
      addTo(found, sums);
      return;
    }
    const merged = this.#merge({ ...key, width: 'minute', startsAt, ...zeroSums, ...sums });
    if (merged !== undefined) this.#found.set(merged);
  }

  #merge(row: UsageRow): UsageRow | undefined {
    return mergeInto(this.#rows, row, maxRows);
  }
}

/**
 * Writes the usage of one call at once, in the transaction that keeps its answer. So a kill loses both or none. The
 * call's end then has `isWritten`.
 */
export async function writeUsage(ended: EndedCall, tx: Transaction): Promise<void> {
  const startsAt = startOf('minute', nowSeconds());
  const row: UsageRow = { ...keyOf(ended.call), width: 'minute', startsAt, ...zeroSums, ...sumsOf(ended) };
  await UsageRollup.add(inAllWidths([row]), tx);
}

function keyOf({ organizationId, projectId, callerId, kind, target }: ModelCall): Key {
  const model = kind === 'mcp' ? `mcp:${target}` : target;
  return { organizationId, projectId, callerId, kind: kind === 'kept_response' ? 'response' : kind, model };
}

function sumsOf({ call, end }: EndedCall): Partial<Sums> {
  const isKept = call.kind === 'kept_response';
  const { tokens } = end;
  return {
    requests: isKept ? 0 : 1,
    failed: isKept || isGood(end) ? 0 : 1,
    inputTokens: tokens?.input ?? 0,
    outputTokens: tokens?.output ?? 0,
    cachedTokens: tokens?.cachedInput ?? 0,
    cost: costOf(call, end, tokens),
  };
}

function isGood({ status, complete }: ModelCallEnd): boolean {
  return status < 400 && complete;
}

type OfModel = Map<string, UsageRow>;

/** The rows of one minute, by project, caller, kind and model. */
class FoundRows {
  readonly #projects = new Map<string, Map<string, Map<UsageKind, OfModel>>>();
  #startsAt = 0;

  get(startsAt: number, { projectId, callerId, kind, model }: Key): UsageRow | undefined {
    if (startsAt !== this.#startsAt) return undefined;
    return this.#projects.get(projectId)?.get(callerId)?.get(kind)?.get(model);
  }

  set(row: UsageRow): void {
    if (row.startsAt !== this.#startsAt) this.clear();
    this.#startsAt = row.startsAt;
    const callers = upsert(this.#projects, row.projectId, () => new Map<string, Map<UsageKind, OfModel>>());
    const kinds = upsert(callers, row.callerId, () => new Map<UsageKind, OfModel>());
    upsert(kinds, row.kind, (): OfModel => new Map()).set(row.model, row);
  }

  clear(): void {
    this.#projects.clear();
  }
}

function upsert<Name, Value>(values: Map<Name, Value>, name: Name, make: () => Value): Value {
  let value = values.get(name);
  if (value === undefined) {
    value = make();
    values.set(name, value);
  }
  return value;
}

/** Zero usage. */
export const zeroSums: Sums = {
  requests: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
  bytes: 0,
};

/** Returns the rows of minutes with the rows of the hours and days that contain them. */
export function inAllWidths(rows: UsageRow[]): UsageRow[] {
  const merged = new Map<string, UsageRow>();
  for (const width of ['minute', 'hour', 'day'] satisfies UsageWidth[]) {
    for (const row of rows) mergeInto(merged, { ...row, width, startsAt: startOf(width, row.startsAt) });
  }
  return [...merged.values()];
}

/** Returns the row that the usage was added to, or undefined if `limit` rows are reached. */
function mergeInto(rows: Map<string, UsageRow>, row: UsageRow, limit = Number.POSITIVE_INFINITY): UsageRow | undefined {
  const key = textOf(row.width, row.startsAt, row);
  const found = rows.get(key);
  if (found !== undefined) {
    addTo(found, row);
    return found;
  }
  if (rows.size >= limit) return undefined;
  rows.set(key, row);
  return row;
}

/** Returns the key that identifies a row. */
function textOf(width: UsageWidth, startsAt: number, { projectId, callerId, kind, model }: Key): string {
  return `${width}|${startsAt}|${projectId}|${callerId}|${kind}|${model}`;
}

function addTo(
  row: UsageRow,
  { requests = 0, failed = 0, inputTokens = 0, outputTokens = 0, cachedTokens = 0, cost = 0, bytes = 0 }: Partial<Sums>,
): void {
  row.requests += requests;
  row.failed += failed;
  row.inputTokens += inputTokens;
  row.outputTokens += outputTokens;
  row.cachedTokens += cachedTokens;
  row.cost += cost;
  row.bytes = Math.max(row.bytes, bytes);
}

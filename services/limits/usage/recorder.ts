// What is used, added up in memory and written behind: one transaction a second at most, whose size depends on how many
// keys and models were in use, not on how often. What a killed process had noted since is lost: a second of it. What
// cannot be written is kept for the next time.

import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import type { ProjectRow } from '../../../models/project.ts';
import { type UsageKind, UsageRollup, type UsageRow, type UsageWidth } from '../../../models/usage-rollup.ts';
import type { Log } from '../../platform/index.ts';
import type { Principal } from '../../tenancy/index.ts';
import type { EndOfCall, ModelCall, ModelCallWatcher } from '../model-calls.ts';
import { costOf } from './cost.ts';
import { startOf } from './time.ts';

const flushMs = 1000;
/** Rows in memory while the database is away; what comes beyond is not counted. */
const maxRows = 50_000;

type Sums = Pick<UsageRow, 'requests' | 'failed' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cost' | 'bytes'>;
type Key = Pick<UsageRow, 'organizationId' | 'projectId' | 'callerId' | 'kind' | 'model'>;

/** Who is told of a call: the key, or the user where it is a user. */
export function callerIdOf(caller: Principal | undefined): string {
  if (caller === undefined) return '';
  if ('keyId' in caller) return caller.keyId;
  return 'userId' in caller ? caller.userId : caller.kind;
}

export class UsageRecorder implements ModelCallWatcher {
  readonly #log: Log;
  readonly #timer: NodeJS.Timeout;
  #rows = new Map<string, UsageRow>();
  /** The same rows, of the last minute that anything was noted in: found without a text being made for each call. */
  readonly #found = new FoundRows();
  #flushing: Promise<void> | undefined;

  constructor(log: Log) {
    this.#log = log;
    this.#timer = setInterval(() => void this.flush(), flushMs);
    this.#timer.unref();
  }

  /** Notes a call of the Project API. */
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

  begin(call: ModelCall): EndOfCall {
    return (end) => {
      if (end.status === 0) return;
      const { organizationId, projectId, callerId, target } = call;
      // Reading a kept response asks no model, though it may be the first to say what the response used.
      const isKept = call.kind === 'kept_response';
      const { tokens } = end;
      if (isKept && tokens === undefined) return;
      const kind: UsageKind = call.kind === 'kept_response' ? 'response' : call.kind;
      this.#add(
        { organizationId, projectId, callerId, kind, model: target },
        {
          requests: isKept ? 0 : 1,
          failed: isKept || (end.status < 400 && end.complete) ? 0 : 1,
          inputTokens: tokens?.input ?? 0,
          outputTokens: tokens?.output ?? 0,
          cachedTokens: tokens?.cachedInput ?? 0,
          cost: costOf(call, end, tokens),
        },
      );
    };
  }

  /** Writes all that was noted. */
  async flush(): Promise<void> {
    // Others may wait for the same writing, and the first of them begins the next.
    while (this.#flushing !== undefined) await this.#flushing;
    if (this.#rows.size === 0) return;
    const rows = [...this.#rows.values()];
    this.#rows = new Map();
    this.#found.clear();
    this.#flushing = this.#write(rows).finally(() => {
      this.#flushing = undefined;
    });
    await this.#flushing;
  }

  /** Stops the timer and writes what is left. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush();
  }

  async #write(rows: UsageRow[]): Promise<void> {
    try {
      await transaction((inside) => UsageRollup.add(inAllWidths(rows), inside));
    } catch (error) {
      this.#log.warn({ err: error }, 'could not write usage; it is kept for the next attempt');
      for (const row of rows) this.#merge(row);
    }
  }

  #add(key: Key, sums: Partial<Sums>): void {
    const startsAt = startOf('minute', nowSeconds());
    const found = this.#found.get(startsAt, key);
    // Nearly always: no row is made for nothing.
    if (found !== undefined) {
      addTo(found, sums);
      return;
    }
    const merged = this.#merge({ ...key, width: 'minute', startsAt, ...noSums, ...sums });
    if (merged !== undefined) this.#found.set(merged);
  }

  #merge(row: UsageRow): UsageRow | undefined {
    return mergeInto(this.#rows, row, maxRows);
  }
}

type OfModel = Map<string, UsageRow>;

/** Rows of one minute, by what tells them apart. */
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

/** Nothing was used. */
export const noSums: Sums = {
  requests: 0,
  failed: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  cost: 0,
  bytes: 0,
};

/** Rows of minutes, and of the hours and days that they are in. */
export function inAllWidths(rows: UsageRow[]): UsageRow[] {
  const merged = new Map<string, UsageRow>();
  for (const width of ['minute', 'hour', 'day'] satisfies UsageWidth[]) {
    for (const row of rows) mergeInto(merged, { ...row, width, startsAt: startOf(width, row.startsAt) });
  }
  return [...merged.values()];
}

/** The row that it was added to, or has become; undefined where there is no room for it. */
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

/** What tells rows apart. */
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

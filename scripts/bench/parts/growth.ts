// Measures how the embedded database grows with model calls: 100 projects that use 20 models each, evenly, which
// creates the most rows. The calls go through the server's own usage recorder, with a clock that this file advances,
// and the server's own job deletes expired rows. A tenth of the million calls is made in a tenth of the time, so the
// rate is the same. Usage rows are per minute, hour and day and grow with time, so the result is scaled up by ten.

import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { shiftClock } from '../../../models/clock.ts';
import { closeDatabase, openDatabase } from '../../../models/index.ts';
import { databasePath } from '../../../models/reader.ts';
import { registerHousekeeping } from '../../../services/housekeeping.ts';
import { UsageRecorder } from '../../../services/limits/index.ts';
import { createLog, type JobContext, type JobKind } from '../../../services/platform/index.ts';
import { loadConfig } from '../../../services/settings/index.ts';
import type { Bench, Part } from '../part.ts';
import type { Table } from '../report.ts';

const [projects, models] = [100, 20];
const publishedCalls = 1_000_000;
const scale = 10;
const [minuteMs, dayMs] = [60_000, 86_400_000];
/** The calls take 64 ms to 2 s, and so fill 20 buckets of the latency of each project and day. */
const [shortestMs, doublings] = [64, 5];

export const growth: Part = {
  name: 'growth',
  about: `bytes of the embedded database for a million calls, ${projects} projects, ${models} models each`,
  async run(bench) {
    const rows: Table['rows'] = [];
    for (const days of [1, 30]) rows.push(await grow(bench, days));
    const head = [
      'million calls within',
      'after them',
      'after 3 days more',
      'after 91 days more',
      'bytes a call at most',
    ];
    return { tables: [{ head, rows }], goals: [] };
  },
};

/** Makes the calls of `days` days. Measures the database afterwards, and again after expired rows are deleted. */
async function grow(bench: Bench, days: number): Promise<Table['rows'][number]> {
  return withDatabase(bench, `${days}-days`, async (path) => {
    const empty = await usedBytes(path);
    const log = await createLog('warn');
    const usage = new UsageRecorder(log);
    const minutes = (days * 24 * 60) / scale;
    const callsPerMinute = publishedCalls / scale / minutes;
    const random = seeded(days);
    let calls = 0;
    for (let minute = 0; minute < minutes; minute += 1) {
      for (; calls < (minute + 1) * callsPerMinute; calls += 1)
        call(usage, Math.floor(random() * projects * models), shortestMs * 2 ** (random() * doublings));
      await usage.flush();
      shiftClock(minuteMs);
      // Runs the retention job daily, which is as often as it finds something to delete.
      if (minute % (24 * 60) === 24 * 60 - 1) await keepHouse();
    }
    await usage.close();
    const sizes = [await usedBytes(path)];
    for (const more of [3, 88]) {
      shiftClock(more * dayMs);
      await keepHouse();
      sizes.push(await usedBytes(path));
    }
    bench.note(`${calls} calls within ${days} days / ${scale}: ${sizes.map((size) => size - empty).join(', ')} bytes`);
    const scaled = sizes.map((size) => (size - empty) * scale);
    return [`${days} days`, ...scaled.map(megabytes), Math.round((scaled[0] as number) / publishedCalls)];
  });
}

/** Records a call as the server does at the end of a chat completion that took this long. */
function call(usage: UsageRecorder, which: number, ms: number): void {
  const project = { id: idOf('proj', which % projects), organizationId: idOf('org', which % 10) };
  const key = { kind: 'project_key', keyId: idOf('key', which % projects) } as never;
  usage.request(project as never, key, 200);
  const of = {
    kind: 'chat',
    projectId: project.id,
    organizationId: project.organizationId,
    callerId: idOf('key', which % projects),
  };
  const end = usage.begin({ ...of, target: `model-${Math.floor(which / projects)}-instruct` } as never);
  const tokens = { input: 900, output: 200, cachedInput: 0 };
  const { now } = performance;
  performance.now = () => now.call(performance) + ms;
  end({ status: 200, complete: true, upstream: undefined, tokens, answerBytes: 1000 });
  performance.now = now;
}

async function withDatabase<T>(bench: Bench, name: string, work: (path: string) => Promise<T>): Promise<T> {
  const dataDir = join(bench.folder, name);
  await mkdir(dataDir, { recursive: true });
  await openDatabase({ url: '', dataDir, poolSize: 1, timeoutMs: 60_000 });
  try {
    return await work(databasePath(dataDir));
  } finally {
    await closeDatabase();
  }
}

/** Runs the retention job, as the queue does every hour. */
async function keepHouse(): Promise<void> {
  const kinds: JobKind<null>[] = [];
  registerHousekeeping({ register: (kind: JobKind<null>) => kinds.push(kind) } as never, loadConfig({}));
  const context = { signal: new AbortController().signal } as JobContext;
  for (const kind of kinds) await kind.run(null, context);
}

/** Returns the size of the database file in bytes, with an empty write-ahead log. */
async function usedBytes(path: string): Promise<number> {
  const database = new DatabaseSync(path, { timeout: 10_000 });
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const value = (name: string): number => Number(Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]);
  const bytes = value('page_count') * value('page_size');
  database.close();
  return bytes;
}

function idOf(prefix: string, index: number): string {
  return `${prefix}_01J${String(index).padStart(23, '0')}`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Returns a generator of numbers from 0 to 1. The same seed gives the same numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

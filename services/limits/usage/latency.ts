// The latency of model calls as a histogram. Each bucket is 2^(1/4) times, about 19 %, wider than the one before it, so
// that 81 buckets cover 1 ms to 17 minutes, and an estimate from them is at most 2^(1/8) - 1 = 9.1 % off. A project has
// at most 81 rows a day, however many calls it makes.

import { nowSeconds } from '../../../models/clock.ts';
import { LatencyCount, type LatencyRow } from '../../../models/latency-count.ts';
import type { ModelCall } from '../model-calls.ts';
import { startOf } from './time.ts';

const bucketsPerDoubling = 4;
const maxBucket = 20 * bucketsPerDoubling;

/** The calls whose latency is measured: those in which a model writes. */
const measuredKinds = ['chat', 'completion', 'response', 'message'] as const satisfies ModelCall['kind'][];

/** The estimated latency of the calls of a day. */
export interface Latency {
  calls: number;
  medianMs: number;
  p95Ms: number;
}

/** Returns true for calls whose latency is measured. */
export function hasLatency({ kind }: ModelCall): boolean {
  return measuredKinds.some((one) => one === kind);
}

/** The counts that are not written yet. */
export class LatencyCounts {
  /** The counts by day and project. The index of `calls` is the bucket. */
  #days = new Map<number, Map<string, { organizationId: string; calls: number[] }>>();

  /** Counts a call that has just ended. */
  count({ organizationId, projectId }: Pick<ModelCall, 'organizationId' | 'projectId'>, ms: number): void {
    this.#add(organizationId, startOf('day', nowSeconds()), projectId, bucketOf(ms), 1);
  }

  /** Returns all counts, and begins anew. */
  take(): LatencyRow[] {
    const rows: LatencyRow[] = [];
    for (const [day, projects] of this.#days) {
      // forEach skips the buckets without calls: the array has no elements for them.
      for (const [projectId, { organizationId, calls }] of projects)
        calls.forEach((count, bucket) => {
          rows.push({ organizationId, day, projectId, bucket, calls: count });
        });
    }
    this.#days = new Map();
    return rows;
  }

  /** Adds the rows of a failed write again. */
  putBack(rows: LatencyRow[]): void {
    for (const { organizationId, day, projectId, bucket, calls } of rows)
      this.#add(organizationId, day, projectId, bucket, calls);
  }

  #add(organizationId: string, day: number, projectId: string, bucket: number, calls: number): void {
    let projects = this.#days.get(day);
    if (projects === undefined) {
      projects = new Map();
      this.#days.set(day, projects);
    }
    let project = projects.get(projectId);
    if (project === undefined) {
      project = { organizationId, calls: [] };
      projects.set(projectId, project);
    }
    project.calls[bucket] = (project.calls[bucket] ?? 0) + calls;
  }
}

function bucketOf(ms: number): number {
  if (ms <= 1) return 0;
  return Math.min(Math.round(Math.log2(ms) * bucketsPerDoubling), maxBucket);
}

export async function latencyByDay(
  organizationId: string,
  days: { first: number; until: number },
  projectIds: string[] | undefined,
): Promise<Map<number, [Latency]>> {
  const rows = await LatencyCount.ofDays(organizationId, days, projectIds);
  const byDay = Map.groupBy(rows, ({ day }) => day);
  return new Map([...byDay].map(([day, buckets]) => [day, [latencyOf(buckets)]]));
}

/** @param buckets in ascending order. */
function latencyOf(buckets: Pick<LatencyRow, 'bucket' | 'calls'>[]): Latency {
  const calls = buckets.reduce((sum, one) => sum + one.calls, 0);
  return { calls, medianMs: percentile(buckets, calls * 0.5), p95Ms: percentile(buckets, calls * 0.95) };
}

/** Returns the duration that this many calls do not exceed, as the middle of its bucket. */
function percentile(buckets: Pick<LatencyRow, 'bucket' | 'calls'>[], rank: number): number {
  let seen = 0;
  for (const { bucket, calls } of buckets) {
    seen += calls;
    if (seen >= rank) return Math.round(2 ** (bucket / bucketsPerDoubling));
  }
  return 0;
}

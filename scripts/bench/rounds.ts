// The measurement itself. Servers take turns (A B C A B C …), so that a temporary slowdown of the machine affects all
// of them. The result is the median of the ratios within each round.

import type { Generator, Load, LoadRequest } from './load.ts';
import type { ServerProcess } from './server-process.ts';

export const connections = 32;
/** A server is warm after `steadyRuns` runs that get no cheaper. `maxWarmUpRuns` limits the warm-up. */
const steadyRuns = 3;
const maxWarmUpRuns = 12;
/** A run counts as cheaper if it needs less than 98 % of the best CPU time. Smaller differences are noise. */
const cheaper = 0.98;

export interface Subject {
  name: string;
  server: ServerProcess;
}

/** A load run on one server, with the CPU time that the server used for each request. */
export interface Sample extends Load {
  cpuMicros: number;
}

export interface Plan {
  generator: Generator;
  rounds: number;
  /** The seconds of one load run. */
  seconds: number;
  /** True: the part `scale` takes the published sizes. */
  full: boolean;
}

/** Returns a sample for each server and round, by server name. */
export async function measure(
  subjects: Subject[],
  request: (subject: Subject) => LoadRequest,
  { generator, rounds, seconds }: Plan,
): Promise<Map<string, Sample[]>> {
  const samples = new Map(subjects.map(({ name }) => [name, [] as Sample[]]));
  const once = async (subject: Subject): Promise<Sample> => {
    const before = await subject.server.usage();
    const load = await generator.run(subject.server.url, request(subject), seconds, connections);
    const after = await subject.server.usage();
    return { ...load, cpuMicros: (after.cpuMicros - before.cpuMicros) / load.requests };
  };
  for (const subject of subjects) await warmUp(() => once(subject));
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) samples.get(subject.name)?.push(await once(subject));
  }
  return samples;
}

/**
 * Runs load until the server's code is compiled, because the benchmark measures a server that has been running for a
 * while. A server with much code of its own uses 25 % more CPU after 2 seconds of load than after 15.
 */
async function warmUp(run: () => Promise<Sample>): Promise<void> {
  let best = Number.POSITIVE_INFINITY;
  let steady = 0;
  for (let runs = 0; runs < maxWarmUpRuns && steady < steadyRuns; runs += 1) {
    const { cpuMicros } = await run();
    steady = cpuMicros < best * cheaper ? 0 : steady + 1;
    best = Math.min(best, cpuMicros);
  }
}

/**
 * Returns how many times better `one` is than `other`, by CPU time per request or by speed: the median over the rounds.
 */
export function advantage(one: Sample[], other: Sample[], by: 'cpuMicros' | 'perSecond'): number {
  return median(
    one.map((sample, round) => {
      const theirs = (other[round] as Sample)[by];
      return by === 'cpuMicros' ? theirs / sample[by] : sample[by] / theirs;
    }),
  );
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  if (sorted.length % 2 === 1) return sorted[middle] as number;
  return ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
}

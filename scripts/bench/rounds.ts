// The measuring itself. Servers take turns, A B C A B C …, so that what slows the machine down for a while slows all of
// them; what is compared are the ratios within a round, and what is told is their median.

import type { Generator, Load, LoadRequest } from './load.ts';
import type { ServerProcess } from './server-process.ts';

export const connections = 32;
/** Runs that get no cheaper, after which a server's code is as warm as it will be; and runs at most. */
const steadyRuns = 3;
const maxWarmUpRuns = 12;
/** What is within the noise. */
const cheaper = 0.98;

export interface Subject {
  name: string;
  server: ServerProcess;
}

/** A run of load on one server, with the CPU time that the server spent on each request. */
export interface Sample extends Load {
  cpuMicros: number;
}

export interface Plan {
  generator: Generator;
  rounds: number;
  /** Of one run of load. */
  seconds: number;
}

/** What one request cost each of the servers, by the server's name, a sample for each round. */
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
 * Lets a server's code be compiled before anything counts: what is measured is a server that has been running for a while.
 * One with much code of its own takes a quarter more CPU after two seconds of load than after fifteen.
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

/** The median over the rounds of how many times better `one` is than `other`: by CPU time a request, or by speed. */
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

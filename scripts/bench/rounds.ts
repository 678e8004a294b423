// The measuring itself. Servers take turns, A B C A B C …, so that what slows the machine down for a while slows all of
// them; what is compared are the ratios within a round, and what is told is their median.

import type { Generator, Load, LoadRequest } from './load.ts';
import type { ServerProcess } from './server-process.ts';

export const connections = 32;
/** A server with much code of its own is compiled for longer: after one run it still takes a fifth more than it will. */
const warmUpRuns = 3;

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
  // The first runs of each warm its code up, and count for nothing.
  for (let run = 0; run < warmUpRuns; run += 1) for (const subject of subjects) await once(subject);
  for (let round = 0; round < rounds; round += 1) {
    for (const subject of subjects) samples.get(subject.name)?.push(await once(subject));
  }
  return samples;
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

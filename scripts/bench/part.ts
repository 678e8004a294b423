// The interface of a benchmark part. To add a part: write a file in parts/ that starts the compared servers, measures
// them, stops them and returns the findings. Then add it to the list in scripts/bench/bench.ts.

import type { Cores } from './machine.ts';
import type { Findings } from './report.ts';
import type { Plan } from './rounds.ts';

/** The environment of a part. */
export interface Bench extends Plan {
  /** Undefined: the kernel chooses the core of every process. */
  cores: Cores | undefined;
  /** A temporary folder for the part. The benchmark removes it afterwards. */
  folder: string;
  /** Prints the progress. */
  note(text: string): void;
}

export interface Part {
  /** The value for --only. */
  name: string;
  about: string;
  run(bench: Bench): Promise<Findings>;
}

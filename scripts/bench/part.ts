// A part of the benchmark. To add one: a file in parts/ that starts what it compares, measures it, stops it, and says
// what it found; and its name in the list of scripts/bench/bench.ts.

import type { Cores } from './machine.ts';
import type { Findings } from './report.ts';
import type { Plan } from './rounds.ts';

/** What a part is given. */
export interface Bench extends Plan {
  /** Undefined: everything runs wherever the kernel puts it. */
  cores: Cores | undefined;
  /** For the part's files; removed when it is done. */
  folder: string;
  /** Tells who is watching what goes on. */
  note(text: string): void;
}

export interface Part {
  /** For --only. */
  name: string;
  about: string;
  run(bench: Bench): Promise<Findings>;
}

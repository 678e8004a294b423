// Handles Ctrl-C during a contract run. The first one ends the run and deletes what it created; the second one ends the
// process at once.

import type { Course } from '../run.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** Must be called when the run begins. */
  begin(course: Course): void;
  /** Removes the signal handlers. */
  end(): void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** npm forwards the terminal's signal to its child, so one Ctrl-C arrives twice within this time. */
const echoMs = 1000;

/** Installs the signal handlers. On the second signal, calls `hurried` and exits with code 2. */
export function createInterruption(program: string, hurried: (course: Course) => string | undefined): Interruption {
  const interruption = new AbortController();
  let course: Course | undefined;
  let firstAt = 0;
  const interrupt = (): void => {
    if (!interruption.signal.aborted) {
      firstAt = performance.now();
      process.stderr.write(
        `${program}: stopping, and deleting the resources of the run; press Ctrl-C again to stop at once\n`,
      );
      interruption.abort();
      return;
    }
    if (performance.now() - firstAt < echoMs) return;
    const unsaved = course === undefined ? undefined : hurried(course);
    process.stderr.write(
      `${program}: stopped at once.${leftText(course)}${unsaved === undefined ? '' : ` And ${unsaved}`}\n`,
    );
    process.exit(2);
  };
  for (const signal of signals) process.on(signal, interrupt);
  return {
    signal: interruption.signal,
    begin: (begun) => {
      course = begun;
    },
    end() {
      for (const signal of signals) process.off(signal, interrupt);
    },
  };
}

/** Returns a text with the resources that are left, and with those that an unanswered request may have created. */
function leftText(course: Course | undefined): string {
  if (course === undefined) return '';
  const rest = `any other resource whose name begins with ${course.tag}`;
  return ` Resources that may be left on the server: ${[...course.made(), rest].join('; ')}. The next run or the command clean deletes them.`;
}

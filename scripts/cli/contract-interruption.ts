// Ctrl-C during a contract run: the first ends it and takes away what it made; the next does not wait for that.

import type { Course } from '../contract/index.ts';

export interface Interruption {
  /** Aborted by the first signal. */
  signal: AbortSignal;
  /** To be told of the run when it begins. */
  begin(course: Course): void;
  /** Takes the listeners away. */
  end(): void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;

/** npm passes on what the terminal has sent to its child as well: one Ctrl-C comes twice. */
const echoMs = 1000;

/** Listens for signals. `hurried` is called before the process ends by the next one. Exits with 2 then. */
export function createInterruption(hurried: (course: Course) => string | undefined): Interruption {
  const interruption = new AbortController();
  let course: Course | undefined;
  let firstAt = 0;
  const interrupt = (): void => {
    if (!interruption.signal.aborted) {
      firstAt = performance.now();
      process.stderr.write(
        'svc: stopping, and deleting the resources of the run; press Ctrl-C again to stop at once\n',
      );
      interruption.abort();
      return;
    }
    if (performance.now() - firstAt < echoMs) return;
    const unsaved = course === undefined ? undefined : hurried(course);
    process.stderr.write(`svc: stopped at once.${leftText(course)}${unsaved === undefined ? '' : ` And ${unsaved}`}\n`);
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

/** What is known to be there, and what an answer that has not come yet may have made. */
function leftText(course: Course | undefined): string {
  if (course === undefined) return '';
  const named = [...course.organizations].map((id) => `organization ${id}`);
  const rest = `any organization whose name begins with ${course.tag}`;
  return ` May be left, to be deleted by hand: ${[...named, rest].join('; ')}.`;
}

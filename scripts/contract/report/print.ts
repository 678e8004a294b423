// Writes results to stdout.

import { safeJson } from '../../text/index.ts';

export function printJson(value: unknown): void {
  process.stdout.write(`${safeJson(value)}\n`);
}

/** Prints a line of the result. */
export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}

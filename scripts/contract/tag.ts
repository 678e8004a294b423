// The tag of a run: the prefix of the names of everything that the run creates. A later run reads from it whether the
// run is over, and then deletes what the run has left.
//
//   contract-run-PLACE-PID-UNTIL-RANDOM, all but `contract-run` in hexadecimal digits
//
// PLACE is a digest of the machine and of its namespace of process ids. On the same place, the process id tells at once
// that a run was killed. Elsewhere a run counts as over when its time, UNTIL, is over.

import { createHash, randomBytes } from 'node:crypto';
import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

const pattern = /^contract-run-([0-9a-f]{8})-([0-9a-f]+)-([0-9a-f]+)-[0-9a-f]{8}/;
/** The time that a run has for deleting its resources, after its own time is over. */
const graceMs = 300_000;

/** Returns the tag of a new run. */
export function newTag(budgetMs: number): string {
  const until = Math.ceil((Date.now() + budgetMs + graceMs) / 1000);
  return `contract-run-${placeOf()}-${hex(process.pid)}-${hex(until)}-${randomBytes(4).toString('hex')}`;
}

/** `other`: the name does not belong to a contract run. */
export type RunState = 'over' | 'running' | 'other';

/** Returns the state of the run that gave a resource this name. */
export function stateOfRun(name: unknown, now = Date.now()): RunState {
  const [, place, pid = '', until = ''] = (typeof name === 'string' && pattern.exec(name)) || [];
  if (place === undefined) return 'other';
  if (now > Number.parseInt(until, 16) * 1000) return 'over';
  return place === placeOf() && !isAlive(Number.parseInt(pid, 16)) ? 'over' : 'running';
}

let place: string | undefined;

function placeOf(): string {
  place ??= createHash('sha256')
    .update(`${hostname()} ${tried(() => readlinkSync('/proc/self/ns/pid'))}`)
    .digest('hex')
    .slice(0, 8);
  return place;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  // A killed process stays in the table until its parent has read its exit code.
  return !/\) Z /.test(tried(() => readFileSync(`/proc/${pid}/stat`, 'utf8')));
}

/** Returns an empty text on systems without /proc. */
function tried(read: () => string): string {
  try {
    return read();
  } catch {
    return '';
  }
}

function hex(number: number): string {
  return number.toString(16);
}

// Errors that no command expects. The person gets one line with an incident number. The stack goes into a log file of this
// person: on a screen it explains nothing, and it can hold paths and names that nobody wants in a terminal's scrollback.

import { randomBytes } from 'node:crypto';
import { appendFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { scrub } from '../../services/platform/scrub.ts';
import { folder } from './saved-logins.ts';

const maxLogBytes = 1_000_000;

/** Writes the error to the log of this person. Returns the sentence for the screen, which names the incident. */
export function unexpectedText(error: unknown): string {
  const incident = randomBytes(4).toString('hex');
  const log = join(folder(), 'errors.log');
  const what = `This is a defect of svc (incident ${incident}).`;
  try {
    mkdirSync(folder(), { recursive: true, mode: 0o700 });
    if ((statSync(log, { throwIfNoEntry: false })?.size ?? 0) > maxLogBytes) rmSync(log);
    appendFileSync(log, `${new Date().toISOString()} incident ${incident}\n${scrub(detailsOf(error))}\n`, {
      mode: 0o600,
    });
    return `${what} The details are in ${log}: send them to the developers of svc.`;
  } catch {
    return `${what} The log ${log} cannot be written.`;
  }
}

function detailsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause === undefined ? '' : `\ncaused by: ${detailsOf(error.cause)}`;
  // The stack of a database error lacks the message.
  const { name, message, stack = '' } = error;
  return `${stack.includes(message) ? stack : `${name}: ${message}\n${stack}`}${cause}`;
}

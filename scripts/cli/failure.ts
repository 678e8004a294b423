// The error of a command: a message for the person, and an exit code.

import { fileProblem } from '../../services/platform/file-problem.ts';
import { plain } from '../text/index.ts';

type ExitCode = 1 | 2 | 130 | 143;

export class Failure extends Error {
  /** 1: the request was refused or failed; 2: wrong usage; 130 and 143: a signal interrupted the command. */
  readonly exitCode: ExitCode;

  constructor(message: string, options: { exitCode?: ExitCode; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Failure';
    this.exitCode = options.exitCode ?? 1;
  }
}

/** Returns a Failure for wrong arguments or flags. */
export function wrongUsage(message: string): Failure {
  return new Failure(message, { exitCode: 2 });
}

/** Returns a Failure for a command that needs an organization or a project and has none. */
export function missingContext(what: 'organization' | 'project'): Failure {
  const lists =
    what === 'project'
      ? '"svc project list" lists them.'
      : '"svc account get" lists yours. An admin lists all with "svc organization list", and makes one with "svc organization create --name NAME".';
  return wrongUsage(`Name the ${what} with --${what}, or once with "svc use --${what} ID". ${lists}`);
}

/** Returns a Failure for a local file that cannot be read, with the reason in words. */
export function fileFailure(path: string, error: unknown): Failure {
  const reason = fileProblem(error);
  return new Failure(`${plain(path)} cannot be read${reason === undefined ? '' : `: ${reason}`}.`, { cause: error });
}

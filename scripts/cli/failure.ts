// The error of a command: a message for the person, and an exit code.

export class Failure extends Error {
  /** 1: the request was refused or failed; 2: wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
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
      : '"svc account get" lists yours, and "svc organization list" lists all for admins.';
  return wrongUsage(`Name the ${what} with --${what}, or once with "svc use --${what} ID". ${lists}`);
}

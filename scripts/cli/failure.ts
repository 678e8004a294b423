// What a command ends with when it does not end well: a line for the person, and an exit code.

export class Failure extends Error {
  /** 1: refused or failed; 2: wrong usage. */
  readonly exitCode: 1 | 2;

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'Failure';
    this.exitCode = options.exitCode ?? 1;
  }
}

/** The command was not written as it has to be. */
export function wrongUsage(message: string): Failure {
  return new Failure(message, { exitCode: 2 });
}

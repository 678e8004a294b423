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

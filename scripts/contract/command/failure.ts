// The error of a command of the kit: a message for the person, and an exit code.

export class KitFailure extends Error {
  /** 1: the contract is broken; 2: wrong usage, or the command could not run or finish. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1, cause?: unknown) {
    super(message, { cause });
    this.name = 'KitFailure';
    this.exitCode = exitCode;
  }
}

/** Returns the failure of a command that could not run or finish. */
export function cannot(message: string, cause?: unknown): KitFailure {
  return new KitFailure(message, 2, cause);
}

/**
 * A model cannot do what it is asked, and a retry does not help. The message is for the project's people. In a file of its
 * own, because reader processes load it.
 */
export class ModelProblem extends Error {
  /** What the upstream answered with; undefined: it was not asked, or its answer is the problem. */
  readonly status: number | undefined;

  constructor(message: string, { status, cause }: { status?: number; cause?: unknown } = {}) {
    super(message, { cause });
    this.name = 'ModelProblem';
    this.status = status;
  }
}

/**
 * A model cannot process the request, and a retry does not help. The message is shown to the project's users. This
 * class has its own file because reader processes load it.
 */
export class ModelProblem extends Error {
  /**
   * The status of the upstream's response; undefined if there was no request, or if the content of the response is the
   * problem.
   */
  readonly status: number | undefined;
  /** True if the request is longer than the model or its server takes. */
  readonly isTooLong: boolean;

  constructor(
    message: string,
    { status, isTooLong = false, cause }: { status?: number; isTooLong?: boolean; cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'ModelProblem';
    this.status = status;
    this.isTooLong = isTooLong;
  }
}

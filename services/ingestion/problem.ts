/** Why a file cannot be processed: the file's fault, and final. */
export class FileProblem extends Error {
  readonly code: 'unsupported_file' | 'invalid_file';

  constructor(code: 'unsupported_file' | 'invalid_file', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
    this.code = code;
  }
}

/** A file of a kind that is read, and that cannot be. */
export function invalid(message: string, cause?: unknown): FileProblem {
  return new FileProblem('invalid_file', message, { cause });
}

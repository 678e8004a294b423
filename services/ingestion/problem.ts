/** A permanent failure because of the file's content. */
export class FileProblem extends Error {
  readonly code: 'unsupported_file' | 'invalid_file';

  constructor(code: 'unsupported_file' | 'invalid_file', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'FileProblem';
    this.code = code;
  }
}

/** Returns the error for a file of a supported kind that cannot be read. */
export function invalid(message: string, cause?: unknown): FileProblem {
  return new FileProblem('invalid_file', message, { cause });
}

/** The storage cannot read or write an object now. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** The storage does not have an object that a row refers to. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

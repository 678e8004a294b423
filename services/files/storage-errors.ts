/** The storage cannot read or write an object now. */
export class StorageError extends Error {
  override readonly name: string = 'StorageError';
}

/** The storage has no room for an object. Only deleted files or more space help. */
export class StorageFullError extends StorageError {
  override readonly name = 'StorageFullError';
}

/** The storage does not have an object that a row refers to. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

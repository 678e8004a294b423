/** The storage cannot take or give an object now. */
export class StorageError extends Error {
  override readonly name = 'StorageError';
}

/** The storage has no such object, though a row speaks of it. */
export class MissingObjectError extends Error {
  override readonly name = 'MissingObjectError';
}

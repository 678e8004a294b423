/** A backup or restore failed. The message is for the operator. */
export class OperationError extends Error {}

/** Why a backup or a restore cannot be done, in words for the operator. */
export class OperationError extends Error {}

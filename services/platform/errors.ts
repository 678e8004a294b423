// Everything that services refuse with, free of HTTP: a code, a text for the caller, and a private cause for the log.
// http/responses/error-bodies.ts turns a code into a status; the codes are the closed list of spec/common/errors.tsp.

import type { components } from '../../generated/openapi.ts';

export type ErrorCode = components['schemas']['ErrorCode'];
export type ValidationIssue = components['schemas']['ValidationIssue'];

/** A limit per minute that was reached. */
export interface RateLimit {
  /** Undefined: it is none of those that headers tell of. */
  limit?: number;
  resetSeconds: number;
  /** What it counts; calls, unless said otherwise. */
  of?: 'requests' | 'tokens';
}

/** A refusal that the caller may read. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The part of the request that is at fault. */
  readonly param: string | null;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
  /** The limit that was reached, and when it is lifted. */
  readonly rate: RateLimit | undefined;

  constructor(
    code: ErrorCode,
    publicMessage: string,
    options: {
      cause?: unknown;
      param?: string;
      retryAfterSeconds?: number;
      rate?: RateLimit;
    } = {},
  ) {
    super(publicMessage, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.param = options.param ?? null;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.rate = options.rate;
  }
}

/**
 * The cause of a refusal behind which something of the server's own is broken: the caller is answered as always, and the
 * operator is told.
 */
export class DamagedDataError extends Error {
  /** What it is about. */
  readonly subjectId: string;

  constructor(message: string, subjectId: string) {
    super(message);
    this.name = 'DamagedDataError';
    this.subjectId = subjectId;
  }
}

/** A request that breaks its schema, or a rule that a schema cannot say: every failure at once. */
export class ValidationError extends Error {
  readonly issues: ValidationIssue[];

  constructor(issues: ValidationIssue[]) {
    super(`${issues.length} validation ${issues.length === 1 ? 'issue' : 'issues'}`);
    this.name = 'ValidationError';
    this.issues = issues;
  }
}

/** One broken rule that a schema cannot say. `text` completes "Value error, …". */
export function valueError(loc: string[], text: string, input: unknown): ValidationError {
  return new ValidationError([{ loc, msg: `Value error, ${text}`, type: 'value_error', input, ctx: { error: text } }]);
}

/** There is no such thing in this scope, whether or not it exists elsewhere. */
export function notFound(noun: string, id: string): ServiceError {
  return new ServiceError('not_found', `There is no ${noun} '${id}' here.`);
}

/** No server has the model. A project that may not use a known one is refused with the same code, and another status. */
export class UnknownModelError extends ServiceError {
  constructor(model: string, advice = 'GET /v1/models lists the models there are.') {
    super('model_not_found', `There is no model '${model.slice(0, 200)}' here. ${advice}`, { param: 'model' });
  }
}

/** The token of a link opens nothing: one answer for every reason. */
export function tokenInvalid(): ServiceError {
  return new ServiceError(
    'token_invalid',
    'The link is used, expired, or replaced by a newer one. Ask for a new one.',
    {
      param: 'token',
    },
  );
}

/** The database, or another thing that the server needs, does not answer. */
export function unavailable(cause: unknown, what = 'reach its database'): ServiceError {
  return new ServiceError('unavailable', `The server cannot ${what}. Try again shortly.`, {
    cause,
    retryAfterSeconds: 2,
  });
}

/** A limit of the project is used up: waiting does not help, freeing or raising it does. */
export function quotaReached(limit: 'file_bytes' | 'vector_store_bytes', bytes: number): ServiceError {
  return new ServiceError(
    limit,
    `The project's limit ${limit}, which is ${bytes} bytes, does not leave room for this.`,
  );
}

/** The name is taken; only a unique index knows for sure. */
export function nameAlreadyExists(noun: string, name: string, cause: unknown): ServiceError {
  return new ServiceError('name_already_exists', `There is already a ${noun} named '${name}'. Choose another name.`, {
    cause,
    param: 'name',
  });
}

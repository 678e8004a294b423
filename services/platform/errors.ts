// Errors of services, independent of HTTP: a code, a message for the caller and a private cause for the log.
// http/replies/error-bodies.ts maps codes to statuses. spec/common/errors.tsp has the closed list of codes.

import type { components } from '../../generated/openapi.ts';
import { excerptOf } from './excerpts.ts';

export type ErrorCode = components['schemas']['ErrorCode'];
export type ValidationIssue = components['schemas']['ValidationIssue'];

/** A rate limit that was reached. */
export interface RateLimit {
  /** The limit for the `x-ratelimit-*` headers. Undefined if the headers do not report this limit. */
  limit?: number;
  resetSeconds: number;
  /** The unit of the limit. The default is requests. */
  of?: 'requests' | 'tokens';
}

/** An error whose message the caller may read. */
export class ServiceError extends Error {
  readonly code: ErrorCode;
  /** The part of the request that caused the error. */
  readonly param: string | null;
  /** Seconds after which a retry makes sense. */
  readonly retryAfterSeconds: number | undefined;
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

export type ScimProblemType = NonNullable<components['schemas']['ScimErrorBody']['scimType']>;

/** An error of a SCIM operation that RFC 7644 gives a kind. */
export class ScimProblem extends ServiceError {
  readonly type: ScimProblemType;

  constructor(type: ScimProblemType, publicMessage: string, cause?: unknown) {
    super(type === 'uniqueness' ? 'name_already_exists' : 'malformed_request', publicMessage, { cause });
    this.type = type;
  }
}

/**
 * The cause of an error that shows damaged data of the server. The caller gets the usual response, and the operator is
 * notified by log and audit log.
 */
export class DamagedDataError extends Error {
  /** The id of the damaged resource. */
  readonly subjectId: string;

  constructor(message: string, subjectId: string) {
    super(message);
    this.name = 'DamagedDataError';
    this.subjectId = subjectId;
  }
}

/** A validation error: all violations of the schema, or of rules that a schema cannot express. */
export class ValidationError extends Error {
  readonly issues: ValidationIssue[];

  constructor(issues: ValidationIssue[]) {
    super(`${issues.length} validation ${issues.length === 1 ? 'issue' : 'issues'}`);
    this.name = 'ValidationError';
    this.issues = issues;
  }
}

/** Returns a validation error for a rule that a schema cannot express. `text` completes "Value error, …". */
export function valueError(loc: string[], text: string, input: unknown): ValidationError {
  return new ValidationError([
    { loc, msg: `Value error, ${text}`, type: 'value_error', input: excerptOf(input), ctx: { error: text } },
  ]);
}

/** Returns a validation error for an object of the body that lacks a member, where a schema cannot express it. */
export function missingMember(loc: string[], input: unknown): ValidationError {
  return new ValidationError([{ loc, msg: 'Field required', type: 'missing', input: excerptOf(input), ctx: {} }]);
}

/**
 * Returns the error for a resource that does not exist in this scope. It may exist in another tenant, with the same
 * error.
 */
export function notFound(noun: string, id: string): ServiceError {
  return new ServiceError('not_found', `There is no ${noun} '${id}' here.`);
}

/** Returns what was looked for. Throws `not_found` if it does not exist in this scope. */
export function existing<Thing>(thing: Thing | null | undefined, noun: string, id: string): Thing {
  if (thing == null) throw notFound(noun, id);
  return thing;
}

/** No upstream has the model (404). A project that may not use an existing model gets the same code with 403. */
export class UnknownModelError extends ServiceError {
  /** @param otherUse says what a model with this name is for, after the name. */
  constructor(model: string, otherUse?: string) {
    const name = model.slice(0, 200);
    const unknown = `There is no model '${name}' here. GET /v1/models lists the models.`;
    super('model_not_found', otherUse === undefined ? unknown : `${name} ${otherUse}`, { param: 'model' });
  }
}

/** Returns the error for an invalid link token. It is the same for every reason. */
export function tokenInvalid(
  message = 'The link is used, expired, or replaced by a newer one. Request a new link.',
): ServiceError {
  return new ServiceError('token_invalid', message, {
    param: 'token',
  });
}

/** Returns the error for a dependency that does not answer, by default the database. */
export function unavailable(cause: unknown, what = 'reach its database'): ServiceError {
  return new ServiceError('unavailable', `The server cannot ${what}. Try again shortly.`, {
    cause,
    retryAfterSeconds: 2,
  });
}

/** Returns the error for a used-up storage quota. Waiting does not help; deleting files or raising the limit does. */
export function quotaReached(limit: 'file_bytes' | 'vector_store_bytes', bytes: number): ServiceError {
  return new ServiceError(
    limit,
    `The project's limit ${limit}, which is ${bytes} bytes, would be exceeded. Delete files, or raise the limit.`,
  );
}

/** Returns the error for a name that another role or group of the organization or the project has. */
export function nameTaken(noun: string, name: string, param: string, cause?: unknown): ServiceError {
  const text = `There is already a ${noun} named '${name}' here. Choose another name.`;
  return new ServiceError('name_already_exists', text, { cause, param });
}

/** Returns the error for a taken name. Thrown on a violation of the unique index, which alone excludes races. */
export function nameAlreadyExists(noun: string, name: string, cause: unknown): ServiceError {
  const text = `There is already a ${noun} named '${name}' in this project, where each ${noun} has its own name. Choose another name.`;
  return new ServiceError('name_already_exists', text, { cause, param: 'name' });
}

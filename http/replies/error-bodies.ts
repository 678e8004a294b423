// Maps each error code to its status, and builds the bodies of all errors.

import type { components } from '../../generated/openapi.ts';
import { CommitUnknownError, isDatabaseAway, isReferenceViolation, isTransient } from '../../models/constraints.ts';
import {
  DamagedDataError,
  type ErrorCode,
  issueSentence,
  ServiceError,
  UnknownModelError,
  unavailable,
  ValidationError,
  type ValidationIssue,
} from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';
import { rateHeaders } from './rate-headers.ts';

type ErrorType = components['schemas']['ErrorType'];

const statusOf: Record<ErrorCode, number> = {
  malformed_request: 400,
  headers_too_large: 431,
  request_timeout: 408,
  token_invalid: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  token_expired: 401,
  invalid_login: 401,
  sign_in_invalid: 400,
  sign_in_refused: 403,
  password_sign_in_off: 403,
  sign_in_again: 403,
  insufficient_permissions: 403,
  address_not_allowed: 403,
  invitation_email_mismatch: 403,
  foreign_origin: 403,
  mismatched_organization: 403,
  mismatched_project: 403,
  project_archived: 403,
  model_not_found: 403,
  model_has_no_price: 403,
  endpoint_not_allowed: 403,
  not_found: 404,
  unknown_path: 404,
  method_not_allowed: 405,
  name_already_exists: 409,
  email_already_exists: 409,
  already_member: 409,
  invitation_accepted: 409,
  smtp_not_configured: 409,
  organization_has_projects: 409,
  accountable_owner: 409,
  built_in_role: 409,
  too_many_roles: 409,
  last_admin: 409,
  user_disabled: 409,
  own_account: 409,
  upload_not_pending: 409,
  conversation_locked: 409,
  move_in_progress: 409,
  upgrade_in_progress: 409,
  response_not_cancellable: 409,
  responses_not_stored: 409,
  vector_store_expired: 409,
  vector_store_too_large: 409,
  setting_is_fixed: 409,
  webhook_not_configured: 409,
  webhook_disabled: 409,
  idempotency_key_in_use: 409,
  idempotency_key_reused: 409,
  idempotency_answer_lost: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  rate_limit_exceeded: 429,
  file_bytes: 429,
  vector_store_bytes: 429,
  response_bytes: 429,
  tokens_per_day: 429,
  tokens_per_month: 429,
  project_spend_limit_exceeded: 429,
  monthly_spend: 429,
  internal_error: 500,
  upstream_failed: 502,
  unavailable: 503,
  upstream_timeout: 504,
  insufficient_storage: 507,
};

/** Project limits that a short wait does not lift. */
const quotaCodes: readonly ErrorCode[] = [
  'file_bytes',
  'vector_store_bytes',
  'response_bytes',
  'tokens_per_day',
  'tokens_per_month',
  'project_spend_limit_exceeded',
  'monthly_spend',
];

/** Thrown if the path exists and the method does not. */
export class MethodNotAllowedError extends ServiceError {
  /** The path's methods, in upper case. */
  readonly allow: string[];

  constructor(method: string, allow: string[]) {
    super('method_not_allowed', `The method ${method} is not allowed for this path. Allowed: ${allow.join(', ')}.`);
    this.allow = allow;
  }
}

/** The part of a request that decides about the form of a validation error. */
interface Asked {
  path?: string;
  headers?: Record<string, string>;
}

/** The paths of operations that call models, and of all below them. */
const modelPath =
  /^\/(?:v1\/(?:chat|completions|embeddings|responses|conversations|messages|rerank)|v2\/rerank)(?:\/|$)/;

/**
 * Returns true if the client shows only `error.message`: a sentence, because `detail[].msg` is for programs. So do all
 * clients of models, and the SDKs of the public API, which send one of these headers.
 */
function readsError({ path = '', headers = {} }: Asked): boolean {
  return modelPath.test(path) || 'x-stainless-lang' in headers || 'openai-beta' in headers;
}

/**
 * Returns the answer to anything that was thrown. An error that is not meant for the caller becomes a 500 without
 * details.
 * @param request its headers have lower-case names.
 */
export function errorAnswer(error: unknown, request: Asked = {}): Answer {
  if (error instanceof ValidationError) {
    const body = { detail: error.issues };
    return { status: 422, body: readsError(request) ? { ...body, error: errorOfIssues(error.issues) } : body };
  }
  const known = toServiceError(error);
  const status = known instanceof UnknownModelError ? 404 : statusOf[known.code];
  return {
    status,
    headers: headersOf(known, status),
    body: { error: { message: known.message, type: typeOf(known), param: known.param, code: known.code } },
  };
}

function errorOfIssues([first, ...more]: ValidationIssue[]): components['schemas']['ValidationErrorObject'] {
  const { loc = [] } = first ?? {};
  const [part = 'body', ...path] = loc;
  const param = (part === 'body' && path.length > 0 ? path : [part, ...path]).join('.').slice(0, 255);
  const others = more.length === 0 ? '' : ` (and ${more.length} more ${more.length === 1 ? 'failure' : 'failures'})`;
  const message = `${first === undefined ? '' : issueSentence(first).slice(0, 1900)}${others}`;
  return { message, type: 'invalid_request_error', param, code: 'validation_error' };
}

/** Returns true for a defect of the server or damaged stored data: such errors are logged with their cause. */
export function isDefect(error: unknown): boolean {
  if (error instanceof ServiceError && error.cause instanceof DamagedDataError) return true;
  return !(error instanceof ValidationError) && toServiceError(error).code === 'internal_error';
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error;
  if (error instanceof CommitUnknownError) return new ServiceError('unavailable', commitUnknown, { cause: error });
  if (isDatabaseAway(error) || isTransient(error)) return unavailable(error);
  if (isReferenceViolation(error)) {
    return new ServiceError('not_found', 'The parent of this resource has just been deleted.', { cause: error });
  }
  return new ServiceError('internal_error', 'The server failed. Its log has the details under the request id.', {
    cause: error,
  });
}

const commitUnknown =
  'The database was lost while it stored the change. The change may have been made: look before you send the request again.';

function typeOf({ code, rate }: ServiceError): ErrorType {
  if (statusOf[code] >= 500) return 'server_error';
  if (quotaCodes.includes(code)) return 'insufficient_quota';
  return statusOf[code] === 429 ? (rate?.of ?? 'requests') : 'invalid_request_error';
}

function headersOf(error: ServiceError, status: number): Record<string, string> {
  if (status === 401) {
    // RFC 6750, section 3.1: a request without a token gets no error code.
    const isOfToken = error.code === 'invalid_api_key' || error.code === 'token_expired';
    return { 'www-authenticate': isOfToken ? 'Bearer error="invalid_token"' : 'Bearer' };
  }
  if (error instanceof MethodNotAllowedError) return { allow: error.allow.join(', ') };
  if (status === 409 || status === 507) return { 'x-should-retry': 'false' };
  if (quotaCodes.includes(error.code)) return { 'retry-after': '60', 'x-should-retry': 'false' };
  if (status === 429 || status === 503) {
    const seconds = error.retryAfterSeconds ?? 1;
    const { rate } = error;
    const left = rate?.limit === undefined ? {} : rateHeaders({ [rate.of ?? 'requests']: { ...rate, remaining: 0 } });
    const once = error.cause instanceof CommitUnknownError ? { 'x-should-retry': 'false' } : {};
    return { 'retry-after': String(seconds), 'retry-after-ms': String(seconds * 1000), ...left, ...once };
  }
  return {};
}

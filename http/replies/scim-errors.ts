// Errors in the form of SCIM (RFC 7644, section 3.12), for operations with `x-errors: scim`.

import type { components } from '../../generated/openapi.ts';
import {
  issueSentence,
  ScimProblem,
  type ScimProblemType,
  ServiceError,
  ValidationError,
} from '../../services/platform/index.ts';
import type { Answer } from '../calls/index.ts';
import { errorAnswer } from './error-bodies.ts';

type Body = components['schemas']['ScimErrorBody'];

const longest = 4000;

/** Returns the answer to anything that was thrown. A request that violates its schema gets 400, as RFC 7644 says. */
export function scimErrorAnswer(error: unknown): Answer {
  const { status: given, headers = {}, body } = errorAnswer(error);
  const status = given === 422 ? 400 : given;
  const detail = error instanceof ValidationError ? sentencesOf(error) : (body as { error: Error }).error.message;
  const scimType = typeOf(error);
  const inForm: Body = {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:Error'],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: detail.slice(0, longest),
  };
  return { status, headers, body: inForm };
}

function sentencesOf({ issues }: ValidationError): string {
  return issues.map((issue) => issueSentence(issue)).join(' ');
}

function typeOf(error: unknown): ScimProblemType | undefined {
  if (error instanceof ScimProblem) return error.type;
  if (error instanceof ServiceError && error.code === 'name_already_exists') return 'uniqueness';
  if (!(error instanceof ValidationError)) return undefined;
  const [first] = error.issues;
  if (first?.type === 'json_invalid') return 'invalidSyntax';
  const place = first?.loc.join('.') ?? '';
  if (/^body\.Operations\.\d+\.path$/.test(place)) return 'invalidPath';
  return place === 'query.filter' ? 'invalidFilter' : 'invalidValue';
}

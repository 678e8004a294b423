// The sentence of the spec that a failed case breaks. For a constraint of a field, it is made from the published
// document; for a rule of the protocol, it is the document's own sentence.

import { branchesOf, type Json, type Operation, parametersOf, type Schema } from '../../document/index.ts';
import { document, documented } from '../answers.ts';
import type { CaseResult } from '../run-operation.ts';

/** From the introduction of the document, by the rule of a case. */
const conventions: Record<string, string> = {
  access: 'Each operation states who may call it; in the document, x-access does.',
  additionalProperties: 'Under /admin/ and /v1/organization/, unknown members of a body are refused with 422.',
  credential: 'Every request carries one credential as Authorization: Bearer <credential>.',
  examples: 'The server accepts the examples of the document.',
  existence: 'Identifiers are opaque. A path that names nothing gets 404.',
  form: 'A form that cannot be parsed is refused like any other body.',
  framing: 'Malformed HTTP gets 400.',
  json: 'Bodies are JSON in UTF-8, at most 32 levels deep.',
  'media type': 'The operation takes the media types that the document declares for it; others get 415.',
  misspelt: 'A misspelt member gets 422, and ctx.did_you_mean names the member that was meant.',
  method: 'Unsupported methods get 405, and Allow names the supported ones.',
  open: 'Unknown members of a body are ignored, and svc-ignored-fields names them.',
  optional: 'Fields that are not required may be absent.',
  parameters: 'Unknown query parameters are refused with 422.',
  several: 'A request that violates its schema gets 422 with all failures at once.',
  size: 'A body above the size limit of the server gets 413.',
  tenant: 'A key has access to its own organization or project. What belongs to another one is answered with 404.',
};

type Sayer = (value: Json) => string;

/** The constraint of a field, by the keyword of its schema. */
const constraints: Record<string, Sayer> = {
  type: (value) => `is of the type ${[value].flat().join(' or ')}`,
  enum: (value) => `is one of ${[value].flat().join(', ')}`,
  format: (value) => `has the format ${value}`,
  pattern: (value) => `matches ${value}`,
  minimum: (value) => `is at least ${value}`,
  maximum: (value) => `is at most ${value}`,
  minLength: (value) => `has at least ${value} characters`,
  maxLength: (value) => `has at most ${value} characters`,
  minItems: (value) => `has at least ${value} items`,
  maxItems: (value) => `has at most ${value} items`,
  maxProperties: (value) => `has at most ${value} members`,
};

/** Returns the sentence. */
export function sentenceOf(result: Pick<CaseResult, 'operation' | 'id' | 'rule'>): string {
  const sentence = sentenceFor(result);
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function sentenceFor({ operation: { operationId }, id, rule }: Pick<CaseResult, 'operation' | 'id' | 'rule'>): string {
  // The rules of scripts/contract/rules are sentences themselves.
  if (rule.includes(' ') && conventions[rule] === undefined) return rule;
  const operation = documented(operationId);
  const [, family = '', pointer = ''] = id.split('/');
  const field = operation === undefined ? undefined : fieldOf(operation, family, pointer);
  if (rule === 'required') return requiredSentence(operationId, id);
  if (rule === 'nullable') return `${placeOf(family, pointer)} of ${operationId} may be null.`;
  const types = rule === 'type' ? new Set(field?.flatMap(({ type = [] }) => type)) : new Set();
  const value =
    types.size > 0 ? [...types] : field?.flatMap(withInner).find((schema) => rule in schema)?.[rule as keyof Schema];
  const say = constraints[rule];
  if (say !== undefined && value !== undefined)
    return `${placeOf(family, pointer)} of ${operationId} ${say(value as Json)}.`;
  if (value === undefined && /^min(Items|Length)$/.test(rule))
    return `${placeOf(family, pointer)} of ${operationId} may be empty.`;
  return (
    conventions[rule] ?? `${placeOf(family, pointer)} of ${operationId}: ${rule}, as its schema in the document says.`
  );
}

function requiredSentence(operationId: string, id: string): string {
  const [, family = '', pointer = '', name = ''] = id.split('/');
  const missing = /without-(.+)$/.exec(name)?.[1];
  if (missing !== undefined && pointer !== '-')
    return `${missing} in ${placeOf(family, pointer)} of ${operationId} is required.`;
  if (missing !== undefined || name === 'absent') return `${missing ?? pointer} of ${operationId} is required.`;
  return `${operationId} needs only the fields that the document requires.`;
}

/** Returns the place of a value for people. */
function placeOf(family: string, pointer: string): string {
  if (family === 'path' || family === 'header') return `the ${family} parameter ${pointer}`;
  if (pointer.startsWith('query.')) return `the query parameter ${pointer.slice('query.'.length)}`;
  const value = /\{key\}$/.test(pointer) ? 'a value of ' : '';
  return pointer === '-' ? 'the body' : `${value}${pointer.replace(/<[^>]*>|\{key\}$/g, '')} in the body`;
}

/** Returns the schemas of a field: several, if one of them is a union. */
function fieldOf(operation: Operation, family: string, pointer: string): Schema[] {
  const parameterName = family === 'path' || family === 'header' ? pointer : /^query\.(.+)$/.exec(pointer)?.[1];
  if (parameterName !== undefined) {
    const lower = parameterName.toLowerCase();
    const found = parametersOf(document, operation).find(({ name }) => name.toLowerCase() === lower);
    return found === undefined ? [] : branchesOf(document, found.schema);
  }
  const bodies = Object.values(operation.requestBody?.content ?? {}).map(({ schema = {} }) => schema);
  const steps = pointer === '-' ? [] : pointer.replace(/<[^>]*>/g, '').split('.');
  return steps.reduce<Schema[]>(
    (schemas, step) => schemas.flatMap((schema) => stepInto(schema, step)),
    bodies.flatMap((schema) => branchesOf(document, schema)),
  );
}

/** Returns the schema, and those of its items and members: a case may be about these. */
function withInner(schema: Schema): Schema[] {
  const { items, additionalProperties, propertyNames } = schema;
  const inner = [items, additionalProperties, propertyNames].filter((one) => typeof one === 'object');
  return [schema, ...inner.flatMap((one) => branchesOf(document, one))];
}

/** Follows a step of a pointer: the name of a member, then any of `[1]` for an item, `[name]` and `{key}` for a member. */
function stepInto(schema: Schema, step: string): Schema[] {
  const whole = schema.properties?.[step];
  if (whole !== undefined) return branchesOf(document, whole);
  const [, name = '', inside = ''] = /^([^[{]*)(.*)$/.exec(step) ?? [];
  const parts = [...inside.matchAll(/\[([^\]]*)\]|\{key\}/g)].map(([, part]) => part);
  return [name, ...parts].reduce<Schema[]>((schemas, part) => schemas.flatMap((one) => innerOf(one, part)), [schema]);
}

function innerOf({ properties, items, additionalProperties }: Schema, part: string | undefined): Schema[] {
  const inner = part === undefined ? additionalProperties : /^\d+$/.test(part) ? items : properties?.[part];
  return typeof inner === 'object' ? branchesOf(document, inner) : [];
}

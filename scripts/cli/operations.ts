// The operations of the published document, in the form that commands need.

import { readFileSync } from 'node:fs';
import type { OperationId } from '../../handlers/handler.ts';
import {
  type Operation,
  operationsOf,
  type Parameter,
  parametersOf,
  readDocument,
  resolve,
  type Schema,
} from '../document/index.ts';

/** The published document. */
export const document = readDocument(readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8'));

const byId = new Map(operationsOf(document).map((at) => [at.operation.operationId, at]));

/** Returns true if the document has an operation with this path, whatever the names of its parameters. */
export function hasOperation(method: string, path: string): boolean {
  const bare = (template: string): string => template.replace(/\{[^}]+\}/g, '{}');
  return operationsOf(document).some((at) => at.method.toUpperCase() === method && bare(at.path) === bare(path));
}

export interface CommandOperation {
  method: string;
  /** The path template, with parameters in braces. */
  path: string;
  /** The names of the path parameters, in order. */
  pathNames: string[];
  /** A line without a full stop. */
  summary: string;
  about: string;
  query: Parameter[];
  /** The member of the request that names the organization, such as `path.id` or `body.organization_id`. */
  organizationPlace: string | undefined;
  /** The context headers that the operation accepts. */
  takes: { organization: boolean; project: boolean };
  body: Schema | undefined;
  answer: Schema;
}

/** Returns the operation. Throws if the document does not have it. */
export function operationOf(id: OperationId): CommandOperation {
  const at = byId.get(id);
  if (at === undefined) throw new Error(`There is no operation ${id} in generated/openapi.json`);
  const { method, path, operation } = at;
  const parameters = parametersOf(document, operation);
  const names = (place: Parameter['in']): Parameter[] => parameters.filter((parameter) => parameter.in === place);
  const headers = new Set(names('header').map(({ name }) => name));
  return {
    method: method.toUpperCase(),
    path,
    pathNames: [...path.matchAll(/\{([^}]+)\}/g)].map(([, name]) => name as string),
    summary: operation.summary ?? '',
    about: sentence(operation.description ?? ''),
    organizationPlace: operation['x-access']?.organization,
    query: names('query'),
    takes: { organization: headers.has('Compat-Organization'), project: headers.has('Compat-Project') },
    body: operation.requestBody?.content['application/json']?.schema,
    answer: answerOf(operation) ?? {},
  };
}

/** Returns the first sentence of a description. */
export function sentence(text: string): string {
  const [first = ''] = text.replace(/\s+/g, ' ').split(/(?<=[.!?])\s/);
  return first.replaceAll('`', '');
}

/** Returns the schema with its references resolved, and whether null is allowed. */
export function unfold(schema: Schema): { schema: Schema; nullable: boolean } {
  const resolved = resolve(document, schema);
  const branches = resolved.anyOf ?? [];
  const rest = branches.filter(({ type }) => type !== 'null');
  const [only] = rest;
  if (rest.length === branches.length || only === undefined || rest.length > 1)
    return { schema: resolved, nullable: rest.length < branches.length };
  const { anyOf: _, ...beside } = resolved;
  return { schema: { ...unfold(only).schema, ...beside }, nullable: true };
}

/** Returns the schema of the JSON answer with the status; undefined if there is none. */
export function answerOf(operation: Operation, status = 200): Schema | undefined {
  return operation.responses[status]?.content?.['application/json']?.schema;
}

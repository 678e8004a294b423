// The example request of an operation, which request-code.ts writes in each language.

import {
  type Document,
  type Json,
  type OperationAt,
  parametersOf,
  resolve,
  type Schema,
} from '../../document/index.ts';
import { bodyExample, exampleOf, isObject } from './example.ts';

export interface ExampleRequest {
  method: string;
  /** The path with its example values. */
  path: string;
  /** `$NAME` stands for a variable of the environment. */
  headers: [name: string, value: string][];
  body: Json | undefined;
  /** The fields of a form; `@` stands before the name of a file. */
  form: [name: string, value: string][] | undefined;
  /** The fields of a URL-encoded form. */
  fields: [name: string, value: string][] | undefined;
  /** The credential that the request sends, such as `a project key`; empty if it sends none. */
  whose: string;
  /** The kind of the response body. */
  answers: 'json' | 'text' | 'bytes';
}

/** The file that example forms send, and the one that examples write. */
export const sentFile = 'handbook.pdf';

export function exampleRequest(document: Document, at: OperationAt): ExampleRequest {
  const { path, method, operation } = at;
  const given = operation.requestBody?.content ?? {};
  const [headers, whose] = credentialFor(operation['x-access']?.callers ?? []);
  const body = bodyExample(document, given['application/json']);
  return {
    method: method.toUpperCase(),
    path: filled(path, pathExamples(document, at)),
    headers: body === undefined ? headers : [...headers, ['Content-Type', 'application/json']],
    body: body === undefined ? undefined : withoutStreaming(body),
    form: body === undefined ? formOf(document, given['multipart/form-data']?.schema) : undefined,
    fields: body === undefined ? formOf(document, given['application/x-www-form-urlencoded']?.schema) : undefined,
    whose,
    answers: answerOf(Object.keys(operation.responses['200']?.content ?? {})),
  };
}

/** Returns the path with values in the place of its parameters. */
export function filled(path: string, values: ReadonlyMap<string, string>): string {
  return path.replace(/\{([^}]+)\}/g, (_, name: string) => encodeURIComponent(values.get(name) ?? name));
}

/** Returns the example values of the parameters in the path. */
function pathExamples(document: Document, { operation }: OperationAt): Map<string, string> {
  const parameters = parametersOf(document, operation).filter((parameter) => parameter.in === 'path');
  return new Map(parameters.map(({ name, schema }) => [name, String(exampleOf(document, schema))]));
}

/** Returns the body without its streaming options, because the example shows a response without streaming. */
function withoutStreaming(body: Json): Json {
  if (!isObject(body) || body.stream === undefined) return body;
  const { stream, stream_options, ...rest } = body;
  return rest;
}

function answerOf(types: string[]): ExampleRequest['answers'] {
  if (types.includes('application/json')) return 'json';
  return types.includes('application/octet-stream') ? 'bytes' : 'text';
}

/** Returns the fields that a form needs, with a file for the binary one. */
function formOf(document: Document, schema: Schema | undefined): ExampleRequest['form'] {
  if (schema === undefined) return undefined;
  const { properties = {}, required = [] } = resolve(document, schema);
  return required.map((name) => {
    const field = resolve(document, properties[name] ?? {});
    return [name, field.format === 'binary' ? `@${sentFile}` : String(exampleOf(document, field))];
  });
}

/** Returns the headers with the most common credential of the allowed callers. */
function credentialFor(callers: string[]): [headers: ExampleRequest['headers'], whose: string] {
  if (callers.includes('anyone')) return [[], ''];
  if (callers.includes('browser_session')) {
    const headers: ExampleRequest['headers'] = [
      ['Origin', '$SVC_URL'],
      ['Cookie', 'svc-session=$SVC_REFRESH_TOKEN'],
    ];
    return [headers, "a browser's session"];
  }
  if (callers.includes('refresh_token')) return [bearer('REFRESH_TOKEN'), 'a refresh token'];
  if (callers.includes('project_key')) return [bearer('TOKEN'), 'a project key'];
  if (callers.includes('organization_key')) return [bearer('TOKEN'), 'an organization key'];
  return [bearer('TOKEN'), callers.includes('owner') ? "a user's token" : "an admin's token"];
}

function bearer(variable: string): ExampleRequest['headers'] {
  return [['Authorization', `Bearer $SVC_${variable}`]];
}

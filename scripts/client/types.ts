// The types of the client's calls, derived from the paths of the OpenAPI document. If an operation is renamed or a
// field is removed, the callers' type check fails.

import type { components, defaults, paths } from '../../generated/openapi.ts';

export type Schemas = components['schemas'];
export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The paths that have an operation with this method. */
export type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths];

/** The body of a successful response; undefined if it has none. */
export type Answer<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer Responses }
  ? JsonOf<Responses[keyof Responses & (200 | 201 | 202)]>
  : never;

type JsonOf<Response> = Response extends { content: { 'application/json': infer Json } } ? Json : undefined;

type Parameters<Operation, Place extends string> = Operation extends { parameters: { [K in Place]?: infer Values } }
  ? Exclude<Values, undefined>
  : never;

type Body<Operation> = Operation extends { requestBody?: infer Sent } ? ContentOf<Exclude<Sent, undefined>> : never;
type ContentOf<Sent> = Sent extends { content: { 'application/json': infer Json } }
  ? Json
  : Sent extends { content: { 'multipart/form-data': unknown } }
    ? FormData
    : never;

/**
 * The names in an operation's query and body that have a default. The server's types require them, but a caller may
 * omit them.
 */
type Defaulted<P, M extends string> = P extends keyof defaults
  ? defaults[P] extends { [K in M]: infer Names }
    ? Names
    : never
  : never;
type Sent<Value, Names> = Value extends FormData
  ? Value
  : Value extends object
    ? Omit<Value, Names & keyof Value> & Partial<Pick<Value, Names & keyof Value>>
    : Value;

type Required<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]: Value };
type Optional<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]?: Value };

/** Settings of a single call, besides its parameters. */
export interface CallSettings {
  /** Overrides the client's organization. */
  organization?: string | undefined;
  /** Overrides the client's project. */
  project?: string | undefined;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

export type Options<P extends keyof paths, M extends Method> = CallSettings &
  Required<'params', Parameters<paths[P][M], 'path'>> &
  Optional<'query', Sent<Parameters<paths[P][M], 'query'>, Defaulted<P, M>>> &
  Required<'body', Sent<Body<paths[P][M]>, Defaulted<P, M>>>;

export type Arguments<P extends keyof paths, M extends Method> =
  CallSettings extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];

export type Call<M extends Method> = <P extends PathsOf<M>>(path: P, ...args: Arguments<P, M>) => Promise<Answer<P, M>>;

/** The paths whose GET operation returns a page of rows. */
export type ListPaths = {
  [P in PathsOf<'get'>]: Answer<P, 'get'> extends { data: unknown[]; has_more: boolean } ? P : never;
}[PathsOf<'get'>];

export type RowOf<P extends ListPaths> = Answer<P, 'get'> extends { data: (infer Row)[] } ? Row : never;

// Types that the panel's modules share. They are compile-time only: the browser does not load this file.

import type { VNode } from 'preact';
import type { components, defaults, paths } from '../../../generated/openapi.ts';

export type Schemas = components['schemas'];

type Method = 'get' | 'post' | 'patch' | 'delete';
type PathsOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: object } ? P : never;
}[keyof paths];

type Success<Operation> = Operation extends { responses: { 200: { content: { 'application/json': infer Body } } } }
  ? Body
  : never;
type Parameters<Operation, Place extends string> = Operation extends { parameters: infer Given }
  ? Given extends { [K in Place]?: infer Values }
    ? Exclude<Values, undefined>
    : never
  : never;
type Body<Operation> = Operation extends { requestBody: { content: { 'application/json': infer Json } } }
  ? Json
  : never;
/** The parameters of a path. The client of a project's page fills in the project itself. */
type Params<Values> = Values extends { project_id: string }
  ? Omit<Values, 'project_id'> & { project_id?: string }
  : Values;
type Member<Name extends string, Value> = [Value] extends [never]
  ? unknown
  : { [K in Name as object extends Value ? never : K]: Value } & {
      [K in Name as object extends Value ? K : never]?: Value;
    };
type Optional<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]?: Value };

/** The names of an operation's query parameters and body members that have a default. */
type Defaulted<P, M extends string> = P extends keyof defaults
  ? defaults[P] extends { [K in M]: infer Names }
    ? Names
    : never
  : never;
/** The request type of a caller: members with a default are optional. */
type Sent<Value, Names> = Value extends object
  ? Omit<Value, Names & keyof Value> & Partial<Pick<Value, Names & keyof Value>>
  : Value;

/** The options of a request: its data, organization and project. */
export interface Scope {
  organization?: string | undefined;
  project?: string | undefined;
  signal?: AbortSignal | undefined;
  /** Receives the headers of the successful response. */
  onHeaders?: ((headers: Headers) => void) | undefined;
}

type Options<P extends keyof paths, M extends Method> = Scope &
  Member<'params', Params<Parameters<paths[P][M], 'path'>>> &
  Optional<'query', Sent<Parameters<paths[P][M], 'query'>, Defaulted<P, M>>> &
  Member<'body', Sent<Body<paths[P][M]>, Defaulted<P, M>>>;

type Arguments<P extends keyof paths, M extends Method> =
  Scope extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];

export type Call<M extends Method> = <P extends PathsOf<M>>(
  path: P,
  ...args: Arguments<P, M>
) => Promise<Success<paths[P][M]>>;

/** The options of any request, after its types have been checked. */
export interface AnyOptions extends Scope {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
}

export interface Api {
  get: Call<'get'>;
  post: Call<'post'>;
  patch: Call<'patch'>;
  remove: Call<'delete'>;
}

/** The requested page of a list. */
export interface ListWindow {
  limit: number;
  order: 'asc' | 'desc';
  search?: string;
  /** Counts all rows that match. */
  include_total?: boolean;
  after?: string;
  before?: string;
}

/** A page of a list, the same for every resource. */
export interface ListOf<Row> {
  data: Row[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
  /** The number of rows on all pages, where the operation counts them. */
  total?: number;
}

export type Child = VNode | string | null | undefined | false;

/** The organization of a page, and what the user may do in it. */
export type ChosenOrganization = Omit<Schemas['AccountOrganization'], 'role'>;

/** The context of a page. */
export interface Context {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Aborts when the user leaves the page. */
  signal: AbortSignal;
  /** The API client for the organization and project of the page. */
  api: Api;
  /** Redraws the page. */
  reload(): void;
}

export interface AccountContext extends Context {
  account: Schemas['Account'];
}

export interface OrganizationContext extends AccountContext {
  organization: ChosenOrganization;
}

export interface ProjectContext extends OrganizationContext {
  project: Schemas['Project'];
}

/** The reader, and the organization and the project of the page, as far as there are any. */
export type Where = { [Name in 'account' | 'organization' | 'project']?: ProjectContext[Name] | undefined };

interface PageOf<Kind extends string, Where> {
  /**
   * The scope that the page needs: public, a signed-in user, an admin, an organization or a project. The context
   * contains it.
   */
  scope: Kind;
  /** The address behind the `#`: `/o/:organization/members`. Mail links have their own path. */
  path: string;
  title: string;
  /** The label in the navigation or the project's tabs, where it differs from the title. Null: other pages link here. */
  label?: string | null;
  /** The letter that opens the page after `g`. */
  shortcut?: string;
  /** The permission of the operation that the page calls first. Omitted: everybody may call it. */
  permission?: Schemas['Permission'];
  render(context: Where): Child | Child[] | Promise<Child | Child[]>;
}

export type Page =
  | PageOf<'public', Context>
  | PageOf<'account' | 'admin', AccountContext>
  | PageOf<'organization', OrganizationContext>
  | PageOf<'project', ProjectContext>;

/** A form control. */
export interface Field {
  element: VNode<object>;
  /** The members of the request that the control sets. Their errors appear at this control. */
  names: string[];
  /** Writes the control's value into the body. */
  fill(body: Record<string, unknown>): void;
  /** Shows an error, as a text and as the server's issue; undefined clears the error. */
  setProblem(text: string | undefined, issues?: Schemas['ValidationIssue'][]): void;
  focus(): void;
}

/** A field of one text, which can be set. */
export type TextField = Field & { text(): string; set(text: string): void };

/** A message between the tabs of this browser. */
export type TabMessage =
  | { type: 'ask' }
  | { type: 'token'; token: string; expiresAtMs: number }
  | { type: 'signed-in' }
  | { type: 'signed-out' };

// The types that the panel's modules share. Nothing here reaches the browser.
//
// Every call is typed by the paths of the spec: an operation that is renamed, or a field that goes, breaks the check.

import type { components, defaults, paths } from '../../generated/openapi.ts';

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
type Member<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]: Value };
type Optional<Name extends string, Value> = [Value] extends [never] ? unknown : { [K in Name]?: Value };

/** The names in an operation's query and body that have a default. */
type Defaulted<P, M extends string> = P extends keyof defaults
  ? defaults[P] extends { [K in M]: infer Names }
    ? Names
    : never
  : never;
/** What a caller sends, where the server sees defaults in the places of what was left out. */
type Sent<Value, Names> = Value extends object
  ? Omit<Value, Names & keyof Value> & Partial<Pick<Value, Names & keyof Value>>
  : Value;

/** What a call sends, and in which organization and project it is made. */
export interface Scope {
  organization?: string | undefined;
  project?: string | undefined;
  signal?: AbortSignal | undefined;
}

type Options<P extends keyof paths, M extends Method> = Scope &
  Member<'params', Parameters<paths[P][M], 'path'>> &
  Optional<'query', Sent<Parameters<paths[P][M], 'query'>, Defaulted<P, M>>> &
  Member<'body', Sent<Body<paths[P][M]>, Defaulted<P, M>>>;

type Arguments<P extends keyof paths, M extends Method> =
  Scope extends Options<P, M> ? [options?: Options<P, M>] : [options: Options<P, M>];

export type Call<M extends Method> = <P extends PathsOf<M>>(
  path: P,
  ...args: Arguments<P, M>
) => Promise<Success<paths[P][M]>>;

/** What any call may send, once its types are known to be right. */
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

/** Which page of a list is wanted. */
export interface ListWindow {
  limit: number;
  after?: string;
  before?: string;
}

/** A page of a list, as every list answers. */
export interface ListOf<Row> {
  data: Row[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

export type Child = Node | string | null | undefined | false;

/** The organization that a page is about, and what the reader may do in it. */
export interface ChosenOrganization {
  id: string;
  name: string;
  /** An admin of the server may do everything, a member or not. */
  role: 'owner' | 'member';
}

/** What a page knows of where it stands. */
export interface Context {
  params: Record<string, string>;
  query: URLSearchParams;
  /** Ends when the reader goes elsewhere. */
  signal: AbortSignal;
  /** Calls in the organization and the project of the page. */
  api: Api;
  /** Draws the page anew. */
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

interface PageOf<Kind extends string, Where> {
  /** What the page needs: nobody, a signed-in user, an admin, an organization or a project, which it then finds in its context. */
  scope: Kind;
  /** Its address behind the `#`: `/o/:organization/members`. The links of mails have a path of their own. */
  path: string;
  title: string;
  /** Its name in the navigation or among a project's tabs; a page without one is reached from another. */
  label?: string;
  /** Who may open it in an organization; everybody unless it says so. */
  role?: 'owner';
  render(context: Where): Child | Child[] | Promise<Child | Child[]>;
}

export type Page =
  | PageOf<'public', Context>
  | PageOf<'account' | 'admin', AccountContext>
  | PageOf<'organization', OrganizationContext>
  | PageOf<'project', ProjectContext>;

/** A control of a form. */
export interface Field {
  element: HTMLElement;
  /** The members of the request that it sets: what is wrong with one of them is shown here. */
  names: string[];
  /** Puts what it holds into the body. */
  fill(body: Record<string, unknown>): void;
  /** Shows what is wrong, as a text and as the server said it; nothing: all is well. */
  setProblem(text: string | undefined, issues?: Schemas['ValidationIssue'][]): void;
  focus(): void;
}

/** What a tab tells the others of this browser. */
export type TabMessage =
  | { type: 'ask' }
  | { type: 'token'; token: string; expiresAtMs: number }
  | { type: 'signed-in' }
  | { type: 'signed-out' };

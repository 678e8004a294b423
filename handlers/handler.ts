// The types of a handler's request and response for each operation, derived from the spec.

import type { operations } from '../generated/openapi.ts';
import type { OperationId, operationTable } from '../generated/operations.ts';
import type { RowModel, RowOf } from '../generated/rows.ts';
import type { OrganizationRow } from '../models/organization.ts';
import type { ProjectRow } from '../models/project.ts';
import type { ByteContent, ReceivedFile, StorageReservation } from '../services/files/index.ts';
import type { ForwardedResponse } from '../services/gateway/index.ts';
import type { Services } from '../services/index.ts';
import type { Rates } from '../services/limits/index.ts';
import type {
  BrowserSessionPrincipal,
  OrganizationKeyPrincipal,
  Principal,
  ProjectKeyPrincipal,
  RefreshPrincipal,
  UserPrincipal,
  WorkerPrincipal,
} from '../services/tenancy/index.ts';

export type { OperationId };

type AccessOf<Id extends OperationId> = (typeof operationTable)[Id]['access'];

/** A matched, authorized and validated request, with its organization and project, and the rows that its path names. */
export type Call<Id extends OperationId> = Request<Id> & Omit<ContextOf<Id>, keyof RowsOf<Id>> & RowsOf<Id>;

interface Request<Id extends OperationId> {
  params: PathOf<Id>;
  query: QueryOf<Id>;
  body: BodyOf<Id>;
  caller: CallerOf<Id>;
  /** The caller's network address. */
  address: string;

  // The raw parts of the request, for handlers that forward it to an upstream.
  requestId: string;
  verb: string;
  path: string;
  queryText: string | undefined;
  headers: Readonly<Record<string, string>>;
  bytes: Buffer | undefined;
  bodyText: string | undefined;
  rates: Rates;
  /** The storage reserved for the file in the request. */
  reservation: StorageReservation | undefined;
  /** Calls the listener if the client disconnects before the response is complete. */
  onGone(listener: () => void): void;
}

/** A response that the operation declares. Errors are thrown, not returned. */
export type Reply<Id extends OperationId> = {
  [Status in keyof operations[Id]['responses']]: {
    status: Status;
    /** Bytes: the encoded body, in the media type and content coding that the headers name. */
    body: ContentOf<operations[Id]['responses'][Status]> | Uint8Array;
    headers?: Record<string, string>;
  };
}[keyof operations[Id]['responses']];

/** An upstream's response. Only operations that declare `4XX` may return one. */
type Passed<Id extends OperationId> = '4XX' extends keyof operations[Id]['responses'] ? ForwardedResponse : never;

export type Handler<Id extends OperationId> = (
  call: Call<Id>,
  services: Services,
) => Promise<Reply<Id> | Passed<Id>> | Reply<Id>;

/** One handler for each operation: a missing handler is a compile error. */
export type Handlers = { [Id in OperationId]: Handler<Id> };

type Parameters<Id extends OperationId> = operations[Id]['parameters'];
type PathOf<Id extends OperationId> = Parameters<Id> extends { path: infer Path } ? Path : Record<never, never>;
type QueryOf<Id extends OperationId> =
  Parameters<Id> extends { query?: infer Query }
    ? [NonNullable<Query>] extends [never]
      ? Record<never, never>
      : NonNullable<Query>
    : Record<never, never>;
type BodyOf<Id extends OperationId> = operations[Id] extends { requestBody: { content: infer Content } }
  ? Content extends { 'application/json': infer Body }
    ? Body
    : Content extends { 'multipart/form-data': infer Form }
      ? FormOf<Form>
      : undefined
  : undefined;
/** A parsed form. The binary part has already been stored. */
type FormOf<Form> = { [Part in keyof Form]: unknown extends Form[Part] ? ReceivedFile : Form[Part] };
type ContentOf<Response> = Response extends { content: infer Content }
  ? Content extends { 'application/octet-stream': unknown }
    ? ByteContent
    : Content[keyof Content]
  : undefined;

interface PrincipalOf {
  admin: UserPrincipal;
  owner: UserPrincipal;
  member: UserPrincipal;
  organization_key: OrganizationKeyPrincipal;
  project_key: ProjectKeyPrincipal;
  refresh_token: RefreshPrincipal;
  browser_session: BrowserSessionPrincipal;
  worker_token: WorkerPrincipal;
  anyone: Principal | undefined;
}
type CallerOf<Id extends OperationId> = PrincipalOf[AccessOf<Id>['callers'][number]];
interface ContextOf<Id extends OperationId> {
  organization: AccessOf<Id>['context'] extends 'organization' | 'project' ? OrganizationRow : undefined;
  project: AccessOf<Id>['context'] extends 'project' ? ProjectRow : undefined;
}
/** The rows that the path names: `x-row` in spec/common/access.tsp. */
type RowsOf<Id extends OperationId> = (typeof operationTable)[Id] extends { rows: readonly (infer Row)[] }
  ? { [Each in Row as NamedRow<Each>['name']]: RowOf<NamedRow<Each>['kind']> }
  : Record<never, never>;
type NamedRow<Row> = Row extends { name: infer Name extends string; kind: infer Kind extends RowModel }
  ? { name: Name; kind: Kind }
  : never;

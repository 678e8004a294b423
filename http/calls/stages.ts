// The stages of a call in the pipeline: each step takes what an earlier step has returned, and returns more. No step
// changes a stage, but validation fills the schema's defaults in the body that was parsed for it.

import type { OrganizationRow } from '../../models/organization.ts';
import type { ProjectRow } from '../../models/project.ts';
import type { StorageReservation } from '../../services/files/index.ts';
import type { Rates } from '../../services/limits/index.ts';
import type { Principal } from '../../services/tenancy/index.ts';
import type { Route } from './route.ts';

/** The operation of the call is known. */
export interface Matched {
  readonly route: Route;
  readonly params: Record<string, string>;
}

/** The caller is known, if the operation needs one. */
export interface Authenticated extends Matched {
  readonly caller: Principal | undefined;
}

/** The caller may call the operation for this organization and project. */
export interface Authorized extends Authenticated {
  readonly organization: OrganizationRow | undefined;
  readonly project: ProjectRow | undefined;
}

/** The content of a request. */
export interface Content {
  /** The unparsed body. Undefined if the request has none, and for a form. */
  readonly bytes: Buffer | undefined;
  /** The text of a JSON body, so that the errors of validation can show it as it was sent. */
  readonly bodyText: string | undefined;
  /** The parsed body. Undefined if none was read. */
  readonly body: unknown;
  /** The parts of a form, with texts not yet converted. */
  readonly form: Record<string, unknown> | undefined;
  /** The storage reserved for the file of a form. */
  readonly reservation: StorageReservation | undefined;
}

/** Everything that the operation takes is checked. */
export interface Validated extends Authorized {
  readonly content: Content;
  readonly query: Record<string, unknown>;
  /** Names of members of the body that the operation does not know. */
  readonly ignoredFields: string[];
  /** The remaining amounts of the per-minute limits that the call counts against. Its handler adds tokens to them. */
  readonly rates: Rates;
}

/** The rows that the path names exist in the tenant. */
export interface Loaded extends Validated {
  /** The rows by their names: see `x-row` in spec/common/access.tsp. */
  readonly rows: Readonly<Record<string, { readonly id: string }>>;
}

/** The facts of a call at some stage, for its log line and headers. It never has the body, which a stream outlives. */
export type Progress = Partial<Authorized & Pick<Validated, 'ignoredFields' | 'rates'>>;

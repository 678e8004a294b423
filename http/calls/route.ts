// One operation of the spec for the request pipeline: its row of generated/operations.ts, and the types of its query
// and form values.

import type { NeededPermission, OperationId } from '../../generated/operations.ts';
import type { RowModel } from '../../generated/rows.ts';

export type BodyLimit = 'small' | 'usual' | 'inference';

/** A row of generated/operations.ts. spec/common/access.tsp explains its members. */
export interface OperationNeeds {
  readonly method: string;
  readonly path: string;
  /** True if the path with a slash at its end is also valid. */
  readonly trailingSlash?: boolean;
  readonly access: {
    readonly callers: readonly string[];
    readonly context: 'none' | 'optional' | 'organization' | 'project';
    readonly permission: NeededPermission;
    /** The place in the path or the body that names the organization. */
    readonly organization?: string;
    readonly origin?: string;
    readonly local?: string;
  };
  readonly body: 'none' | 'json' | 'form' | 'bytes';
  /** The name of the file in a form, and its largest size if that is not the configured one. */
  readonly form?: { readonly file: string; readonly maxBytes?: number };
  readonly bodyLimit: BodyLimit;
  /** True if an upstream reads the body, so that it may have members that this server does not know. */
  readonly callsModel?: boolean;
  /** Set if query and body are passed to an upstream without validation. */
  readonly passesOn?: 'endpoint' | 'mcp server';
  /** The form of errors, if it is not that of the public API. */
  readonly errors?: 'anthropic' | 'oauth' | 'page' | 'scim';
  /** The header that takes a credential in place of `Authorization`. */
  readonly apiKeyHeader?: string;
  readonly rateLimit?: 'project';
  /** True if the operation accepts an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The rows that the path names, each after the row that it belongs to. */
  readonly rows?: readonly { readonly name: string; readonly parameter: string; readonly kind: RowModel }[];
  /** The types of the entries in the audit log, and which side writes them: this pipeline or the service. */
  readonly audit?: { readonly events: readonly [string, ...string[]]; readonly by: 'call' | 'service' };
}

/** The query parameters of an operation that are not strings. */
export type Coercions = [name: string, type: 'integer' | 'number' | 'boolean' | 'array'][];

/** The part of a form's schema that is needed to convert its texts. */
export interface FormSchema {
  type?: string | string[];
  properties?: Record<string, FormSchema>;
  required?: string[];
}

export interface Route extends OperationNeeds {
  readonly operationId: OperationId;
  readonly coercions: Coercions;
  readonly formSchema: FormSchema;
}

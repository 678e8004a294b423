// One operation of the spec, as the request pipeline needs it: its row of generated/operations.ts, and how its query and
// its form become values.

import type { OperationId } from '../../generated/operations.ts';

export type BodyLimit = 'small' | 'usual' | 'inference';

/** A row of generated/operations.ts; spec/common/access.tsp says what its members mean. */
export interface OperationNeeds {
  readonly method: string;
  readonly path: string;
  /** The path also answers with a slash at its end. */
  readonly trailingSlash?: boolean;
  readonly access: {
    readonly callers: readonly string[];
    readonly context: 'none' | 'optional' | 'organization' | 'project';
    /** The place in the path or the body that names the organization. */
    readonly organization?: string;
    readonly origin?: string;
    readonly local?: string;
  };
  readonly body: 'none' | 'json' | 'form' | 'bytes';
  /** The name of the file in a form, and its largest size if that is not the configured one. */
  readonly form?: { readonly file: string; readonly maxBytes?: number };
  readonly bodyLimit: BodyLimit;
  /** Query and body go to an upstream unchecked. */
  readonly passesOn?: 'endpoint' | 'mcp server';
  readonly rateLimit?: 'project';
  /** Accepts an `Idempotency-Key`. */
  readonly idempotent?: boolean;
  /** The action in the audit log, and who writes the entry. */
  readonly audit?: { readonly action: string; readonly by: 'call' | 'service' };
}

/** The query parameters of an operation that are no texts. */
export type Coercions = [name: string, type: 'integer' | 'number' | 'boolean' | 'array'][];

/** The part of a form's schema that tells its values apart. */
export interface FormSchema {
  type?: string | string[];
  properties?: Record<string, FormSchema>;
}

export interface Route extends OperationNeeds {
  readonly operationId: OperationId;
  readonly coercions: Coercions;
  readonly formSchema: FormSchema;
}

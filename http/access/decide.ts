// The decision of who may call an operation: a pure function of the operation, the kind of credential, the permissions of
// its role and the scopes of the key. test/access/permissions.test.ts prints it for every combination.

import type { Permissions, Principal } from '../../services/tenancy/index.ts';
import type { OperationNeeds } from '../calls/index.ts';

/** The rule that refuses the call, or `allowed`. */
export type Decision = 'allowed' | 'kind' | 'role' | 'scope';

/** What the decision depends on. */
export interface Claims {
  kind: Principal['kind'] | 'nobody';
  isAdmin?: boolean;
  /** What the caller's role allows where the call acts. */
  permissions: Permissions;
  /** The scopes of a key; undefined: all that its role allows. */
  scopes?: Permissions | undefined;
}

export function decide({ callers, permission }: OperationNeeds['access'], claims: Claims): Decision {
  if (!acceptsKind(callers, claims)) return 'kind';
  // Operations without a credential, those on the caller's own account, and those of tokens that have no role.
  if (permission === 'none' || claims.kind === 'worker_token') return 'allowed';
  if (!claims.permissions.has(permission)) return 'role';
  return claims.scopes === undefined || claims.scopes.has(permission) ? 'allowed' : 'scope';
}

function acceptsKind(callers: readonly string[], { kind, isAdmin }: Claims): boolean {
  if (callers.includes('anyone')) return true;
  if (kind !== 'user') return callers.includes(kind);
  return callers.includes('owner') || callers.includes('member') || (isAdmin === true && callers.includes('admin'));
}

// Authorization as a pure function of the operation's `x-access`, the kind of credential, the permissions of its role and
// the scopes of the key. test/access/permissions.test.ts prints it for every combination.

import type { Permissions, Principal } from '../../services/tenancy/index.ts';
import type { OperationNeeds } from '../calls/index.ts';

/** The rule that refuses the call, or `allowed`. */
export type Decision = 'allowed' | 'kind' | 'role' | 'scope';

/** The facts about a caller that the decision reads. */
export interface Claims {
  kind: Principal['kind'] | 'nobody';
  isAdmin?: boolean;
  /** The permissions of the caller's role, in the organization of the call. */
  permissions: Permissions;
  /** The scopes of a key; undefined: all that its role allows. */
  scopes?: Permissions | undefined;
}

/** Returns `allowed`, or the rule that refuses the call. */
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

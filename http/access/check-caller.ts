// Authorization, first step: checks the kind of credential, and the role of an organization key's maker, against `x-access` (403).

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { OrganizationKeyPrincipal, Principal } from '../../services/tenancy/index.ts';
import type { Authenticated, ServerCall } from '../calls/index.ts';
import { isOpen } from './authenticate.ts';
import { checkOrigin } from './origin.ts';

/** Throws `insufficient_permissions`, or `foreign_origin` for a page of another origin that uses the session cookie. */
export function checkCaller(call: ServerCall, { route, caller }: Authenticated, services: Services): void {
  const { callers, origin } = route.access;
  if (callers[0] !== 'anyone' && !isOpen(call, route, services)) checkKind(caller, callers);
  if (origin !== undefined) checkOrigin(call, services);
}

function checkKind(caller: Principal | undefined, callers: readonly string[]): void {
  if (caller?.kind === 'organization_key' && !keyReaches(caller, callers)) {
    throw callers.includes(caller.kind) ? makerIsMember() : insufficient(callers);
  }
  if (!reaches(caller, callers)) throw insufficient(callers);
}

function reaches(caller: Principal | undefined, callers: readonly string[]): boolean {
  if (caller === undefined) return false;
  if (caller.kind !== 'user') return callers.includes(caller.kind);
  return callers.includes('owner') || callers.includes('member') || (caller.isAdmin && callers.includes('admin'));
}

/** Returns true if the organization key may call: it may do no more than its maker's own token. */
export function keyReaches({ kind, role }: OrganizationKeyPrincipal, callers: readonly string[]): boolean {
  return callers.includes(kind) && (role === 'owner' || callers.includes(role));
}

function makerIsMember(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'The creator of this key is only a member of the organization now, so the key may do what a member may. Use the key of an owner.',
  );
}

/** @param callers the members of `x-access` that may call the operation. */
export function insufficient(callers: readonly string[]): ServiceError {
  const allowed = callers.map((caller) => caller.replaceAll('_', ' ')).join(', ');
  return new ServiceError(
    'insufficient_permissions',
    `This credential may not call the operation. Use the credential of one of these: ${allowed}.`,
  );
}

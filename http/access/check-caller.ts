// Authorization, first step: checks the kind of credential against `x-access` (403).

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Route, ServerCall } from '../calls/index.ts';
import { isOpen } from './authenticate.ts';
import { checkOrigin } from './origin.ts';

/** Throws `insufficient_permissions`, or `foreign_origin` for a page of another origin that uses the session cookie. */
export function checkCaller(call: ServerCall, services: Services): void {
  const { callers, origin } = (call.route as Route).access;
  if (callers[0] !== 'anyone' && !isOpen(call, services) && !reaches(call, callers)) throw insufficient(callers);
  if (origin !== undefined) checkOrigin(call, services);
}

function reaches({ caller }: ServerCall, callers: readonly string[]): boolean {
  if (caller === undefined) return false;
  if (caller.kind !== 'user') return callers.includes(caller.kind);
  return callers.includes('owner') || callers.includes('member') || (caller.isAdmin && callers.includes('admin'));
}

/** @param callers the members of `x-access` that may call the operation. */
export function insufficient(callers: readonly string[]): ServiceError {
  const allowed = callers.map((caller) => caller.replaceAll('_', ' ')).join(', ');
  return new ServiceError(
    'insufficient_permissions',
    `This credential may not call the operation. Use the credential of one of these: ${allowed}.`,
  );
}

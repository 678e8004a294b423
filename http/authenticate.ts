// Bearer → who calls.

import { type Principal, revoked } from '../services/access.ts';
import { ServiceError } from '../services/errors.ts';
import type { Services } from '../services/index.ts';
import type { OperationRoute } from './backend.ts';
import type { ServerCall } from './call.ts';

const bearer = /^bearer +([\x21-\x7e]+) *$/i;

/**
 * Sets `call.caller`, unless anyone may call. At once when the credential is warm.
 * Throws `missing_api_key`, `invalid_api_key` or `token_expired`.
 */
export function authenticate(call: ServerCall, { access }: Services): void | Promise<void> {
  if ((call.route as OperationRoute).access.callers[0] === 'anyone') return;
  const credential = bearer.exec(call.headers.authorization ?? '')?.[1];
  if (credential === undefined) {
    throw new ServiceError('missing_api_key', 'Send a credential as "Authorization: Bearer <credential>".');
  }
  const principal = access.principal(credential);
  if (principal instanceof Promise) return principal.then((loaded) => admit(call, loaded));
  admit(call, principal);
}

/** A refresh token is a credential for its one operation only, and nothing else is one there. */
function admit(call: ServerCall, principal: Principal): void {
  const { callers } = (call.route as OperationRoute).access;
  if (callers.includes('refresh_token') !== (principal.kind === 'refresh_token')) throw revoked();
  call.caller = principal;
}

import { type Actor, nobody } from '../audit/index.ts';
import type { Principal } from './principals.ts';

/** Returns the actor that the audit log names for a caller. */
export function actorOf(caller: Principal | undefined): Actor {
  if (caller === undefined || caller.kind === 'refresh_token' || caller.kind === 'browser_session') return nobody;
  if (caller.kind === 'user') return { kind: 'user', id: caller.userId, userId: caller.userId, email: caller.email };
  if (caller.kind === 'worker_token') return { ...nobody, kind: 'worker_token' };
  const userId = caller.kind === 'organization_key' ? caller.userId : caller.serviceAccountId;
  return { kind: caller.kind, id: caller.keyId, userId, email: null };
}

// Checks during a stream that its caller is still authorized.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Route, ServerCall } from '../calls/index.ts';
import { authenticate } from './authenticate.ts';
import { type Caller, mayCall } from './context.ts';

/**
 * Returns false if the caller has lost access since the call began. Returns true if the check cannot be made, for
 * example without a database.
 */
export async function isStillAuthorized(call: ServerCall, services: Services): Promise<boolean> {
  const { organization, project } = call;
  const { callers } = (call.route as Route).access;
  try {
    await authenticateAgain(call, services);
    if (organization === undefined) return true;
    const found = await services.access.context(organization.id, project?.id);
    if (found.organization === undefined || !mayCall(call.caller as Caller, organization, callers)) return false;
    return project === undefined || found.project?.status === 'active';
  } catch (error) {
    return !(error instanceof ServiceError && error.code === 'invalid_api_key');
  }
}

/** Authenticates again, but accepts a token that expired during the call: it was valid when the call began. */
async function authenticateAgain(call: ServerCall, services: Services): Promise<void> {
  try {
    await authenticate(call, services);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'token_expired')) throw error;
  }
}

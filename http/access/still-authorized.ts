// While a stream is being sent: whether its caller would still be let in.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Route, ServerCall } from '../calls/index.ts';
import { authenticate } from './authenticate.ts';
import { type Caller, mayCall } from './context.ts';

/** Returns whether the caller may still have the rest of the answer. True if that cannot be checked, such as without a database. */
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

/** A token that expired since the call began was good when it was shown. */
async function authenticateAgain(call: ServerCall, services: Services): Promise<void> {
  try {
    await authenticate(call, services);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'token_expired')) throw error;
  }
}

// Checks during a stream that its caller is still authorized.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import type { Authenticated, Progress, ServerCall } from '../calls/index.ts';
import { authenticate } from './authenticate.ts';
import { checkPermission } from './check-caller.ts';
import { tenantCaller } from './context.ts';

/**
 * Returns false if the caller has lost access since the call began. Returns true if the check cannot be made, for
 * example without a database.
 */
export async function isStillAuthorized(call: ServerCall, progress: Progress, services: Services): Promise<boolean> {
  const { route, params, organization, project } = progress;
  if (route === undefined || params === undefined) return true;
  try {
    const caller = await authenticateAgain(call, { route, params, caller: progress.caller }, services);
    if (organization === undefined) return true;
    const found = await services.access.context(organization.id, project?.id);
    if (found.organization === undefined) return false;
    checkPermission(route.access, tenantCaller(caller), organization.id, project?.id ?? params.project_id);
    return project === undefined || found.project?.status === 'active';
  } catch (error) {
    return !(error instanceof ServiceError && ending.has(error.code));
  }
}

/** The codes of callers that have lost access. */
const ending: ReadonlySet<string> = new Set(['invalid_api_key', 'insufficient_permissions']);

/** Authenticates again, but accepts a token that expired during the call: it was valid when the call began. */
async function authenticateAgain(
  call: ServerCall,
  stage: Authenticated,
  services: Services,
): Promise<Authenticated['caller']> {
  try {
    return await authenticate(call, stage, services);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'token_expired')) throw error;
    return stage.caller;
  }
}

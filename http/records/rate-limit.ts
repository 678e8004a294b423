// The step that enforces the rate limits of the project and of its key (429). It runs after validation, so that refused calls do not count.

import type { Services } from '../../services/index.ts';
import type { Rates } from '../../services/limits/index.ts';
import type { Authorized } from '../calls/index.ts';

/**
 * Counts the call against the requests per minute of the project and of the key, and returns what is left of them. Throws
 * `rate_limit_exceeded`.
 */
export async function enforceRateLimit({ route, project, caller }: Authorized, { limits }: Services): Promise<Rates> {
  if (route.rateLimit === undefined || project === undefined) return {};
  const rate = await limits.admit(project, caller);
  return rate === undefined ? {} : { requests: rate };
}

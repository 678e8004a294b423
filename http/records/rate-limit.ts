// The step that enforces the rate limits of the project and of its key (429). It runs after validation, so that refused calls do not count.

import type { Services } from '../../services/index.ts';
import type { Route, ServerCall } from '../calls/index.ts';

/** Counts the call against the requests per minute of the project and of the key. Throws `rate_limit_exceeded`. */
export async function enforceRateLimit(call: ServerCall, { limits }: Services): Promise<void> {
  if ((call.route as Route).rateLimit === undefined || call.project === undefined) return;
  const rate = await limits.admit(call.project, call.caller);
  if (rate !== undefined) call.rates.requests = rate;
}

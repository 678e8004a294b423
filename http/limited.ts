// The last check before a handler: whether the project may make another call this minute.

import type { Rates } from '../services/limits/project-limits.ts';
import type { Handle, OperationRoute } from './backend.ts';
import type { Answer } from './call.ts';

/** The handler, for operations of the Project API behind the project's limit of calls. */
export function limited({ access }: OperationRoute, handler: Handle): Handle {
  if (access.context !== 'project') return handler;
  return (call, services) => {
    const admitted = call.project === undefined ? undefined : services.limits.admit(call.project);
    if (admitted === undefined) return handler(call, services);
    return admitted.then((rate) => {
      call.rates.requests = rate;
      return handler(call, services);
    });
  };
}

/** The answer, with what is left of the limits. */
export function withRates(answer: Answer, rates: Rates): Answer {
  if (rates.requests === undefined && rates.tokens === undefined) return answer;
  return { ...answer, headers: { ...rateHeaders(rates), ...answer.headers } };
}

/** What is left of the limits per minute, as the public API tells it. */
export function rateHeaders(rates: Rates): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const unit of ['requests', 'tokens'] as const) {
    const rate = rates[unit];
    if (rate === undefined) continue;
    headers[`x-ratelimit-limit-${unit}`] = String(rate.limit);
    headers[`x-ratelimit-remaining-${unit}`] = String(rate.remaining);
    headers[`x-ratelimit-reset-${unit}`] = `${rate.resetSeconds}s`;
  }
  return headers;
}

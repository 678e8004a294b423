// The `x-ratelimit-*` headers of the public API.

import type { Rates } from '../../services/limits/index.ts';

/** Builds the headers for the limits that the call counted against. */
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

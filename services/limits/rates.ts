// The state of the limits per minute, for the `x-ratelimit-*` response headers.

/** The state of one limit per minute. */
export interface RateState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** The state of the request limit and the token limit. */
export interface Rates {
  requests?: RateState | undefined;
  tokens?: RateState | undefined;
}

// What is left of the limits per minute, as a call is told of it.

/** What is left of a limit per minute, for the headers of an answer. */
export interface RateState {
  limit: number;
  remaining: number;
  resetSeconds: number;
}

/** What is left of each. */
export interface Rates {
  requests?: RateState | undefined;
  tokens?: RateState | undefined;
}

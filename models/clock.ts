// The only door to the time of day. Tests move it; durations inside the process use performance.now() instead.

let offsetMs = 0;

/** Milliseconds since 1970-01-01T00:00:00Z. */
export function nowMs(): number {
  return Date.now() + offsetMs;
}

/** Whole seconds since 1970-01-01T00:00:00Z, as every time on the wire. */
export function nowSeconds(): number {
  return Math.floor(nowMs() / 1000);
}

/** For tests: lets the server believe that `ms` milliseconds more (or fewer) have passed. */
export function shiftClock(ms: number): void {
  offsetMs += ms;
}

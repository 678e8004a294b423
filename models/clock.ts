// The only access to the time of day. Tests move this clock. Durations inside the process use performance.now()
// instead.

/** The clocks of servers differ by less. A time that lies further ahead was written while a clock was wrong. */
export const maxAheadSeconds = 300;

let offsetMs = 0;
let databaseOffsetMs = 0;

/** Returns the milliseconds since 1970-01-01T00:00:00Z. */
export function nowMs(): number {
  return Date.now() + offsetMs;
}

/** Returns the whole seconds since 1970-01-01T00:00:00Z, the unit of every time in the API. */
export function nowSeconds(): number {
  return Math.floor(nowMs() / 1000);
}

/** Moves the server's clock by `ms` milliseconds, forwards or backwards. For tests. */
export function shiftClock(ms: number): void {
  offsetMs += ms;
}

/** Sets the clocks of the server and of the embedded database to `ms` milliseconds ahead. For `svc sandbox`. */
export function setClocksAhead(ms: number): void {
  offsetMs = ms;
  databaseOffsetMs = ms;
}

/** Returns how far the embedded database's clock is ahead, in milliseconds. */
export function databaseClockOffsetMs(): number {
  return databaseOffsetMs;
}

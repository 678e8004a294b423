// Credentials that nobody has, counted by the address that they come from.
//
// Nobody guesses 256 bits; who tries costs a look into the database each time. Only such tries count: neither a credential
// that is mistyped, which its checksum tells, nor one that was revoked, however often its owner still sends it. So nothing
// is written, and a good credential costs nothing more. One that was good here before is let through whatever its
// neighbours do.
//
// What fails is counted when it has failed. An address has so many connections at most, and each has one request at a
// time: that is all that gets past the limit. Counted beforehand, callers who come back all at once after a restart would
// be taken for guessers.

import { LRUCache } from 'lru-cache';
import { nowSeconds } from '../../models/clock.ts';
import { ServiceError } from '../platform/index.ts';
import { digestOf } from './tokens.ts';

const limit = 100;
const windowSeconds = 60;
const maxAddresses = 2000;
const maxProven = 10_000;

interface Window {
  endsAt: number;
  /** What was tried, cut to 32 bits. */
  tried: Set<number>;
}

export class Guesses {
  readonly #windows = new LRUCache<string, Window>({ max: maxAddresses });
  readonly #proven = new LRUCache<string, true>({ max: maxProven });

  #check(address: string, credential: string): void {
    const window = this.#windows.get(address);
    if (window === undefined || window.tried.size < limit) return;
    const resetSeconds = window.endsAt - nowSeconds();
    if (resetSeconds <= 0 || this.#proven.has(keyOf(credential))) return;
    throw new ServiceError('rate_limit_exceeded', 'Too many unknown credentials. Wait, then try again.', {
      retryAfterSeconds: resetSeconds,
      rate: { limit, resetSeconds },
    });
  }

  #failed(address: string, credential: string): void {
    const now = nowSeconds();
    let window = this.#windows.get(address);
    if (window === undefined || window.endsAt <= now) {
      window = { endsAt: now + windowSeconds, tried: new Set() };
      this.#windows.set(address, window);
    }
    if (window.tried.size < limit) window.tried.add(digestOf(credential).readUInt32LE());
  }

  /**
   * Does what tells whether the credential is somebody's, and counts it where that throws `invalid_api_key`.
   * Throws `rate_limit_exceeded` instead where too many came from the address, and this one was never good.
   */
  async around<Result>(address: string, credential: string, work: () => Promise<Result>): Promise<Result> {
    this.#check(address, credential);
    try {
      const result = await work();
      this.#proven.set(keyOf(credential), true);
      return result;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_api_key') this.#failed(address, credential);
      throw error;
    }
  }
}

/** A map whose keys hold no credential. */
function keyOf(credential: string): string {
  return digestOf(credential).toString('base64url', 0, 16);
}

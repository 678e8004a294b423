// Rate-limits unknown credentials per client address: each costs a database query, though nobody guesses 256 bits.
//
// Mistyped credentials, which fail their checksum, and revoked credentials do not count. A credential that was valid on this
// server before is never refused, whatever other callers at its address do. Nothing is written to the database.
//
// An attempt counts after it has failed. The connections of an address are bounded and each has one request at a time, so
// few attempts get past the limit. Counting before the query would refuse many callers who reconnect after a restart.

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
  /** The first 32 bits of the digest of each failed credential. */
  tried: Set<number>;
}

export class CredentialThrottle {
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

  forgetAll(): void {
    this.#windows.clear();
    this.#proven.clear();
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
   * Runs the check of a credential, and counts the credential if the check throws `invalid_api_key`. Throws
   * `rate_limit_exceeded` without the check if the address is over its limit and the credential was never valid here.
   */
  async guard<Result>(address: string, credential: string, check: () => Promise<Result>): Promise<Result> {
    this.#check(address, credential);
    try {
      const result = await check();
      this.#proven.set(keyOf(credential), true);
      return result;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'invalid_api_key') this.#failed(address, credential);
      throw error;
    }
  }
}

/** Returns the map key of a credential: a part of its digest, so that no credential stays in memory. */
function keyOf(credential: string): string {
  return digestOf(credential).toString('base64url', 0, 16);
}

// The cookie that binds a sign-in by a provider to the browser that began it. It holds the secrets of the attempt,
// encrypted, so that every server of the installation can end the attempt, and nobody can fill a table with attempts.

import { nowSeconds } from '../../../models/clock.ts';
import { ServiceError, type Site } from '../../platform/index.ts';
import type { SealedPlace, Secrets } from '../../settings/index.ts';
import { cookieHeader, cookieValue } from '../cookies.ts';
import type { Attempt } from './providers.ts';

const name = 'svc-sign-in';
const lifeSeconds = 600;

type Stored = Attempt & { expiresAt: number };

/** Returns the `Set-Cookie` header for an attempt at the provider. */
export function attemptCookie(site: Site, secrets: Secrets, provider: string, attempt: Attempt): string {
  const stored: Stored = { ...attempt, expiresAt: nowSeconds() + lifeSeconds };
  const sealed = secrets.seal(JSON.stringify(stored), placeOf(provider));
  return cookieHeader(site, name, Buffer.from(sealed).toString('base64url'), lifeSeconds);
}

/** Returns the attempt of this browser at the provider. Throws `sign_in_invalid`. */
export function attemptOf(site: Site, secrets: Secrets, provider: string, cookies: string | undefined): Attempt {
  const value = cookieValue(site, name, cookies);
  const stored = value === undefined ? undefined : opened(secrets, provider, value);
  if (stored !== undefined && stored.expiresAt > nowSeconds()) return stored;
  throw new ServiceError(
    'sign_in_invalid',
    'This browser has no open sign-in at this identity provider. Begin the sign-in again.',
  );
}

function opened(secrets: Secrets, provider: string, value: string): Stored | undefined {
  try {
    return JSON.parse(secrets.open(Buffer.from(value, 'base64url').toString(), placeOf(provider))) as Stored;
  } catch {
    return undefined;
  }
}

/** Bound into the ciphertext: the attempt at one provider cannot be ended by the answer of another. */
function placeOf(provider: string): SealedPlace {
  return { table: 'cookies', column: name, row: provider };
}

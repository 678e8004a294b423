// The refresh tokens of identity providers, encrypted, by which the groups of signed-in people are read anew (refresh.ts).

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../../models/clock.ts';
import { newId } from '../../../models/ids.ts';
import { ProviderGrant } from '../../../models/provider-grant.ts';
import type { ProviderSettings, SealedPlace, Secrets } from '../../settings/index.ts';
import type { Person } from './providers.ts';

/** Keeps the provider's refresh token, if it is used. Returns the id of the grant, or null. */
export async function keepGrant(
  userId: string,
  { issuer, subject, refreshToken }: Person,
  settings: ProviderSettings,
  secrets: Secrets,
  tx: Transaction,
): Promise<string | null> {
  if (settings.refresh_minutes === 0 || refreshToken === undefined) return null;
  const id = newId('grant');
  const refreshAt = nowSeconds() + settings.refresh_minutes * 60;
  const sealed = secrets.seal(refreshToken, placeOf(id));
  await ProviderGrant.create({ id, userId, issuer, subject, refreshToken: sealed, refreshAt }, { transaction: tx });
  return id;
}

/** Keeps the new token of a grant. */
export async function keepToken({ id }: ProviderGrant, token: string, secrets: Secrets): Promise<void> {
  await ProviderGrant.update({ refreshToken: secrets.seal(token, placeOf(id)) }, { where: { id } });
}

/** Decrypts the token. After a reset of the secrets key it cannot be read, which ends the grant. */
export function tokenOf({ id, refreshToken: sealed }: ProviderGrant, secrets: Secrets): string | undefined {
  try {
    return secrets.open(sealed, placeOf(id));
  } catch {
    return undefined;
  }
}

function placeOf(id: string): SealedPlace {
  return { table: 'provider_grants', column: 'refresh_token', row: id };
}

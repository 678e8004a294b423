// Links from the server's machine that sign a person in once, also when passwords are off and no provider answers.

import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import type { UserRow } from '../../models/user.ts';
import { auditEvent } from '../audit/index.ts';
import { countWithin, hourSeconds, type Rule, tokenInvalid, uncount } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { digestOf, mint } from '../tenancy/index.ts';
import { redeem } from './pending-sign-ins.ts';

const lifeSeconds = 15 * 60;

const fromAddress: Rule = {
  name: 'sign-in-link-address',
  limit: 50,
  windowSeconds: hourSeconds,
  refusal: 'Too many wrong sign-in links. Wait, then try again.',
};

/** Creates a link for an operator to hand over. The user must not be disabled. */
export async function createSignInLink({ id: userId }: UserRow): Promise<{ token: string; expiresAt: number }> {
  const { value: token, digest } = mint('sign_in');
  const createdAt = nowSeconds();
  const expiresAt = createdAt + lifeSeconds;
  await transaction(async (tx) => {
    const link = { digest, state: 'approved', userId, method: 'operator', createdAt, expiresAt } as const;
    await PendingSignIn.create(link, { transaction: tx });
    await auditEvent({ type: 'sign_in_link.created', targetId: userId }, tx);
  });
  return { token, expiresAt };
}

/** Signs in by a link. `address` is the caller's IP address. Throws `token_invalid` or `rate_limit_exceeded`. */
export async function signInByLink(
  token: string,
  address: string,
  config: Config,
): Promise<components['schemas']['LoginTokens']> {
  await countWithin(fromAddress, address);
  const tokens = await transaction(async (tx) => {
    const where = { digest: digestOf(token), userCodeDigest: null };
    const found = await PendingSignIn.findOne({ where, lock: true, transaction: tx });
    return found === null || found.expiresAt <= nowSeconds() ? undefined : redeem(found, config, tx);
  });
  if (tokens === undefined)
    throw tokenInvalid('The sign-in link is unknown, was used, or has expired. Make another one on the server.');
  await uncount(fromAddress, address);
  return tokens;
}

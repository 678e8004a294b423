// Throttles for sign-ins, resets and invitations. They count in the database, so that several servers count together.
//
// Failed sign-ins are counted per account and address, so that nobody can lock another user out: users who signed in
// from an address before can still do so, because only their own failures there count against them. An attempt is counted before the password is verified, and the count is
// undone if the password was right. Counting failures afterwards would let any number of parallel attempts through.

import { hash } from 'node:crypto';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { readOne } from '../../models/page.ts';
import { KnownAddress, Throttle } from '../../models/throttle.ts';
import { emailKey } from '../../models/user.ts';
import { ServiceError } from './errors.ts';

/** A throttling rule: the maximum number of events in a time window. */
export interface Rule {
  name: string;
  limit: number;
  windowSeconds: number;
  /** The error message beyond the limit. */
  refusal: string;
}

export const hourSeconds = 3600;
export const daySeconds = 24 * hourSeconds;

const refusal = 'Too many failed sign-ins. Wait, then try again.';
const accountFromAddress: Rule = { name: 'account-address', limit: 5, windowSeconds: 15 * 60, refusal };
const fromAddress: Rule = { name: 'address', limit: 50, windowSeconds: hourSeconds, refusal };
const accountFromStrangers: Rule = { name: 'account-strangers', limit: 100, windowSeconds: daySeconds, refusal };

/** The maximum of `Retry-After`. */
const maxRetryAfterSeconds = 60;

export interface SignInAttempt {
  /** Undoes the counts after a correct password, and remembers the address as the user's. */
  succeeded(userId: string): Promise<void>;
}

/**
 * Counts a sign-in attempt. Throws `rate_limit_exceeded` if there were too many, whether or not the account exists and
 * the password is right.
 */
export async function countSignIn(email: string, address: string): Promise<SignInAttempt> {
  const account = emailKey(email);
  const isKnown = (await readOne(KnownAddress, { digest: digest('known', account, address) })) !== undefined;
  const pair: [rule: Rule, ...of: string[]] = [accountFromAddress, account, address];
  // The failures of others, at the address or for the account, must not lock out who signed in from there before.
  const counted: [rule: Rule, ...of: string[]][] = isKnown
    ? [pair]
    : [[fromAddress, address], pair, [accountFromStrangers, account]];
  for (const [rule, ...of] of counted) await countWithin(rule, ...of);
  return {
    async succeeded(userId) {
      for (const [rule, ...of] of counted) await uncount(rule, ...of);
      await trustAddress(email, address, userId);
    },
  };
}

/** Resets the failures of the user at this address after a successful sign-in. */
export async function trustAddress(email: string, address: string, userId: string): Promise<void> {
  const account = emailKey(email);
  await Throttle.destroy({ where: { digest: digest(accountFromAddress.name, account, address) } });
  const known = digest('known', account, address);
  await KnownAddress.upsert({ digest: known, userId, lastSeenAt: nowSeconds() });
}

/** Counts an event of the subject that the texts identify. Throws `rate_limit_exceeded` beyond the limit. */
export async function countWithin(rule: Rule, ...of: string[]): Promise<void> {
  const { count, resetSeconds } = await countOnce(rule, of);
  if (count <= rule.limit) return;
  throw new ServiceError('rate_limit_exceeded', rule.refusal, {
    retryAfterSeconds: Math.min(resetSeconds, maxRetryAfterSeconds),
    rate: { limit: rule.limit, resetSeconds },
  });
}

/** Undoes the last count of the subject. */
export function uncount({ name }: Rule, ...of: string[]): Promise<void> {
  return Throttle.takeBack(digest(name, ...of));
}

/** Counts an event of the subject that the texts identify. Returns true if the count is still within the limit. */
export async function isWithin(rule: Rule, ...of: string[]): Promise<boolean> {
  return (await countOnce(rule, of)).count <= rule.limit;
}

async function countOnce(rule: Rule, of: string[]): Promise<{ count: number; resetSeconds: number }> {
  const now = nowSeconds();
  const key = digest(rule.name, ...of);
  const { count, expiresAt } = await transaction((tx) => Throttle.countOnce(key, now, rule.windowSeconds, tx));
  return { count, resetSeconds: Math.max(expiresAt - now, 1) };
}

function digest(...parts: string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

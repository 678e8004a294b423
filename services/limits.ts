// Throttles of failed sign-ins. They count in the database, so that several servers count together; per account and
// address, so that nobody can lock somebody else out: who signed in from an address before still gets in from there.
//
// An attempt is counted before the password is looked at, and taken back when it was right. Counting failures
// afterwards would let any number of parallel attempts through.

import { hash } from 'node:crypto';
import { transaction } from '../models/connection.ts';
import { readOne } from '../models/page.ts';
import { KnownAddress, Throttle } from '../models/throttle.ts';
import { emailKey } from '../models/user.ts';
import { nowSeconds } from './clock.ts';
import { ServiceError } from './errors.ts';

interface Rule {
  name: string;
  limit: number;
  windowSeconds: number;
}

const accountFromAddress: Rule = { name: 'account-address', limit: 5, windowSeconds: 15 * 60 };
const fromAddress: Rule = { name: 'address', limit: 50, windowSeconds: 60 * 60 };
const accountFromStrangers: Rule = { name: 'account-strangers', limit: 100, windowSeconds: 24 * 60 * 60 };

/** The longest wait that an answer names. */
const maxRetryAfterSeconds = 60;

export interface SignInAttempt {
  /** The password was right: the counts are taken back, and the address is the user's from now on. */
  succeeded(userId: string): Promise<void>;
}

/**
 * Counts an attempt to sign in.
 * Throws `rate_limit_exceeded` where there were too many, whether or not the account exists and the password is right.
 */
export async function countSignIn(email: string, address: string): Promise<SignInAttempt> {
  const account = emailKey(email);
  const known = digest('known', account, address);
  const isKnown = (await readOne(KnownAddress, { digest: known })) !== undefined;
  const counted = [
    { rule: fromAddress, key: digest('address', address) },
    { rule: accountFromAddress, key: digest('account-address', account, address) },
    ...(isKnown ? [] : [{ rule: accountFromStrangers, key: digest('account-strangers', account) }]),
  ];
  for (const { rule, key } of counted) await count(rule, key);
  return {
    async succeeded(userId) {
      for (const { key } of counted) await Throttle.takeBack(key);
      await Throttle.destroy({ where: { digest: digest('account-address', account, address) } });
      await KnownAddress.upsert({ digest: known, userId, lastSeenAt: nowSeconds() });
    },
  };
}

async function count(rule: Rule, key: Buffer): Promise<void> {
  const now = nowSeconds();
  const row = await transaction((inside) => Throttle.countOnce(key, now, rule.windowSeconds, inside));
  if (row.count <= rule.limit) return;
  const resetSeconds = Math.max(row.expiresAt - now, 1);
  throw new ServiceError('rate_limit_exceeded', 'Too many failed sign-ins. Wait, then try again.', {
    retryAfterSeconds: Math.min(resetSeconds, maxRetryAfterSeconds),
    rate: { limit: rule.limit, resetSeconds },
  });
}

function digest(...parts: string[]): Buffer {
  return hash('sha256', JSON.stringify(parts), 'buffer');
}

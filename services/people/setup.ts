// The first account of a server, made in a browser. Each start of a server without an account makes a token, and the
// holder of a token makes the admin. All tokens become void when an account exists, however it was made.

import { timingSafeEqual } from 'node:crypto';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Installation } from '../../models/installation.ts';
import { SetupToken } from '../../models/setup-token.ts';
import { User } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import {
  countWithin,
  daySeconds,
  hourSeconds,
  type Rule,
  type ServiceError,
  tokenInvalid,
  uncount,
} from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { digestOf, mint } from '../tenancy/index.ts';
import { startLogin } from './logins.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { hasUsers } from './users.ts';

const fromAddress: Rule = {
  name: 'setup-address',
  limit: 50,
  windowSeconds: hourSeconds,
  refusal: 'Too many wrong set-up addresses. Wait, then try again.',
};

/** Creates a token for a set-up address. Returns undefined if the server has an account. */
export async function createSetupToken(): Promise<string | undefined> {
  if (await hasUsers()) return undefined;
  const { value, digest } = mint('setup');
  await SetupToken.create({ digest, expiresAt: nowSeconds() + daySeconds });
  return value;
}

/**
 * Creates the server's first account, an admin, and signs it in. `address` is the caller's IP address.
 *
 * Throws `token_invalid`, `rate_limit_exceeded` after too many wrong tokens, or a ValidationError for a weak password,
 * which leaves the token valid.
 */
export async function createFirstAdmin(
  {
    token,
    email,
    password,
    name = null,
  }: { token: string; email: string; password: string; name?: string | null | undefined },
  address: string,
  { tokens }: Config,
): Promise<components['schemas']['LoginTokens']> {
  // Counted before the check: otherwise parallel attempts would exceed the limit.
  await countWithin(fromAddress, address);
  if (!(await isOpen(token)) || (await hasUsers())) throw addressInvalid();
  await uncount(fromAddress, address);
  await checkNewPassword(password, [email, name ?? ''], ['body', 'password']);
  const passwordHash = await hashPassword(password);
  return transaction(async (tx) => {
    // One set-up at a time: the second one then finds the account of the first.
    await Installation.lock(tx);
    if (await hasUsers(tx)) throw addressInvalid();
    const user = await User.add({ email, name, passwordHash, isAdmin: true }, tx);
    await SetupToken.destroy({ where: {}, transaction: tx });
    const actor = userActor(user);
    const details = { email: user.email, is_admin: true };
    await auditEvent({ type: 'user.added', organizationId: null, targetId: user.id, actor, details }, tx);
    await auditEvent({ type: 'login.succeeded', targetId: user.id, actor }, tx);
    return startLogin(user.id, 'operator', tokens, tx);
  });
}

function addressInvalid(): ServiceError {
  return tokenInvalid(
    'The set-up address has expired, or the server has an account. Sign in, or restart the server for a new address.',
  );
}

/** Compares the token with every open one, in a time that does not depend on how much of it is right. */
async function isOpen(token: string): Promise<boolean> {
  const given = digestOf(token);
  return (await SetupToken.openDigests()).map((digest) => timingSafeEqual(digest, given)).includes(true);
}

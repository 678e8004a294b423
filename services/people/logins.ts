// Signing in and out. A sign-in has an access token and a refresh token at a time; refreshing replaces both, and a
// refresh token that comes a second time ends the sign-in, for then two parties hold it (RFC 9700, section 4.14).

import { Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Login, LoginToken, SessionSuccessor } from '../../models/login.ts';
import { User, type UserRow } from '../../models/user.ts';
import { actorWho, note } from '../audit/index.ts';
import { countSignIn, DamagedDataError, ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { type Access, digestOf, mint, revoked, tokenExpired } from '../tenancy/index.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

type LoginTokens = components['schemas']['LoginTokens'];
type LifeTimes = Config['tokens'];

/** One answer for every reason, in one time: what is wrong must not tell which accounts exist. */
function invalidLogin(cause?: DamagedDataError): ServiceError {
  return new ServiceError('invalid_login', 'Wrong e-mail address or password.', { cause });
}

/** Signs a user in. `address` is the caller's. */
export async function signIn(
  email: string,
  password: string,
  address: string,
  lifeTimes: LifeTimes,
): Promise<LoginTokens> {
  const user = await checkPassword(email, password, address).catch(async (error: unknown) => {
    // Nothing of what was typed: a password may have gone into the wrong field. What the throttle refuses is not noted: it
    // would let anybody fill the log.
    if (error instanceof ServiceError && error.code === 'invalid_login') await noteFailure(error);
    throw error;
  });
  const { id: userId, defaultOrganizationId: organizationId } = user;
  const actor = actorWho(user);
  return transaction(async (inside) => {
    await note({ type: 'login.succeeded', organizationId, targetId: userId, actor }, inside);
    return startLogin(userId, lifeTimes, inside);
  });
}

/** Where it is the account that is damaged, and not the caller who is wrong, the entry says which. */
function noteFailure({ cause }: ServiceError): Promise<void> {
  if (!(cause instanceof DamagedDataError)) return note({ type: 'login.failed' });
  return note({ type: 'login.failed', targetId: cause.subjectId, details: { reason: 'unreadable_password_hash' } });
}

/** The user with this address and password. Throws `invalid_login`, or `rate_limit_exceeded` after too many failures. */
export async function checkPassword(email: string, password: string, address: string): Promise<UserRow> {
  const attempt = await countSignIn(email, address);
  const user = await User.byEmail(email);
  const verdict = await verifyPassword(user?.passwordHash ?? null, password);
  if (verdict === 'unreadable' && user !== undefined)
    throw invalidLogin(new DamagedDataError(`The password hash of ${user.id} cannot be read`, user.id));
  if (verdict !== 'right' || user === undefined || user.disabled) throw invalidLogin();
  await attempt.succeeded(user.id);
  if (user.passwordHash !== null && isOutdated(user.passwordHash)) {
    await User.update(
      { passwordHash: await hashPassword(password) },
      { where: { id: user.id, passwordHash: user.passwordHash } },
    );
  }
  return user;
}

/** Begins a sign-in of a user whose identity is proven. */
export async function startLogin(userId: string, lifeTimes: LifeTimes, inside: Transaction): Promise<LoginTokens> {
  const id = newId('login');
  const expiresAt = createdAt(id) + lifeTimes.refresh_seconds;
  await Login.create({ id, userId, expiresAt, createdAt: createdAt(id) }, { transaction: inside });
  return addTokens(id, expiresAt, lifeTimes, inside);
}

/** How a sign-in is refreshed. */
export interface RefreshRules {
  /** Deletes or keeps tokens of the sign-in, before the new pair is there. */
  retire(loginId: string, inside: Transaction): Promise<void>;
  /** Notes the new pair. */
  renewed?(token: string, pair: LoginTokens, loginId: string, inside: Transaction): Promise<void>;
  /** What a used token is answered instead of ending its sign-in. */
  forUsed?(token: string, inside: Transaction): Promise<LoginTokens | undefined>;
}

/** The old pair ends, and a second use of its refresh token ends the sign-in. */
const strict: RefreshRules = {
  async retire(loginId, inside) {
    await LoginToken.destroy({ where: { loginId, kind: 'access' }, transaction: inside });
  },
};

/**
 * Exchanges a refresh token for a new pair.
 * Throws `invalid_api_key` for one that is unknown or used (then the whole sign-in ends), `token_expired` for an old one.
 */
export async function refreshLogin(
  refreshToken: string,
  lifeTimes: LifeTimes,
  access: Access,
  rules = strict,
): Promise<LoginTokens> {
  const digest = digestOf(refreshToken);
  const now = nowSeconds();
  const { loginId, outcome } = await transaction(async (inside) => {
    const fresh = { digest, kind: 'refresh', usedAt: null, expiresAt: { [Op.gt]: now } } as const;
    const [redeemed] = await LoginToken.update({ usedAt: now }, { where: fresh, transaction: inside });
    const token = await LoginToken.findOne({ where: { digest, kind: 'refresh' }, transaction: inside });
    const login = token === null ? null : await Login.findOne({ where: { id: token.loginId }, transaction: inside });
    if (token === null || login === null) return { outcome: revoked() };
    if (redeemed !== 1 && token.usedAt === null) return { outcome: tokenExpired() };
    const enabled = await isEnabled(login.userId, inside);
    const again = redeemed !== 1 && enabled ? await rules.forUsed?.(refreshToken, inside) : undefined;
    if (again !== undefined) return { outcome: again };
    if (redeemed !== 1 || !enabled) {
      const ended = await Login.destroy({ where: { id: login.id }, transaction: inside });
      if (enabled && ended === 1) await noteReuse(login.userId, inside);
      return { loginId: login.id, outcome: revoked() };
    }
    await rules.retire(login.id, inside);
    const pair = await addTokens(login.id, login.expiresAt, lifeTimes, inside);
    await rules.renewed?.(refreshToken, pair, login.id, inside);
    return { loginId: login.id, outcome: pair };
  });
  // Only now: before the commit, another call could still put the old state back into the cache.
  if (loginId !== undefined) access.forgetLogin(loginId);
  if (outcome instanceof ServiceError) throw outcome;
  return outcome;
}

/** A refresh token came a second time: two parties hold it, and nothing tells which of them this is. */
async function noteReuse(userId: string, inside: Transaction): Promise<void> {
  const user = await User.findOne({ where: { id: userId }, transaction: inside });
  const organizationId = user?.defaultOrganizationId ?? null;
  await note({ type: 'refresh_token.reused', organizationId, targetId: userId }, inside);
}

/** Ends a sign-in: its tokens open nothing from now on. */
export async function endLogin(loginId: string, access: Access): Promise<void> {
  await transaction(async (inside) => {
    const login = await Login.findOne({ where: { id: loginId }, transaction: inside });
    const user = login === null ? null : await User.findOne({ where: { id: login.userId }, transaction: inside });
    await login?.destroy({ transaction: inside });
    // A browser's cookie does not say who it is of, before it is looked up.
    const actor = user === null ? {} : { actor: actorWho(user) };
    await note({ type: 'logout.succeeded', ...actor }, inside);
  });
  access.forgetLogin(loginId);
}

/** Ends all sign-ins of a user, but for the one to keep. The caller forgets the user after the commit. */
export async function endLogins(userId: string, keepLoginId: string | undefined, inside: Transaction): Promise<void> {
  const others = keepLoginId === undefined ? {} : { id: { [Op.ne]: keepLoginId } };
  await Login.destroy({ where: { userId, ...others }, transaction: inside });
}

/** Deletes sign-ins that have ended by themselves, and what is left of refreshed ones. */
export async function sweepLogins(): Promise<void> {
  const ended = { expiresAt: { [Op.lte]: nowSeconds() } };
  await Login.destroy({ where: ended });
  await SessionSuccessor.destroy({ where: ended });
}

async function isEnabled(userId: string, inside: Transaction): Promise<boolean> {
  return (await User.count({ where: { id: userId, disabled: false }, transaction: inside })) === 1;
}

async function addTokens(
  loginId: string,
  loginExpiresAt: number,
  lifeTimes: LifeTimes,
  inside: Transaction,
): Promise<LoginTokens> {
  const accessToken = mint('access');
  const refreshToken = mint('refresh');
  const accessExpiresAt = Math.min(nowSeconds() + lifeTimes.access_seconds, loginExpiresAt);
  await LoginToken.bulkCreate(
    [
      { digest: accessToken.digest, loginId, kind: 'access', expiresAt: accessExpiresAt, usedAt: null },
      { digest: refreshToken.digest, loginId, kind: 'refresh', expiresAt: loginExpiresAt, usedAt: null },
    ],
    { transaction: inside },
  );
  return {
    access_token: accessToken.value,
    refresh_token: refreshToken.value,
    token_type: 'bearer',
    access_expires_at: accessExpiresAt,
    refresh_expires_at: loginExpiresAt,
  };
}

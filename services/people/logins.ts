// Signing in and out. A sign-in has one access token and one refresh token at a time, and a refresh replaces both. A
// refresh token that is used twice ends the sign-in, because two parties hold it (RFC 9700, section 4.14).

import { literal, Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Login, type LoginMethod, LoginToken, SessionSuccessor } from '../../models/login.ts';
import { deleteInBatches } from '../../models/sweep.ts';
import { User, type UserRow } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import { countSignIn, DamagedDataError, ServiceError } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { digestOf, mint, revoked, tokenExpired } from '../tenancy/index.ts';
import { hashPassword, isOutdated, verifyPassword } from './passwords.ts';

type LoginTokens = components['schemas']['LoginTokens'];
type LifeTimes = Config['tokens'];

/** Returns true if the person has to sign in by an identity provider. */
export function isPasswordOff({ isAdmin }: Pick<UserRow, 'isAdmin'>, { sso }: Config): boolean {
  return sso.passwords === 'none' || (sso.passwords === 'admins' && !isAdmin);
}

export function passwordOff(): ServiceError {
  return new ServiceError(
    'password_sign_in_off',
    'Passwords are switched off for this account. Sign in by the identity provider of your organization.',
  );
}

/**
 * Returns the error of a failed sign-in. It is the same for every reason, so that it does not reveal which accounts
 * exist. The response time must not reveal that either.
 */
function invalidLogin(cause?: DamagedDataError): ServiceError {
  return new ServiceError('invalid_login', 'Wrong e-mail address or password.', { cause });
}

/**
 * Signs a user in and returns the tokens. `address` is the caller's IP address, for rate limiting. Throws
 * `invalid_login`, `rate_limit_exceeded`, or `password_sign_in_off` if the password is right.
 */
export async function signIn(email: string, password: string, address: string, config: Config): Promise<LoginTokens> {
  const user = await checkPassword(email, password, address).catch(async (error: unknown) => {
    // The audit entry contains nothing that the caller typed, because a password may have been typed into the wrong
    // field. Rate-limited attempts are not audited, because otherwise anybody could fill the log.
    if (error instanceof ServiceError && error.code === 'invalid_login') await auditFailure(error);
    throw error;
  });
  const { id: userId, defaultOrganizationId: organizationId } = user;
  if (isPasswordOff(user, config)) {
    await auditEvent({ type: 'login.failed', targetId: userId, details: { reason: 'password_sign_in_off' } });
    throw passwordOff();
  }
  const actor = userActor(user);
  return transaction(async (tx) => {
    await auditEvent({ type: 'login.succeeded', organizationId, targetId: userId, actor }, tx);
    return startLogin(userId, 'password', config.tokens, tx);
  });
}

/** Audits a failed sign-in. Names the account only if its stored hash is damaged. */
function auditFailure({ cause }: ServiceError): Promise<void> {
  if (!(cause instanceof DamagedDataError)) return auditEvent({ type: 'login.failed' });
  return auditEvent({
    type: 'login.failed',
    targetId: cause.subjectId,
    details: { reason: 'unreadable_password_hash' },
  });
}

/**
 * Returns the user with this address and password. Throws `invalid_login`, or `rate_limit_exceeded` after too many
 * failures.
 */
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

/**
 * Starts a sign-in for a user whose identity is already proven, and returns its tokens. `clientName` is the device that
 * was approved in the panel.
 */
export async function startLogin(...begun: Parameters<typeof beginLogin>): Promise<LoginTokens> {
  return (await beginLogin(...begun)).tokens;
}

/** Starts a sign-in as `startLogin` does, and returns its id, too. */
export async function beginLogin(
  userId: string,
  method: LoginMethod,
  lifeTimes: LifeTimes,
  tx: Transaction,
  clientName: string | null = null,
): Promise<{ id: string; tokens: LoginTokens }> {
  const id = newId('login');
  const expiresAt = createdAt(id) + lifeTimes.refresh_seconds;
  await Login.create({ id, userId, method, clientName, expiresAt, createdAt: createdAt(id) }, { transaction: tx });
  return { id, tokens: await addTokens(id, expiresAt, lifeTimes, tx) };
}

/**
 * The rules by which tokens are rotated at a refresh: `refreshLogin` uses the strict rules, browser sessions have their
 * own.
 */
export interface RefreshRules {
  /** Deletes old tokens of the sign-in. Runs before the new pair is added. */
  deleteOldTokens(loginId: string, tx: Transaction): Promise<void>;
  /** Stores the new pair as the successor of the used token. */
  storeSuccessor?(token: string, pair: LoginTokens, loginId: string, tx: Transaction): Promise<void>;
  /** Returns the pair to answer with if the token was already used. Undefined ends the sign-in. */
  successorOf?(token: string, tx: Transaction): Promise<LoginTokens | undefined>;
}

/** A refresh revokes the old pair at once, and a second use of the refresh token ends the sign-in. */
const strict: RefreshRules = {
  async deleteOldTokens(loginId, tx) {
    await LoginToken.destroy({ where: { loginId, kind: 'access' }, transaction: tx });
  },
};

/**
 * Exchanges a refresh token for a new pair of tokens.
 *
 * Throws `invalid_api_key` if the token is unknown or already used (a used token also ends the sign-in), and
 * `token_expired` if it has expired.
 */
export async function refreshLogin(refreshToken: string, lifeTimes: LifeTimes, rules = strict): Promise<LoginTokens> {
  const digest = digestOf(refreshToken);
  const now = nowSeconds();
  const outcome = await transaction(async (tx) => {
    const fresh = { digest, kind: 'refresh', usedAt: null, expiresAt: { [Op.gt]: now } } as const;
    const [redeemed] = await LoginToken.update({ usedAt: now }, { where: fresh, transaction: tx });
    const token = await LoginToken.findOne({ where: { digest, kind: 'refresh' }, transaction: tx });
    const login = token === null ? null : await Login.findOne({ where: { id: token.loginId }, transaction: tx });
    if (token === null || login === null) return revoked();
    if (redeemed !== 1 && token.usedAt === null) return tokenExpired();
    const enabled = await isEnabled(login.userId, tx);
    const again = redeemed !== 1 && enabled ? await rules.successorOf?.(refreshToken, tx) : undefined;
    if (again !== undefined) return again;
    if (redeemed !== 1 || !enabled) {
      const ended = await Login.destroy({ where: { id: login.id }, transaction: tx });
      if (enabled && ended === 1) await auditReuse(login.userId, tx);
      return revoked();
    }
    await rules.deleteOldTokens(login.id, tx);
    const pair = await addTokens(login.id, login.expiresAt, lifeTimes, tx);
    await rules.storeSuccessor?.(refreshToken, pair, login.id, tx);
    return pair;
  });
  if (outcome instanceof ServiceError) throw outcome;
  return outcome;
}

/** Audits the reuse of a refresh token. The server cannot tell which of the two parties is the user. */
async function auditReuse(userId: string, tx: Transaction): Promise<void> {
  const user = await User.findOne({ where: { id: userId }, transaction: tx });
  const organizationId = user?.defaultOrganizationId ?? null;
  await auditEvent({ type: 'refresh_token.reused', organizationId, targetId: userId }, tx);
}

/** Ends a sign-in and revokes its tokens. */
export async function endLogin(loginId: string): Promise<void> {
  await transaction(async (tx) => {
    const login = await Login.findOne({ where: { id: loginId }, transaction: tx });
    const user = login === null ? null : await User.findOne({ where: { id: login.userId }, transaction: tx });
    await login?.destroy({ transaction: tx });
    // A sign-out by cookie has no authenticated caller, so the actor comes from the sign-in's row.
    const actor = user === null ? {} : { actor: userActor(user) };
    await auditEvent({ type: 'logout.succeeded', ...actor }, tx);
  });
}

/** Ends all sign-ins of a user except `keepLoginId`. */
export async function endLogins(userId: string, keepLoginId: string | undefined, tx: Transaction): Promise<void> {
  const others = keepLoginId === undefined ? {} : { id: { [Op.ne]: keepLoginId } };
  await Login.destroy({ where: { userId, ...others }, transaction: tx });
}

/** Ends the sign-ins that people began with a password which they may not use any more. An abort ends it early. */
export async function endPasswordLogins({ sso }: Config, signal?: AbortSignal): Promise<void> {
  if (sso.passwords === 'all') return;
  const others = literal('(SELECT `id` FROM `users` WHERE `is_admin` = 0)');
  const whose = sso.passwords === 'none' ? {} : { userId: { [Op.in]: others } };
  await deleteInBatches(Login, { method: 'password', ...whose }, signal);
}

/** Deletes expired sign-ins and expired successors of refreshed tokens. An abort ends it early. */
export async function sweepLogins(signal?: AbortSignal): Promise<void> {
  const ended = { expiresAt: { [Op.lte]: nowSeconds() } };
  await deleteInBatches(Login, ended, signal);
  await deleteInBatches(SessionSuccessor, ended, signal);
}

async function isEnabled(userId: string, tx: Transaction): Promise<boolean> {
  return (await User.count({ where: { id: userId, disabled: false }, transaction: tx })) === 1;
}

async function addTokens(
  loginId: string,
  loginExpiresAt: number,
  lifeTimes: LifeTimes,
  tx: Transaction,
): Promise<LoginTokens> {
  const accessToken = mint('access');
  const refreshToken = mint('refresh');
  const accessExpiresAt = Math.min(nowSeconds() + lifeTimes.access_seconds, loginExpiresAt);
  await LoginToken.bulkCreate(
    [
      { digest: accessToken.digest, loginId, kind: 'access', expiresAt: accessExpiresAt, usedAt: null },
      { digest: refreshToken.digest, loginId, kind: 'refresh', expiresAt: loginExpiresAt, usedAt: null },
    ],
    { transaction: tx },
  );
  return {
    access_token: accessToken.value,
    refresh_token: refreshToken.value,
    token_type: 'bearer',
    access_expires_at: accessExpiresAt,
    refresh_expires_at: loginExpiresAt,
  };
}

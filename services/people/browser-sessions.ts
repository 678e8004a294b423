// Browser sessions: the refresh token is in an HttpOnly cookie, the access tokens are in the memory of the tabs.
//
// All tabs share the cookie, and each tab refreshes on its own. If two tabs refresh at once, the second one sends a
// refresh token that the first one has already used. For `graceSeconds`, the second tab gets the same new pair as the
// first, so both continue with one cookie. The database keeps that pair encrypted with the old token as the key, so the
// database alone does not reveal it. After the grace period, a used refresh token ends the session, because two parties
// hold it (as in `refreshLogin`).
//
// A refresh does not revoke the access tokens of the other tabs: they stay valid until they expire. Otherwise each
// tab's refresh would force all other tabs to refresh.

import { Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { Login, type LoginRow, LoginToken, SessionSuccessor } from '../../models/login.ts';
import { auditNothing } from '../audit/index.ts';
import type { Site } from '../platform/index.ts';
import { type Config, type SealedPlace, type Secrets, secretsUnder } from '../settings/index.ts';
import { digestOf } from '../tenancy/index.ts';
import { cookieHeader, cookieValue } from './cookies.ts';
import { endLogin, type RefreshRules, refreshLogin } from './logins.ts';

type LoginTokens = components['schemas']['LoginTokens'];

/** For how many seconds after a refresh another tab may send the old refresh token. */
const graceSeconds = 10;

const shared: RefreshRules = {
  async deleteOldTokens(loginId, tx) {
    const ended = { loginId, kind: 'access', expiresAt: { [Op.lte]: nowSeconds() } };
    await LoginToken.destroy({ where: ended, transaction: tx });
  },
  async storeSuccessor(token, pair, loginId, tx) {
    const sealedTokens = sealerOf(token).seal(JSON.stringify(pair), placeOf(token));
    const expiresAt = nowSeconds() + graceSeconds;
    await SessionSuccessor.create({ digest: digestOf(token), loginId, sealedTokens, expiresAt }, { transaction: tx });
  },
  successorOf: newestSuccessor,
};

/** Exchanges the cookie's refresh token for a new pair of tokens. Throws the errors of `refreshLogin`. */
export function refreshBrowserSession(token: string, config: Config): Promise<LoginTokens> {
  return refreshLogin(token, config.tokens, shared);
}

/**
 * Ends the session of the cookie's refresh token, also if the token was already used. Does nothing if the token is
 * unknown.
 */
export async function endBrowserSession(token: string): Promise<void> {
  const login = await loginOfCookie(token);
  if (login === undefined) auditNothing();
  else await endLogin(login);
}

/** Returns the id of the sign-in to which the cookie's refresh token belongs, also if the token was already used. */
export async function loginOfCookie(token: string): Promise<string | undefined> {
  return (await LoginToken.findOne({ where: { digest: digestOf(token), kind: 'refresh' } }))?.loginId;
}

/** Returns the sign-in that the cookie's refresh token can go on with; undefined if there is none. */
export async function loginOfSession(token: string | undefined): Promise<LoginRow | undefined> {
  if (token === undefined) return undefined;
  const open = {
    digest: digestOf(token),
    kind: 'refresh',
    usedAt: null,
    expiresAt: { [Op.gt]: nowSeconds() },
  } as const;
  const found = await LoginToken.findOne({ where: open });
  const login = found === null ? null : await Login.findOne({ where: { id: found.loginId } });
  return login ?? undefined;
}

/**
 * Returns the newest pair that replaced the used token, or undefined if a step is older than the grace period. Follows
 * several steps, because tabs that load one after the other refresh several times.
 */
async function newestSuccessor(token: string, tx: Transaction): Promise<LoginTokens | undefined> {
  const fresh = { expiresAt: { [Op.gt]: nowSeconds() } };
  for (let current = token; ; ) {
    const successor = await SessionSuccessor.findOne({
      where: { digest: digestOf(current), ...fresh },
      transaction: tx,
    });
    if (successor === null) return undefined;
    const pair = JSON.parse(sealerOf(current).open(successor.sealedTokens, placeOf(current))) as LoginTokens;
    current = pair.refresh_token;
    const next = await LoginToken.findOne({ where: { digest: digestOf(current) }, transaction: tx });
    if (next === null) return undefined;
    if (next.usedAt === null) return pair;
  }
}

/** Returns the location of the encrypted successor, which is bound into the ciphertext. */
function placeOf(token: string): SealedPlace {
  return { table: 'session_successors', column: 'sealed_tokens', row: digestOf(token).toString('hex') };
}

/** Encrypts with the token itself as the key. The digest would not do, because the database contains it. */
function sealerOf(token: string): Secrets {
  return secretsUnder(`successor of ${token}`);
}

const cookieName = 'svc-session';

/**
 * Returns the `Set-Cookie` header that stores the refresh token until the sign-in expires. Without tokens, the header
 * deletes the cookie.
 */
export function sessionCookie(site: Site, tokens: LoginTokens | undefined): string {
  const maxAge = tokens === undefined ? 0 : Math.max(tokens.refresh_expires_at - nowSeconds(), 0);
  return cookieHeader(site, cookieName, tokens?.refresh_token ?? '', maxAge);
}

/** Returns the refresh token from the request's cookies, or undefined if there is not exactly one. */
export function sessionToken(site: Site, cookies: string | undefined): string | undefined {
  return cookieValue(site, cookieName, cookies);
}

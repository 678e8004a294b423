// A sign-in that lives in a browser: its refresh token in a cookie that no script reads, its access tokens in the memory
// of the tabs.
//
// The tabs share the cookie, and refresh by themselves. Of two that do so at once, one comes second, with a token that
// the first has used up: it is told what the first was told, for a few seconds, so that both go on with one cookie. That
// answer is kept sealed under the old token itself, so the database alone does not yield it. Later than that a used
// token ends the session, as everywhere: then two parties hold it.
//
// A refresh leaves the access tokens of the other tabs alone: they live out their hour. Would it end them, each tab's
// refresh would send all others to refresh.

import { Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { LoginToken, SessionSuccessor } from '../../models/login.ts';
import { noteNothing } from '../audit/index.ts';
import type { Site } from '../platform/index.ts';
import { type Config, type SealedPlace, type Secrets, secretsUnder } from '../settings/index.ts';
import { type Access, digestOf } from '../tenancy/index.ts';
import { endLogin, type RefreshRules, refreshLogin } from './logins.ts';

type LoginTokens = components['schemas']['LoginTokens'];

/** How long after a refresh another tab may come with the old token. */
const graceSeconds = 10;

const shared: RefreshRules = {
  async retire(loginId, inside) {
    const ended = { loginId, kind: 'access', expiresAt: { [Op.lte]: nowSeconds() } };
    await LoginToken.destroy({ where: ended, transaction: inside });
  },
  async renewed(token, pair, loginId, inside) {
    const sealedTokens = sealerOf(token).seal(JSON.stringify(pair), placeOf(token));
    const expiresAt = nowSeconds() + graceSeconds;
    await SessionSuccessor.create(
      { digest: digestOf(token), loginId, sealedTokens, expiresAt },
      { transaction: inside },
    );
  },
  forUsed: newestSuccessor,
};

/** Exchanges the cookie's token for a new pair. Throws as `refreshLogin` does. */
export function refreshBrowserSession(token: string, config: Config, access: Access): Promise<LoginTokens> {
  return refreshLogin(token, config.tokens, access, shared);
}

/** Ends the session that the cookie's token is or was of. One that is unknown has ended already. */
export async function endBrowserSession(token: string, access: Access): Promise<void> {
  const found = await LoginToken.findOne({ where: { digest: digestOf(token), kind: 'refresh' } });
  if (found === null) noteNothing();
  else await endLogin(found.loginId, access);
}

/** What came of the token, as long as each step to it is a few seconds old: tabs that load one after the other are several. */
async function newestSuccessor(token: string, inside: Transaction): Promise<LoginTokens | undefined> {
  const fresh = { expiresAt: { [Op.gt]: nowSeconds() } };
  for (let current = token; ; ) {
    const successor = await SessionSuccessor.findOne({
      where: { digest: digestOf(current), ...fresh },
      transaction: inside,
    });
    if (successor === null) return undefined;
    const pair = JSON.parse(sealerOf(current).open(successor.sealedTokens, placeOf(current))) as LoginTokens;
    current = pair.refresh_token;
    const next = await LoginToken.findOne({ where: { digest: digestOf(current) }, transaction: inside });
    if (next === null) return undefined;
    if (next.usedAt === null) return pair;
  }
}

/** Where the successor of a token is stored. */
function placeOf(token: string): SealedPlace {
  return { table: 'session_successors', column: 'sealed_tokens', row: digestOf(token).toString('hex') };
}

/** The token's digest is in the database, so the key must be another one. */
function sealerOf(token: string): Secrets {
  return secretsUnder(`successor of ${token}`);
}

/** The name of the cookie. With its prefix a browser takes it from this very host alone, and by TLS alone. */
function cookieName({ url }: Site): string {
  return url.startsWith('https:') ? '__Host-svc-session' : 'svc-session';
}

/** The cookie that holds the token until the sign-in ends; without a token, the one that removes it. */
export function sessionCookie(site: Site, tokens: LoginTokens | undefined): string {
  const maxAge = tokens === undefined ? 0 : Math.max(tokens.refresh_expires_at - nowSeconds(), 0);
  const secure = site.url.startsWith('https:') ? '; Secure' : '';
  return `${cookieName(site)}=${tokens?.refresh_token ?? ''}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`;
}

/** The token in a request's cookies; undefined where there is none, or more than one. */
export function sessionToken(site: Site, cookies: string | undefined): string | undefined {
  const name = `${cookieName(site)}=`;
  const found = (cookies ?? '').split(';').flatMap((text) => {
    const cookie = text.trim();
    return cookie.startsWith(name) ? [cookie.slice(name.length)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

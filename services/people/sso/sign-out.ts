// Sign-outs that concern an identity provider: a person who signs out here is led there, and a provider at which a
// session has ended ends it here, from server to server.

import type { Transaction } from 'sequelize';
import { transaction } from '../../../models/connection.ts';
import { Login } from '../../../models/login.ts';
import { ProviderLogin } from '../../../models/provider-login.ts';
import { User } from '../../../models/user.ts';
import { auditEvent, auditNothing, userActor } from '../../audit/index.ts';
import { hourSeconds, isWithin, type Rule, ServiceError } from '../../platform/index.ts';
import type { ProviderSettings } from '../../settings/index.ts';
import { endBrowserSession, loginOfCookie } from '../browser-sessions.ts';
import { type Logout, tokenLifeSeconds } from './logout-token.ts';
import type { Providers } from './providers.ts';
import { reasonOf, type SsoServices } from './sign-in.ts';

/** Failures only: a valid token always counts, whatever others send from the address. */
const fromAddress: Rule = {
  name: 'provider-logout-address',
  limit: 50,
  windowSeconds: hourSeconds,
  refusal: 'Too many logout tokens that are not valid. Wait, then try again.',
};
const useOfToken: Rule = { name: 'logout-token', limit: 1, windowSeconds: tokenLifeSeconds, refusal: '' };

/**
 * Ends the session of the cookie's refresh token, and returns the address that ends it at the provider, too; undefined if
 * there is none.
 */
export async function signOutOfBrowser(
  token: string,
  { providers }: Pick<SsoServices, 'providers'>,
): Promise<string | undefined> {
  const login = await loginOfCookie(token);
  const begun = login === undefined ? null : await ProviderLogin.findByPk(login);
  await endBrowserSession(token);
  return begun === null ? undefined : providers.signOutUrl(begun);
}

/**
 * Ends the sign-ins by the provider that a logout token names. The body is a form.
 *
 * Throws `not_found`, `token_invalid`, or `rate_limit_exceeded` after too many failures.
 */
export async function endProviderLogins(
  name: string,
  { form, address }: { form: string; address: string },
  { log, providers }: Pick<SsoServices, 'log' | 'providers'>,
): Promise<void> {
  const settings = providers.settingsOf(name);
  const logout = await logoutIn(form, settings, providers).catch(async (error: unknown) => {
    throw await refused(error as Error, name, address, log);
  });
  await transaction(async (tx) => endLogins(await ProviderLogin.endedBy(settings.issuer, logout, tx), name, tx));
}

async function logoutIn(form: string, settings: ProviderSettings, providers: Providers): Promise<Logout> {
  const [token, ...others] = new URLSearchParams(form).getAll('logout_token');
  if (token === undefined || others.length > 0) throw new Error('The body must have one logout_token.');
  const logout = await providers.logoutOf(settings, token);
  if (await isWithin(useOfToken, settings.issuer, logout.tokenId)) return logout;
  throw new Error('The token was sent before.');
}

async function refused(cause: Error, provider: string, address: string, log: SsoServices['log']) {
  if (!(await isWithin(fromAddress, address)))
    return new ServiceError('rate_limit_exceeded', fromAddress.refusal, { retryAfterSeconds: 60 });
  log.warn({ provider, reason: reasonOf(cause) }, 'a logout token was refused');
  return new ServiceError('token_invalid', 'The logout token is not valid. The log of this server says why.', {
    cause,
  });
}

/** Ends sign-ins because the provider says so. */
export async function endLogins(ids: string[], provider: string, tx: Transaction): Promise<void> {
  const logins = await Login.findAll({ where: { id: ids }, transaction: tx });
  if (logins.length === 0) return auditNothing();
  await Login.destroy({ where: { id: ids }, transaction: tx });
  const users = await User.findAll({ where: { id: logins.map(({ userId }) => userId) }, transaction: tx });
  for (const user of users) {
    const details = { provider, sessions: logins.filter(({ userId }) => userId === user.id).length };
    await auditEvent({ type: 'logout.succeeded', targetId: user.id, actor: userActor(user), details }, tx);
  }
}

// Sign-ins at identity providers. A person is known by issuer and subject. The first time, an account with the same
// address is linked only if both sides have proven the address, and an admin's account never by the address alone.

import type { Transaction } from 'sequelize';
import type { components } from '../../../generated/openapi.ts';
import { transaction } from '../../../models/connection.ts';
import { isUniqueViolation } from '../../../models/constraints.ts';
import { digestOf, Identity } from '../../../models/identity.ts';
import { Installation } from '../../../models/installation.ts';
import { ProviderLogin } from '../../../models/provider-login.ts';
import { SetupToken } from '../../../models/setup-token.ts';
import { User, type UserRow } from '../../../models/user.ts';
import { auditEvent, userActor } from '../../audit/index.ts';
import {
  countWithin,
  hourSeconds,
  type Log,
  type Rule,
  ServiceError,
  type Site,
  uncount,
} from '../../platform/index.ts';
import type { Config, ProviderSettings, Secrets } from '../../settings/index.ts';
import { loginOfSession, sessionToken } from '../browser-sessions.ts';
import { beginLogin } from '../logins.ts';
import { attemptCookie, attemptOf } from './attempt-cookie.ts';
import { makesAdmin, rolesOfGroups, type ScopedRoles } from './group-mapping.ts';
import { setRoles } from './group-roles.ts';
import { keepGrant } from './provider-grants.ts';
import type { CallbackQuery, Person, Providers } from './providers.ts';

type LoginTokens = components['schemas']['LoginTokens'];

const fromAddress: Rule = {
  name: 'provider-sign-in-address',
  limit: 50,
  windowSeconds: hourSeconds,
  refusal: 'Too many failed sign-ins. Wait, then try again.',
};

const unverified = 'The identity provider has not verified your e-mail address. Verify it there, then sign in again.';

export interface SsoServices {
  config: Config;
  log: Log;
  providers: Providers;
  secrets: Secrets;
  site: Site;
}

/** Begins a sign-in. Returns the address of the provider and the cookie. Throws `not_found` or `upstream_failed`. */
export async function beginProviderSignIn(
  name: string,
  { providers, secrets, site }: SsoServices,
): Promise<{ url: string; cookie: string }> {
  const settings = providers.settingsOf(name);
  const { attempt, url } = await providers.begin(settings);
  return { url, cookie: attemptCookie(site, secrets, name, attempt) };
}

/** The provider's answer, as the browser brings it. */
export interface Callback {
  query: CallbackQuery;
  /** The request's cookies. */
  cookies: string | undefined;
  /** The client's IP address, for rate limiting. */
  address: string;
}

/**
 * Ends a sign-in and returns its tokens.
 *
 * Throws `not_found`, `upstream_failed`, `sign_in_invalid`, `sign_in_refused`, or `rate_limit_exceeded` after too many
 * failures.
 */
export async function finishProviderSignIn(
  name: string,
  { query, cookies, address }: Callback,
  { config, log, providers, secrets, site }: SsoServices,
): Promise<LoginTokens> {
  const settings = providers.settingsOf(name);
  // Counted first, so that parallel attempts do not exceed the limit. It bounds the audit log and the calls of the
  // provider, too.
  await countWithin(fromAddress, address);
  try {
    const person = await providers.finish(settings, query, attemptOf(site, secrets, name, cookies));
    checkMayComeIn(person, settings);
    if (settings.refresh_minutes > 0 && person.refreshToken === undefined)
      log.warn({ provider: name }, 'the identity provider gave no refresh token; scopes may lack offline_access');
    const signedIn = (await loginOfSession(sessionToken(site, cookies)))?.userId;
    const roles = await rolesOfGroups(person, settings, log);
    const work = (tx: Transaction): Promise<LoginTokens> =>
      signInPerson({ person, roles, signedIn }, settings, { config, secrets }, tx);
    const tokens = await transaction(work).catch((error: unknown) => {
      throw isUniqueViolation(error) ? refused('Another sign-in with this address was faster. Try again.') : error;
    });
    await uncount(fromAddress, address);
    return tokens;
  } catch (error) {
    if (error instanceof ServiceError && (error.code === 'sign_in_invalid' || error.code === 'sign_in_refused')) {
      log.warn({ provider: name, reason: reasonOf(error) }, 'a sign-in by an identity provider was refused');
      await auditEvent({ type: 'login.failed', details: { provider: name, reason: error.message } });
    }
    // An outage of the provider would lock out an office behind one address.
    if (error instanceof ServiceError && error.code === 'upstream_failed') await uncount(fromAddress, address);
    throw error;
  }
}

/** Returns the messages of an error and its causes. Other members may hold tokens. */
export function reasonOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${reasonOf(cause)}` : message;
}

function checkMayComeIn({ email, isEmailVerified, groups }: Person, settings: ProviderSettings): void {
  const { email_domains: domains } = settings;
  const domain = email?.split('@')[1]?.toLowerCase() ?? '';
  if (domains.length > 0 && !isEmailVerified) throw refused(unverified);
  if (domains.length > 0 && !domains.includes(domain))
    throw refused('People of your e-mail domain may not sign in here. Ask the operator of this server.');
  if (!isInGroups(groups, settings))
    throw refused('You are in none of the groups whose people may sign in here. Ask the operator of this server.');
}

/** Returns true if the provider's settings let in people of these groups. */
export function isInGroups(groups: Person['groups'], { groups: wanted }: ProviderSettings): boolean {
  return wanted.length === 0 || wanted.some((group) => groups.has(group));
}

async function signInPerson(
  { person, roles, signedIn }: { person: Person; roles: ScopedRoles; signedIn: string | undefined },
  settings: ProviderSettings,
  { config, secrets }: Pick<SsoServices, 'config' | 'secrets'>,
  tx: Transaction,
): Promise<LoginTokens> {
  const known = await Identity.use(person.issuer, person.subject, tx);
  const user =
    known === undefined
      ? await accountOf(person, settings, { signedIn, isAdmin: makesAdmin(roles) }, tx)
      : await User.findOne({ where: { id: known }, lock: true, transaction: tx });
  if (user === null || user.disabled) throw refused('Your account is disabled. Ask an admin of this server.');
  await setRoles(user, person, roles, tx);
  const { id, defaultOrganizationId: organizationId } = user;
  const details = { provider: settings.name };
  await auditEvent({ type: 'login.succeeded', organizationId, targetId: id, actor: userActor(user), details }, tx);
  const started = await beginLogin(id, 'provider', config.tokens, tx);
  const grantId = await keepGrant(id, person, settings, secrets, tx);
  await noteLogin(started.id, person, grantId, tx);
  return started.tokens;
}

/** Notes the session at the provider to which the sign-in belongs. */
async function noteLogin(
  loginId: string,
  { issuer, subject, session }: Person,
  grantId: string | null,
  tx: Transaction,
): Promise<void> {
  await ProviderLogin.create(
    {
      loginId,
      issuerDigest: digestOf(issuer),
      identityDigest: digestOf(issuer, subject),
      sessionDigest: session === undefined ? null : digestOf(issuer, session),
      session: session ?? null,
      grantId,
    },
    { transaction: tx },
  );
}

/** Returns the account of a person who signs in for the first time: an existing one, or a new one. */
async function accountOf(
  person: Person,
  settings: ProviderSettings,
  { signedIn, isAdmin }: { signedIn: string | undefined; isAdmin: boolean },
  tx: Transaction,
): Promise<UserRow> {
  const { email, isEmailVerified } = person;
  if (email === undefined || !isEmailVerified) throw refused(unverified);
  const found = await User.byEmail(email);
  if (found !== undefined) {
    // Signed in to this very account in the same browser: the person has proven both.
    if (signedIn !== found.id) await checkMayLink(found, person, tx);
    return link(found, person, settings, tx);
  }
  return link(await newAccount(email, person, settings, isAdmin, tx), person, settings, tx);
}

/** Throws `sign_in_refused` unless the account is surely the person's. */
async function checkMayLink(user: UserRow, { issuer }: Person, tx: Transaction): Promise<void> {
  if (user.isAdmin)
    throw refused(
      'The account with your address is an admin, and is not linked by its address alone. Sign in with the password of the account, then open this sign-in again in the same browser.',
    );
  if (!user.emailVerified)
    throw refused(
      'There is an account with your address, but nobody has proven there to own the address. Sign in with the password of the account, then open this sign-in again in the same browser.',
    );
  // Providers give the address of a person who has left to another one.
  if ((await Identity.count({ where: { userId: user.id, issuer }, transaction: tx })) > 0)
    throw refused(
      'The account with your address belongs to another person of this identity provider. If it is yours, ask an admin of this server to unlink it.',
    );
}

async function newAccount(
  email: string,
  { name }: Person,
  settings: ProviderSettings,
  isAdmin: boolean,
  tx: Transaction,
): Promise<UserRow> {
  if (!settings.create_accounts)
    throw refused('There is no account with your address here. Ask an admin of this server for one.');
  // One at a time, as in the set-up.
  await Installation.lock(tx);
  const admins = await User.count({ where: { isAdmin: true }, transaction: tx });
  if (admins === 0 && !isAdmin)
    throw refused(
      'This server has no admin yet. Set up the server first, or sign in as a person whom the settings make an admin.',
    );
  const user = await User.add({ email, name, passwordHash: null, isAdmin: false, emailVerified: true }, tx);
  await SetupToken.destroy({ where: {}, transaction: tx });
  const details = { email, is_admin: false, provider: settings.name };
  const actor = userActor(user);
  await auditEvent({ type: 'user.added', organizationId: null, targetId: user.id, actor, details }, tx);
  return user;
}

async function link(
  user: UserRow,
  { issuer, subject }: Person,
  { name }: ProviderSettings,
  tx: Transaction,
): Promise<UserRow> {
  await Identity.link(user.id, issuer, subject, tx);
  const details = { provider: name, subject: subject.slice(0, 255) };
  await auditEvent({ type: 'identity.linked', targetId: user.id, actor: userActor(user), details }, tx);
  return user;
}

function refused(message: string): ServiceError {
  return new ServiceError('sign_in_refused', message);
}

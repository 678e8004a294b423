// Password resets: by a mailed link, or by a link that an admin hands over.
//
// A reset request does not reveal whether the account exists. The response is sent before the lookup, which a job does
// after a random delay. Without the delay, the response time of the caller's next request could reveal the lookup.

import { randomInt } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isUniqueViolation } from '../../models/constraints.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { readOne } from '../../models/page.ts';
import { type LinkOrigin, PasswordReset } from '../../models/password-reset.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { emailKey, User, type UserRow } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import { type Mail, personIn } from '../mail/index.ts';
import {
  daySeconds,
  hourSeconds,
  isWithin,
  type JobContext,
  type JobKind,
  notFound,
  pageLink,
  type Queue,
  type Rule,
  ServiceError,
  type Site,
  tokenInvalid,
  trustAddress,
} from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { digestOf, mint, type UserPrincipal } from '../tenancy/index.ts';
import { isPasswordOff } from './logins.ts';
import { checkNewPassword, hashPassword } from './passwords.ts';
import { emailTaken, getUser, replacePassword } from './users.ts';

const refusal = 'Too many mails were asked for. Wait, then try again.';
const toAddress: Rule = { name: 'reset-address', limit: 3, windowSeconds: hourSeconds, refusal };
const fromCaller: Rule = { name: 'reset-caller', limit: 20, windowSeconds: hourSeconds, refusal };

const maxDelayMs = 500;
const noticeSeconds = 7 * daySeconds;
const maxKeysListed = 20;

interface Request {
  email: string;
}

interface ResetServices {
  config: Config;
  queue: Queue;
  mail: Mail;
}

export function registerPasswordResets({ config, queue, mail }: ResetServices): void {
  if (!mail.configured) return;
  queue.register<Request>({
    ...kind,
    concurrency: 2,
    leaseMs: 30_000,
    maxAttempts: 20,
    retryDelayMs: (attempt) => Math.min(1000 * 2 ** attempt, 60_000),
    run: ({ email }, context) => mailLink(email, context, config, mail),
  });
}

const kind: Pick<JobKind<Request>, 'name'> = { name: 'password-reset' };

/**
 * Mails a reset link if the address has an account and the rate limits allow it. Returns in the same way in all cases.
 * `address` is the caller's IP address.
 */
export async function createPasswordReset(
  email: string,
  address: string,
  { queue, mail }: Pick<ResetServices, 'queue' | 'mail'>,
): Promise<void> {
  // Counts against both limits even if the first one is exceeded, so that the response time does not reveal which one
  // it was.
  const within = [await isWithin(toAddress, emailKey(email)), await isWithin(fromCaller, address)];
  if (!within.every(Boolean)) return;
  if (!mail.configured) return mail.drop('password_reset');
  await queue.add(kind, { email }, { delayMs: randomInt(maxDelayMs) });
}

async function mailLink(email: string, { finish }: JobContext, config: Config, mail: Mail): Promise<void> {
  const user = await User.byEmail(email);
  if (user === undefined || user.disabled) return;
  await transaction(async (tx) => {
    if (isPasswordOff(user, config))
      await mail.post({ kind: 'password_off', to: user.email, expiresAt: nowSeconds() + noticeSeconds }, tx);
    else
      await mail.post(
        { kind: 'password_reset', to: user.email, ...(await makeLink(user, { origin: 'mail' }, config, tx)) },
        tx,
      );
    await finish(tx);
  });
}

/** The token of a reset link and its expiry in Unix seconds. */
interface ResetLink {
  token: string;
  expiresAt: number;
}

/** Creates a reset link for an operator to hand over, without a mail. The user must not be disabled. */
export function createResetLink(user: UserRow, config: Config): Promise<ResetLink> {
  return transaction(async (tx) => {
    const link = await makeLink(user, { origin: 'operator' }, config, tx);
    await auditEvent({ type: 'password_reset.created', targetId: user.id }, tx);
    return link;
  });
}

/**
 * Creates a reset link for an admin to hand over, which ends with the admin's rights. The user gets a mail about it if
 * SMTP is configured.
 *
 * Throws `not_found`, `own_account` or `user_disabled`.
 */
export async function createPasswordLink(
  userId: string,
  caller: UserPrincipal,
  { config, mail, site }: { config: Config; mail: Mail; site: Site },
): Promise<{ url: string; expiresAt: number }> {
  const [user, admin] = [await getUser(userId), await getUser(caller.userId)];
  if (user.id === admin.id) {
    throw new ServiceError(
      'own_account',
      'Nobody creates a password link for their own account. Change your password with POST /auth/me/password, or ask another admin for a link.',
    );
  }
  if (user.disabled) {
    throw new ServiceError('user_disabled', `The user ${user.email} is disabled. Enable the user first.`);
  }
  return transaction(async (tx) => {
    const { token, expiresAt } = await makeLink(user, { origin: 'admin', madeBy: admin.id }, config, tx);
    await auditEvent({ type: 'password_reset.created', targetId: user.id }, tx);
    if (mail.configured)
      await mail.post({ kind: 'password_link_created', to: user.email, by: personIn(admin), expiresAt }, tx);
    return { url: pageLink(site, 'reset', token), expiresAt };
  });
}

/**
 * Creates a user without a password, and a link that sets one, which ends with the admin's rights. If an
 * organization is named, the user joins it as a member.
 *
 * Throws `email_already_exists`, or `not_found` for the organization.
 */
export async function createUserWithLink(
  { email, name, organizationId }: { email: string; name: string | null; organizationId: string | undefined },
  caller: UserPrincipal,
  { config, site }: { config: Config; site: Site },
): Promise<{ user: UserRow; url: string; expiresAt: number }> {
  if (await User.isTaken(email)) throw emailTaken(email);
  return transaction(async (tx) => {
    if (organizationId !== undefined && (await Organization.lock(organizationId, tx)) === null)
      throw notFound('organization', organizationId);
    const user = await User.add({ email, name, passwordHash: null, isAdmin: false }, tx);
    const details = { email: user.email, is_admin: false };
    await auditEvent({ type: 'user.added', organizationId: organizationId ?? null, targetId: user.id, details }, tx);
    if (organizationId !== undefined) await Membership.join(organizationId, user.id, tx);
    const maker = { origin: 'admin', madeBy: caller.userId } as const;
    const { token, expiresAt } = await makeLink(user, maker, config, tx);
    // Reads the user again, because joining may have set the default organization.
    const row = (await User.findOne({ where: { id: user.id }, transaction: tx })) ?? user;
    return { user: row, url: pageLink(site, 'reset', token), expiresAt };
  }).catch((error: unknown) => {
    throw isUniqueViolation(error) ? emailTaken(email, error) : error;
  });
}

/** Replaces an earlier reset link of the user. */
async function makeLink(
  { id: userId }: UserRow,
  { origin, madeBy }: { origin: LinkOrigin; madeBy?: string },
  { tokens }: Config,
  tx: Transaction,
): Promise<ResetLink> {
  const { value: token, digest } = mint('reset');
  const expiresAt = nowSeconds() + tokens.reset_seconds;
  await PasswordReset.upsert({ userId, digest, origin, madeBy: madeBy ?? null, expiresAt }, { transaction: tx });
  return { token, expiresAt };
}

/** Returns the user of a reset link. Throws `token_invalid`. */
export async function validatePasswordReset(token: string): Promise<UserRow> {
  const open = await PasswordReset.open(digestOf(token));
  const user = open === undefined ? undefined : await readOne(User, { id: open.userId });
  if (user === undefined || user.disabled) throw tokenInvalid();
  return user;
}

/**
 * Sets a password by a reset link, ends the user's sign-ins, and mails a notice. `address` is the caller's IP address.
 *
 * Throws `token_invalid`, or a ValidationError for a weak password, which leaves the link valid.
 */
export async function confirmPasswordReset(
  token: string,
  password: string,
  address: string,
  mail: Mail,
): Promise<void> {
  const user = await validatePasswordReset(token);
  await checkNewPassword(password, [user.email, user.name ?? ''], ['body', 'password']);
  const passwordHash = await hashPassword(password);
  const keys = await keysOf(user);
  const changedAt = nowSeconds();
  await transaction(async (tx) => {
    const link = await PasswordReset.redeem(digestOf(token), tx);
    if (link === undefined) throw tokenInvalid();
    if (link.origin === 'mail') await User.update({ emailVerified: true }, { where: { id: user.id }, transaction: tx });
    await replacePassword(user.id, passwordHash, undefined, tx);
    await auditEvent({ type: 'password.reset', targetId: user.id, actor: userActor(user) }, tx);
    const notice = { kind: 'password_changed', to: user.email, changedAt, keys } as const;
    await mail.post({ ...notice, expiresAt: changedAt + noticeSeconds }, tx);
  });
  await trustAddress(user.email, address, user.id);
}

/** Returns the names and masks of the user's API keys for the notice, because a password reset does not revoke keys. */
async function keysOf({ id: userId }: UserRow): Promise<string[]> {
  const options = { where: { userId }, limit: maxKeysListed };
  const keys = [...(await AdminApiKey.findAll(options)), ...(await ProjectApiKey.findAll(options))];
  return keys.slice(0, maxKeysListed).map(({ name, redactedValue }) => `${name} (${redactedValue})`);
}

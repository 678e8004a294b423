// Sign-ins on devices without a browser (RFC 8628). The device shows a short code, and its user approves the code in a
// browser that is freshly signed in to the panel. The short code works for the decision only: the tokens need the long
// device code, which only the device knows. Both are stored as digests.

import { randomInt } from 'node:crypto';
import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import type { LoginRow } from '../../models/login.ts';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import { User } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import { countWithin, hourSeconds, type Rule, ServiceError, type Site, uncount } from '../platform/index.ts';
import type { Config } from '../settings/index.ts';
import { credentialKind, digestOf, mint, revoked } from '../tenancy/index.ts';
import { loginOfSession } from './browser-sessions.ts';
import { redeem } from './pending-sign-ins.ts';

type Schemas = components['schemas'];
type DeviceSignIn = Schemas['DeviceSignIn'];
/** The word of RFC 8628 for why there are no tokens. */
type Refusal = Exclude<Schemas['DeviceTokensRefused']['error'], 'invalid_request' | 'unsupported_grant_type'>;

const lifeSeconds = 600;
const intervalSeconds = 5;
/** How long ago the session that decides may have begun. */
const freshSeconds = 15 * 60;

/** Consonants that nobody mistakes for each other, as RFC 8628, section 6.1 proposes: no words, and no digits. */
const letters = 'BCDFGHJKLMNPQRSTVWXZ';
const codeLength = 8;

const fromAddress: Rule = {
  name: 'device-address',
  limit: 100,
  windowSeconds: hourSeconds,
  refusal: 'Too many sign-ins were begun at your address. Wait, then try again.',
};
const guesses: Rule = {
  name: 'device-code',
  limit: 10,
  windowSeconds: hourSeconds,
  refusal: 'Too many wrong codes. Wait, then try again.',
};

/** Begins a sign-in. `address` is the device's IP address. Throws `rate_limit_exceeded`. */
export async function beginDeviceSignIn(
  clientName: string,
  address: string,
  site: Site,
): Promise<Schemas['DeviceCodes']> {
  await countWithin(fromAddress, address);
  const { value, digest } = mint('sign_in');
  const code = Array.from({ length: codeLength }, () => letters[randomInt(letters.length)]).join('');
  const createdAt = nowSeconds();
  const expiresAt = createdAt + lifeSeconds;
  const userCodeDigest = digestOf(code);
  await PendingSignIn.create({
    ...{ digest, userCodeDigest, clientName, address, state: 'open', intervalSeconds, createdAt, expiresAt },
  });
  const shown = `${code.slice(0, 4)}-${code.slice(4)}`;
  const page = `${site.url}/panel#/device`;
  return {
    device_code: value,
    user_code: shown,
    verification_uri: page,
    verification_uri_complete: `${page}?code=${shown}`,
    expires_in: lifeSeconds,
    interval: intervalSeconds,
  };
}

/** Returns the tokens of an approved sign-in, once; else why there are none. */
export async function takeDeviceTokens(deviceCode: string, config: Config): Promise<Schemas['LoginTokens'] | Refusal> {
  if (credentialKind(deviceCode) !== 'sign_in') return 'invalid_grant';
  const where = { digest: digestOf(deviceCode) };
  return transaction(async (tx) => {
    const found = await PendingSignIn.findOne({ where, lock: true, transaction: tx });
    if (found === null) return 'invalid_grant';
    if (found.expiresAt <= nowSeconds()) return 'expired_token';
    if (found.state === 'denied') return 'access_denied';
    if (found.state === 'open') return poll(found, tx);
    return (await redeem(found, config, tx)) ?? 'access_denied';
  });
}

/** Notes that the device has asked. A device that asks too soon has to wait longer from then on. */
async function poll({ digest, polledAt, intervalSeconds: interval }: PendingSignIn, tx: Transaction): Promise<Refusal> {
  const now = nowSeconds();
  const isTooSoon = polledAt !== null && now - polledAt < interval;
  const next = isTooSoon ? interval + intervalSeconds : interval;
  const where = { digest: Buffer.from(digest) };
  await PendingSignIn.update({ polledAt: now, intervalSeconds: next }, { where, transaction: tx });
  return isTooSoon ? 'slow_down' : 'authorization_pending';
}

/** Returns the sign-in of a code, for the user of the browser session. Throws like `decideDeviceSignIn`. */
export async function getDeviceSignIn(session: string, userCode: string): Promise<DeviceSignIn> {
  const { userId } = await freshLogin(session);
  return toResource(await openSignIn(userId, userCode));
}

/**
 * Approves or denies a sign-in, which then is the session's user's.
 *
 * Throws `not_found` if no open sign-in has the code, `rate_limit_exceeded` after too many such codes, `sign_in_again`,
 * or `invalid_api_key` if the session has ended.
 */
export async function decideDeviceSignIn(
  session: string,
  { user_code: userCode, decision }: Schemas['DecideDeviceSignInRequest'],
): Promise<DeviceSignIn> {
  const { id: loginId, userId, method } = await freshLogin(session);
  const found = await openSignIn(userId, userCode);
  const state = decision === 'approve' ? 'approved' : 'denied';
  const { clientName } = found;
  await transaction(async (tx) => {
    const user = await User.findOne({ where: { id: userId, disabled: false }, transaction: tx });
    if (user === null) throw revoked();
    const where = { digest: Buffer.from(found.digest), state: 'open' } as const;
    const [decided] = await PendingSignIn.update({ state, userId, method, loginId }, { where, transaction: tx });
    if (decided !== 1) throw unknownCode();
    const details = { client_name: clientName, address: found.address };
    await auditEvent({ type: `device_sign_in.${state}`, targetId: userId, actor: userActor(user), details }, tx);
  });
  return { ...toResource(found), state };
}

/** Returns the sign-in of the browser session. Throws `invalid_api_key` or `sign_in_again`. */
async function freshLogin(session: string): Promise<LoginRow> {
  const login = await loginOfSession(session);
  if (login === undefined) throw revoked();
  if (login.createdAt > nowSeconds() - freshSeconds) return login;
  throw new ServiceError('sign_in_again', 'Your sign-in is older than 15 minutes. Sign in again, then enter the code.');
}

/** Returns the open sign-in of a code. Counted before the lookup, so that parallel guesses do not exceed the limit. */
async function openSignIn(userId: string, userCode: string): Promise<PendingSignIn> {
  await countWithin(guesses, userId);
  const userCodeDigest = digestOf(userCode.replace('-', '').toUpperCase());
  const found = await PendingSignIn.findOne({ where: { userCodeDigest, state: 'open' } });
  if (found === null || found.expiresAt <= nowSeconds()) throw unknownCode();
  await uncount(guesses, userId);
  return found;
}

function unknownCode(): ServiceError {
  return new ServiceError(
    'not_found',
    'No device waits with this code. Codes work for 10 minutes and once: compare it with the device, or begin there again.',
  );
}

function toResource({ clientName, address, state, createdAt, expiresAt }: PendingSignIn): DeviceSignIn {
  return {
    client_name: clientName ?? '',
    address: address ?? '',
    state,
    created_at: createdAt,
    expires_at: expiresAt,
  };
}

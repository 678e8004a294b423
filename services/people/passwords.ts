// The only door to argon2, and what counts as a password.
//
// Hashes run on libuv's pool of 4 threads, which files and name look-ups use too: at most 2 run at once, 64 wait, and
// the rest are told to come back.

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { secretMask } from '../../models/secret-mask.ts';
import { ServiceError, ValidationError, type ValidationIssue } from '../platform/index.ts';

/** What a hash takes, as argon2 names it; memory in KiB. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let cost = passwordCost;

/** For tests alone, which hash thousands of passwords: no setting leads here (test/tidy.test.ts). */
export function setPasswordCost(wanted: PasswordCost): void {
  cost = wanted;
  dummyHash = undefined;
}

const maxRunning = Math.max(1, Math.min(2, availableParallelism()));
const maxWaiting = 64;

let running = 0;
const waiting: (() => void)[] = [];

/** The argon2id hash of a password, in the PHC string format. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost));
}

/** How a password compares with what is stored; `unreadable`: that is nothing that this server can have stored. */
export type Verdict = 'right' | 'wrong' | 'unreadable';

/**
 * Whether the password is the one that was hashed. With no hash, or one that cannot be read, it takes the same time, so
 * that the time of an answer does not tell which accounts exist.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<Verdict> {
  const known = storedHash?.startsWith('$argon2') ? storedHash : undefined;
  const same = known === undefined ? undefined : await bounded(() => verify(known, password).catch(() => undefined));
  if (same !== undefined) return same ? 'right' : 'wrong';
  const other = await someHash();
  await bounded(() => verify(other, password));
  return storedHash === null ? 'wrong' : 'unreadable';
}

/** Whether a hash was made with weaker parameters than today's. */
export function isOutdated(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let dummyHash: Promise<string> | undefined;

function someHash(): Promise<string> {
  dummyHash ??= hashPassword('nobody has this password');
  return dummyHash;
}

/** Makes the hash that stands in for missing ones, so that the first sign-in takes no longer than the second. */
export async function warmUpPasswords(): Promise<void> {
  await someHash();
}

/** Runs the work when a place is free. A place that comes free goes straight to who waited longest. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (running < maxRunning) {
    running += 1;
  } else {
    if (waiting.length >= maxWaiting) {
      throw new ServiceError('rate_limit_exceeded', 'Too many sign-ins at once. Try again in a moment.', {
        retryAfterSeconds: 1,
      });
    }
    await new Promise<void>((resolve) => waiting.push(resolve));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next === undefined) running -= 1;
    else next();
  }
}

const minimumLength = 12;

/**
 * Refuses a password that many people have. Its length is the spec's business.
 * @param context texts that an attacker would try first, such as the e-mail address.
 */
export async function checkNewPassword(password: string, context: string[], loc: string[]): Promise<void> {
  const problem = await weakness(password, context);
  if (problem === undefined) return;
  const issue: ValidationIssue = {
    loc,
    msg: `Value error, ${problem}`,
    type: 'value_error',
    input: secretMask,
    ctx: { error: problem },
  };
  throw new ValidationError([issue]);
}

async function weakness(password: string, context: string[]): Promise<string | undefined> {
  const plain = password.toLowerCase();
  if (/^(.{1,4}?)\1+.{0,3}$/su.test(plain)) return 'the password repeats a few characters; choose another';
  // What is left without the digits and signs around it: "password1234!" is "password".
  const core = plain.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const common = await commonPasswords();
  if (common.has(plain) || (core.length > 0 && plain.length - core.length <= 6 && common.has(core))) {
    return 'the password is a common one; choose another';
  }
  const known = context
    .flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4);
  if (known.some((word) => plain.includes(word) && plain.length - word.length < minimumLength / 2)) {
    return 'the password is too close to the e-mail address or the name; choose another';
  }
  return undefined;
}

let common: Promise<Set<string>> | undefined;

/** The 49,000 most common passwords. Loaded at the first use: half a megabyte that most servers seldom need. */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  );
  return common;
}

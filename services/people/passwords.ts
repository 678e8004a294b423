// Password hashing (the only file that uses argon2) and the rules for new passwords.
//
// Hashes run on libuv's pool of 4 threads, which file access and DNS lookups use too. So at most 2 hashes run at once,
// 64 wait, and further requests get `rate_limit_exceeded`.

import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { secretMask } from '../../models/secret-mask.ts';
import { ServiceError, Turns, ValidationError, type ValidationIssue } from '../platform/index.ts';

/** The cost of a hash, in argon2's parameters; memory in KiB. */
export interface PasswordCost {
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** The first recommendation of OWASP for argon2id: 19 MiB, 2 passes, 1 lane. */
export const passwordCost: PasswordCost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

let cost = passwordCost;

/** Lowers the cost for tests and `svc sandbox`. No setting calls this function (test/tidy.test.ts). */
export function setPasswordCost(wanted: PasswordCost): void {
  cost = wanted;
  dummyHash = undefined;
}

const hashes = new Turns(Math.max(1, Math.min(2, availableParallelism())));
const maxWaiting = 64;

/** Returns the argon2id hash of a password in the PHC string format. Throws `rate_limit_exceeded` if 64 hashes wait. */
export function hashPassword(password: string): Promise<string> {
  return bounded(() => hash(password, cost));
}

/** The result of a password check. `unreadable`: the stored hash is damaged. */
export type Verdict = 'right' | 'wrong' | 'unreadable';

/**
 * Compares a password with a stored hash. Without a readable hash the check takes the same time, so that the response
 * time does not reveal which accounts exist. Throws `rate_limit_exceeded` if 64 hashes wait.
 */
export async function verifyPassword(storedHash: string | null, password: string): Promise<Verdict> {
  const known = storedHash?.startsWith('$argon2') ? storedHash : undefined;
  const same = known === undefined ? undefined : await bounded(() => verify(known, password).catch(() => undefined));
  if (same !== undefined) return same ? 'right' : 'wrong';
  const other = await getDummyHash();
  await bounded(() => verify(other, password));
  return storedHash === null ? 'wrong' : 'unreadable';
}

/** Returns true if the hash was made with other parameters than the current ones. */
export function isOutdated(storedHash: string): boolean {
  const { memoryCost, timeCost, parallelism } = cost;
  return !storedHash.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`);
}

let dummyHash: Promise<string> | undefined;

function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword('nobody has this password');
  return dummyHash;
}

/** Computes the dummy hash at the start, so that the first sign-in takes no longer than the second. */
export async function warmUpPasswords(): Promise<void> {
  await getDummyHash();
}

/** Does the work in its turn: the work that has waited longest is next. */
async function bounded<T>(work: () => Promise<T>): Promise<T> {
  if (hashes.waiting >= maxWaiting)
    throw new ServiceError('rate_limit_exceeded', 'Too many sign-ins at once. Try again in a moment.', {
      retryAfterSeconds: 1,
    });
  return hashes.run('', work);
}

const minimumLength = 12;

/**
 * Throws a ValidationError for a common or guessable password. The spec bounds the length.
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
  // Removes digits and signs at both ends: "password1234!" counts as "password".
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

/**
 * Returns the 49,000 most common passwords. Loaded on first use, because the list takes 0.5 MB and most servers seldom
 * need it.
 */
function commonPasswords(): Promise<Set<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set(dictionary['passwords-common'] as string[]),
  );
  return common;
}

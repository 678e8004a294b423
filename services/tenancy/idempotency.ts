// Calls that may be sent again without being done twice: by an `Idempotency-Key`, which their sender chose.
//
// A call takes its key first. That what it makes is made, is written down in the transaction that makes it, together with
// the entry of the audit log: so whichever server dies when, the next call with the key knows whether there is anything.
// The answer is kept afterwards, sealed, since it may show a key's value. A call that is refused gives its key back.
//
// One whose server died before anything was made holds its key for a minute. After that the next one takes it over, and
// the first, should it live after all, finds out in its transaction, which then fails.

import { randomUUID } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { IdempotencyKey, type IdempotencyKeyRow } from '../../models/idempotency-key.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { type Log, ServiceError } from '../platform/index.ts';
import type { SealedPlace, Secrets } from '../settings/index.ts';

/** How long a key is known. */
export const keptSeconds = 86_400;
/** How long a call may take that makes something. */
const heldSeconds = 60;

/** A call with a key. */
export interface RepeatableCall {
  /** The SHA-256 of whose key it is, and of the key. */
  digest: Buffer;
  /** The SHA-256 of what is asked. */
  fingerprint: Buffer;
}

/** What a call is answered. */
export interface KeptAnswer {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Notes that what the call makes is made; in the transaction that makes it. */
export type Finish = (inside: Transaction | null) => Promise<void>;

export class Idempotency {
  readonly #secrets: Secrets;
  readonly #log: Log;

  constructor(secrets: Secrets, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /**
   * Does the work, or answers as it was answered the first time. Throws `idempotency_key_reused` where that was other work,
   * `idempotency_key_in_use` while it is done, and `idempotency_answer_lost` where nobody can say what it was answered.
   */
  async once(call: RepeatableCall, work: (finish: Finish) => Promise<KeptAnswer>): Promise<KeptAnswer> {
    const holder = randomUUID();
    const standing = await take(call, holder);
    if (standing !== undefined) return await withoutDeletedKey(this.#answerOf(call, standing));
    const { digest } = call;
    try {
      const answer = await work(async (inside) => {
        if (!(await IdempotencyKey.finish(digest, holder, inside))) throw inUse();
      });
      if (answer.status >= 300) await IdempotencyKey.giveBack(digest, holder);
      else await this.#keep(call, holder, answer);
      return answer;
    } catch (error) {
      await IdempotencyKey.giveBack(digest, holder).catch((cause: unknown) =>
        this.#log.warn({ err: cause }, 'could not release an Idempotency-Key'),
      );
      throw error;
    }
  }

  /** What was done is done: to answer with an error would say that it was not. */
  async #keep({ digest }: RepeatableCall, holder: string, { status, body, headers }: KeptAnswer): Promise<void> {
    const sealed = this.#secrets.seal(JSON.stringify({ status, body, headers }), placeOf(digest));
    await IdempotencyKey.keep(digest, holder, sealed).catch((error: unknown) =>
      this.#log.warn({ err: error }, 'could not store the response for an Idempotency-Key'),
    );
  }

  #answerOf({ digest }: RepeatableCall, { done, answer, heldAt }: IdempotencyKeyRow): KeptAnswer {
    if (!done || (answer === null && !isLeft(heldAt))) throw inUse();
    try {
      if (answer !== null) return JSON.parse(this.#secrets.open(answer, placeOf(digest))) as KeptAnswer;
    } catch (error) {
      throw answerLost(error);
    }
    throw answerLost(undefined);
  }
}

/** Counts the keys of an id, by the object type of their resources. */
const countKeys: Record<string, (id: string) => Promise<number>> = {
  'organization.admin_api_key': (id) => AdminApiKey.count({ where: { id } }),
  'organization.project.api_key': (id) => ProjectApiKey.count({ where: { id } }),
};

/** Masks the value of a key that was deleted since it was created, and says so in its status. Other answers pass unchanged. */
async function withoutDeletedKey(answer: KeptAnswer): Promise<KeptAnswer> {
  const { object = '', id = '', redacted_value: mask } = answer.body as Record<string, string>;
  const count = countKeys[object];
  if (count === undefined || (await count(id)) > 0) return answer;
  return { ...answer, body: { ...(answer.body as object), value: mask, status: 'deleted' } };
}

/** Where the answer to a call is stored. */
function placeOf(digest: Buffer): SealedPlace {
  return { table: 'idempotency_keys', column: 'answer', row: digest.toString('hex') };
}

/** Takes the key for the attempt. Returns what stands of an earlier one that was the same call. */
async function take({ digest, fingerprint }: RepeatableCall, holder: string): Promise<IdempotencyKeyRow | undefined> {
  for (;;) {
    const now = nowSeconds();
    const standing = await IdempotencyKey.take({ digest, fingerprint, holder, heldAt: now, createdAt: now });
    if (standing === undefined) return undefined;
    if (Number(standing.createdAt) <= now - keptSeconds) {
      await IdempotencyKey.forget(digest, standing.holder);
      continue;
    }
    if (!fingerprint.equals(standing.fingerprint)) throw reused();
    if (standing.done || !isLeft(standing.heldAt)) return standing;
    if (await IdempotencyKey.takeOver(digest, standing.holder, holder, now)) return undefined;
  }
}

/** Whether who has the key since then, in Unix seconds, must be gone. */
function isLeft(heldAt: number): boolean {
  return Number(heldAt) <= nowSeconds() - heldSeconds;
}

function inUse(): ServiceError {
  return new ServiceError(
    'idempotency_key_in_use',
    'The first call with this Idempotency-Key has not ended. Send it again in a minute.',
  );
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'The first call with this Idempotency-Key was another one. Choose a new key for each thing that is to be made.',
  );
}

function answerLost(cause: unknown): ServiceError {
  return new ServiceError(
    'idempotency_answer_lost',
    'The first call with this Idempotency-Key has made what it was to make, but its answer is lost. Look for what it has made.',
    { cause },
  );
}

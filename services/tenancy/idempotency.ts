// Idempotency keys: a request with an `Idempotency-Key` can be repeated without a second effect.
//
// A request first claims its key. The transaction that creates the resource also marks the key as finished, together
// with the audit log entry. So whenever a server dies, the next request with the key knows whether the resource exists.
// The response is stored afterwards, encrypted, because it may contain a key's value. A request that is refused
// releases its key.
//
// If a server dies before the transaction, the key stays claimed for one minute. Then the next request takes it over.
// If the first server is still alive after all, its transaction detects the takeover and fails.

import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import pRetry from 'p-retry';
import type { Transaction } from 'sequelize';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { nowSeconds } from '../../models/clock.ts';
import { remember } from '../../models/connection.ts';
import { isDatabaseAway } from '../../models/constraints.ts';
import { IdempotencyKey, type IdempotencyKeyRow } from '../../models/idempotency-key.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { type Log, ServiceError } from '../platform/index.ts';
import type { SealedPlace, Secrets } from '../settings/index.ts';

/** For how many seconds a key is remembered. */
export const keptSeconds = 86_400;
/** For how many seconds a claim lasts without a finished transaction. */
const heldSeconds = 60;
/** For how long an answer waits until it is stored: a client that repeats the call at once must find it. */
const keepPatienceMs = 5000;
/** For how long an error waits until its key is released. A client waits a second before it asks again. */
const releasePatienceMs = 500;

/** A request with an idempotency key. */
export interface RepeatableCall {
  /** The SHA-256 of the key's owner and the key. */
  digest: Buffer;
  /** The SHA-256 of the request's content. */
  fingerprint: Buffer;
}

/** The response to a request. */
export interface StoredResponse {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

/** Marks the key as finished, in the transaction that creates the resource. */
export type Finish = (tx: Transaction | null) => Promise<void>;

export class Idempotency {
  readonly #secrets: Secrets;
  readonly #log: Log;

  constructor(secrets: Secrets, log: Log) {
    this.#secrets = secrets;
    this.#log = log;
  }

  /**
   * Does the work, or returns the stored response of the first request. Throws `idempotency_key_reused` if the key was
   * used for a different request, `idempotency_key_in_use` while another request is doing the work, and
   * `idempotency_answer_lost` if the work was done but its response was lost.
   */
  async once(call: RepeatableCall, work: (finish: Finish) => Promise<StoredResponse>): Promise<StoredResponse> {
    const holder = randomUUID();
    const existing = await claim(call, holder);
    if (existing !== undefined) return await withoutDeletedKey(this.#answerOf(call, existing));
    const { digest } = call;
    try {
      const answer = await work(async (tx) => {
        if (!(await IdempotencyKey.finish(digest, holder, tx))) throw inUse();
        if (tx !== null) remember(tx, () => IdempotencyKey.isFinished(digest, holder));
      });
      if (answer.status >= 300) await IdempotencyKey.release(digest, holder);
      else await this.#keep(call, holder, answer);
      return answer;
    } catch (error) {
      await this.#release(digest, holder);
      throw error;
    }
  }

  #release(digest: Buffer, holder: string): Promise<void> {
    const failure = 'could not release an Idempotency-Key';
    return this.#write(() => IdempotencyKey.release(digest, holder), failure, releasePatienceMs);
  }

  /** Stores the response. A failure is only logged: the work is committed, so an error would be wrong. */
  #keep({ digest }: RepeatableCall, holder: string, { status, body, headers }: StoredResponse): Promise<void> {
    const sealed = this.#secrets.seal(JSON.stringify({ status, body, headers }), placeOf(digest));
    const failure = 'could not store the response for an Idempotency-Key';
    return this.#write(() => IdempotencyKey.keep(digest, holder, sealed), failure, keepPatienceMs);
  }

  /** Does the write. While the database is away, goes on without the call: the key would be held for a minute. */
  async #write(write: () => Promise<void>, failure: string, patienceMs: number): Promise<void> {
    const pace = { retries: heldSeconds, factor: 1, minTimeout: 1000, unref: true };
    const written = pRetry(write, { ...pace, shouldRetry: ({ error }) => isDatabaseAway(error) });
    const settled = written.catch((error: unknown) => this.#log.warn({ err: error }, failure));
    await Promise.race([settled, wait(patienceMs, undefined, { ref: false })]);
  }

  #answerOf({ digest }: RepeatableCall, { done, answer, heldAt }: IdempotencyKeyRow): StoredResponse {
    if (!done || (answer === null && !claimHasExpired(heldAt))) throw inUse();
    try {
      if (answer !== null) return JSON.parse(this.#secrets.open(answer, placeOf(digest))) as StoredResponse;
    } catch (error) {
      throw answerLost(error);
    }
    throw answerLost(undefined);
  }
}

/** Counts the API keys with an id, by the object type of the resource. */
const countKeys: Record<string, (id: string) => Promise<number>> = {
  'organization.admin_api_key': (id) => AdminApiKey.count({ where: { id } }),
  'organization.project.api_key': (id) => ProjectApiKey.count({ where: { id } }),
  'organization.project.service_account.api_key': (id) => ProjectApiKey.count({ where: { id } }),
};

async function withoutDeletedKey(answer: StoredResponse): Promise<StoredResponse> {
  return { ...answer, body: await masked(answer.body as Record<string, unknown>) };
}

/**
 * Masks the value of an API key that was deleted since its creation, and sets its status. The key may be that of a new
 * service account. Returns other bodies unchanged.
 */
async function masked(body: Record<string, unknown>): Promise<Record<string, unknown>> {
  const { object, id, redacted_value: mask, api_key: key } = body;
  if (typeof key === 'object' && key !== null) return { ...body, api_key: await masked({ ...key }) };
  const count = countKeys[String(object)];
  if (count === undefined || (await count(String(id))) > 0) return body;
  return { ...body, value: mask, status: 'deleted' };
}

/** Returns the location of the encrypted response, which is bound into the ciphertext. */
function placeOf(digest: Buffer): SealedPlace {
  return { table: 'idempotency_keys', column: 'answer', row: digest.toString('hex') };
}

/** Claims the key. Returns the row of an earlier request with the same content, or undefined if the claim succeeds. */
async function claim({ digest, fingerprint }: RepeatableCall, holder: string): Promise<IdempotencyKeyRow | undefined> {
  for (;;) {
    const now = nowSeconds();
    const existing = await IdempotencyKey.claim({ digest, fingerprint, holder, heldAt: now, createdAt: now });
    if (existing === undefined) return undefined;
    if (Number(existing.createdAt) <= now - keptSeconds) {
      await IdempotencyKey.forget(digest, existing.holder);
      continue;
    }
    if (!fingerprint.equals(existing.fingerprint)) throw reused();
    if (existing.done || !claimHasExpired(existing.heldAt)) return existing;
    if (await IdempotencyKey.takeOver(digest, existing.holder, holder, now)) return undefined;
  }
}

/** Returns true if a claim from `heldAt` (Unix seconds) has expired. */
function claimHasExpired(heldAt: number): boolean {
  return Number(heldAt) <= nowSeconds() - heldSeconds;
}

function inUse(): ServiceError {
  return new ServiceError(
    'idempotency_key_in_use',
    'The first request with this Idempotency-Key has not ended. Send the request again in a minute.',
  );
}

function reused(): ServiceError {
  return new ServiceError(
    'idempotency_key_reused',
    'This Idempotency-Key was already used for a different request. Use a new key for each resource that you create.',
  );
}

function answerLost(cause: unknown): ServiceError {
  return new ServiceError(
    'idempotency_answer_lost',
    'The first request with this Idempotency-Key created its resource, but the response is lost. List the resources to find it.',
    { cause },
  );
}

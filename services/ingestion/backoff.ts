// Retries of files that failed for reasons outside of the file: an unavailable model or search engine, or a limit of the
// project. The delay grows with the age of the file's job.

import { nowSeconds } from '../../models/clock.ts';
import { ModelProblem, upstreamFailed } from '../gateway/index.ts';
import { Postpone, ServiceError } from '../platform/index.ts';

/** After a failure of a model, its files are not read for this many milliseconds. */
const restMs = 1000;
const shortestMs = 1000;
const longestMs = 60_000;
/** After this many seconds the file fails, so that a client that waits for the batch sees its end. */
const patienceSeconds = 86_400;

/** Limits that a short wait does not lift. */
const usedUp = [
  'tokens_per_day',
  'tokens_per_month',
  'project_spend_limit_exceeded',
  'monthly_spend',
  'model_has_no_price',
];

/**
 * Returns the error to throw instead: a Postpone, or a ModelProblem if the failure is final. Undefined keeps the
 * original error.
 */
export function retryErrorFor(error: unknown, { createdAt }: { createdAt: number }): Error | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { code, message } = error;
  // A limit of 0 never allows a call.
  if (code === 'rate_limit_exceeded' && error.rate?.limit === 0)
    return new ModelProblem(`${code}: ${message}`, { cause: error });
  if (code === 'rate_limit_exceeded') return new Postpone((error.retryAfterSeconds ?? 1) * 1000, message);
  // Waits longest, because a person has to free disk space first.
  if (code === 'insufficient_storage') return new Postpone(longestMs, message);
  if (usedUp.includes(code)) return new ModelProblem(message, { cause: error });
  if (code !== 'upstream_failed' && code !== 'upstream_timeout' && code !== 'unavailable') return undefined;
  const ageSeconds = nowSeconds() - createdAt;
  if (ageSeconds > patienceSeconds && code === 'unavailable') return undefined;
  if (ageSeconds > patienceSeconds)
    return new ModelProblem('The upstream of the model that this file needs has not answered for a day.', {
      cause: error,
    });
  return new Postpone(Math.min(Math.max(ageSeconds * 250, shortestMs), longestMs), message);
}

/**
 * Embedding models that have just failed. While a model rests, its files are not read, and one file a second tests
 * whether it is back.
 */
export class ModelCooldowns {
  readonly #until = new Map<string, number>();

  /** Throws `upstream_failed` if the model has just failed. */
  check(model: string): void {
    if (performance.now() < (this.#until.get(model) ?? 0)) throw upstreamFailed(`${model} has just failed`);
  }

  /** Records a failure and throws it. */
  failed(model: string, error: unknown): never {
    const isAway = error instanceof ServiceError && ['upstream_failed', 'upstream_timeout'].includes(error.code);
    if (isAway) this.#until.set(model, performance.now() + restMs);
    throw error;
  }
}

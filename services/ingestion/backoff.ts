// A file that could not be processed because a model was away, or because its project has used what it may use for now,
// is not to blame: it waits, the longer the more it has waited already, and goes on when that is over.

import { nowSeconds } from '../../models/clock.ts';
import { ModelProblem, upstreamFailed } from '../inference/index.ts';
import { Postpone, ServiceError } from '../platform/index.ts';

/** For so long after a failure, files of the model are not even read. */
const restMs = 1000;
const shortestMs = 1000;
const longestMs = 60_000;
/** Who waits for a batch is to learn of its end. */
const patienceSeconds = 86_400;

/** Limits of a project that waiting does not soon lift. */
const usedUp = ['tokens_per_day', 'tokens_per_month', 'project_spend_limit_exceeded', 'model_has_no_price'];

/** What to throw in the place of the error: a Postpone, or a ModelProblem where it is final; undefined: the error itself. */
export function waitFor(error: unknown, { createdAt }: { createdAt: number }): Error | undefined {
  if (!(error instanceof ServiceError)) return undefined;
  const { code, message } = error;
  // Its turn cannot come.
  if (code === 'rate_limit_exceeded' && error.rate?.limit === 0)
    return new ModelProblem(`${code}: ${message}`, { cause: error });
  if (code === 'rate_limit_exceeded') return new Postpone((error.retryAfterSeconds ?? 1) * 1000, message);
  // Somebody has to delete something first.
  if (code === 'insufficient_storage') return new Postpone(longestMs, message);
  if (usedUp.includes(code)) return new ModelProblem(message, { cause: error });
  if (code !== 'upstream_failed' && code !== 'upstream_timeout') return undefined;
  const ageSeconds = nowSeconds() - createdAt;
  if (ageSeconds > patienceSeconds)
    return new ModelProblem('The upstream of the model that it needs has not answered for a day.', { cause: error });
  return new Postpone(Math.min(Math.max(ageSeconds * 250, shortestMs), longestMs), message);
}

/** Embedding models that have just failed: of a thousand files that wait for one, one a second is read to see if it is back. */
export class RestingModels {
  readonly #until = new Map<string, number>();

  /** Throws `upstream_failed` for a model that has just failed. */
  check(model: string): void {
    if (performance.now() < (this.#until.get(model) ?? 0)) throw upstreamFailed(`${model} has just failed`);
  }

  /** Takes note of a failure, and throws it. */
  failed(model: string, error: unknown): never {
    const isAway = error instanceof ServiceError && ['upstream_failed', 'upstream_timeout'].includes(error.code);
    if (isAway) this.#until.set(model, performance.now() + restMs);
    throw error;
  }
}

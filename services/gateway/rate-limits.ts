// The limits of a project on single models, in the form of the public API: each model that the project may use has an
// entry, whose id is made of the model's.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import type { ProjectRow } from '../../models/project.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { notFound } from '../platform/index.ts';
import { limitsIn, lockProject, type ModelLimit, modelLimitsIn } from '../tenancy/index.ts';
import { listModels, pageOfModels } from './models.ts';

type Services = Parameters<typeof listModels>[1];
type RateLimit = components['schemas']['ProjectRateLimit'];
type Change = components['schemas']['UpdateRateLimitRequest'];

const prefix = 'rl_';
/** Stands for no limit. */
const unlimited = Number.MAX_SAFE_INTEGER;

/** Returns a page of the project's limits on single models, in the order of the models. */
export async function listRateLimits(
  project: ProjectRow,
  { limit, after, before }: { limit: number; after?: string; before?: string },
  services: Services,
): Promise<{ rows: RateLimit[]; hasMore: boolean }> {
  const models = await listModels(project, services);
  const window = {
    limit,
    ...(after === undefined ? {} : { after_id: modelOf(after) }),
    ...(before === undefined ? {} : { before_id: modelOf(before) }),
  };
  const { page, hasMore } = pageOfModels(models, window);
  return { rows: page.map(({ id }) => toResource(project, id)), hasMore };
}

/** Changes the limits on a model. Throws `not_found` if the project has no such model. */
export async function updateRateLimit(
  before: ProjectRow,
  id: string,
  change: Change,
  services: Services,
): Promise<RateLimit> {
  const model = modelOf(id);
  const known = (await listModels(before, services)).some((one) => one.id === model);
  if (!known || idOf(model) !== id) throw notFound('rate limit', id);
  return transaction(async (tx) => {
    const found = await lockProject(before, tx);
    const limits = modelLimitsIn(found);
    const previous = limits.get(model);
    const { max_requests_per_1_minute: requests, max_tokens_per_1_minute: tokens } = change;
    const changed: ModelLimit = {
      requests_per_minute: limitOf(requests, previous?.requests_per_minute),
      tokens_per_minute: limitOf(tokens, previous?.tokens_per_minute),
    };
    const details = changeDetails(change, { ...toResource(found, model) });
    await auditEvent({ type: 'rate_limit.updated', projectId: before.id, targetId: id, details }, tx);
    const modelLimits = JSON.stringify(Object.fromEntries([...limits, [model, changed]]));
    return toResource(await found.update({ modelLimits }, { transaction: tx }), model);
  });
}

function limitOf(given: number | undefined, before: number | null = null): number | null {
  if (given === undefined) return before;
  return given === unlimited ? null : given;
}

function toResource(project: ProjectRow, model: string): RateLimit {
  const own = modelLimitsIn(project).get(model);
  const ofProject = limitsIn(project);
  return {
    id: idOf(model),
    object: 'project.rate_limit',
    model,
    max_requests_per_1_minute: own?.requests_per_minute ?? ofProject.requests_per_minute ?? unlimited,
    max_tokens_per_1_minute: own?.tokens_per_minute ?? ofProject.tokens_per_minute ?? unlimited,
  };
}

function idOf(model: string): string {
  return prefix + Buffer.from(model).toString('base64url');
}

function modelOf(id: string): string {
  return Buffer.from(id.slice(prefix.length), 'base64url').toString();
}

// Reads and sets the monthly spend limits of projects. services/limits/project-limits.ts enforces them.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { LimitCount } from '../../models/limit-count.ts';
import type { Project, ProjectRow } from '../../models/project.ts';
import { auditEvent } from '../audit/index.ts';
import { ServiceError } from '../platform/index.ts';
import { countsUse, limitsIn, lockProject } from '../tenancy/index.ts';
import { costOfMonth } from './project-limits.ts';
import { fromCents } from './usage/cost.ts';

type SpendLimit = components['schemas']['SpendLimit'];

/** Returns the spend limit. Throws `not_found` if the project has none. */
export async function getSpendLimit(project: ProjectRow): Promise<SpendLimit> {
  return toResource(project);
}

/** Sets or replaces the spend limit. It takes effect on this server at once. Throws `not_found`. */
export async function setSpendLimit(project: ProjectRow, cents: number): Promise<SpendLimit> {
  return toResource(await change(project, () => cents));
}

/** Deletes the spend limit. Throws `not_found` if the project has none. */
export async function deleteSpendLimit(project: ProjectRow): Promise<void> {
  await change(project, ({ id, spendLimit }) => {
    if (spendLimit === null) throw noLimit(id);
    return null;
  });
}

async function change(before: ProjectRow, limitOf: (project: ProjectRow) => number | null): Promise<Project> {
  const { id: projectId } = before;
  return transaction(async (tx) => {
    const found = await lockProject(before, tx);
    const spendLimit = limitOf(found);
    const type = spendLimit === null ? 'spend_limit.deleted' : 'spend_limit.updated';
    const amount = spendLimit === null ? {} : { threshold_amount: spendLimit, currency: 'USD' };
    const details = { ...amount, previous_values: { threshold_amount: found.spendLimit } };
    await auditEvent({ type, projectId, targetId: projectId, details }, tx);
    if (!countsUse(limitsIn(found)) && spendLimit !== null) await LimitCount.resetCounts(projectId, tx);
    return found.update({ spendLimit }, { transaction: tx });
  });
}

async function toResource(project: ProjectRow): Promise<SpendLimit> {
  const { spendLimit: cents } = project;
  if (cents === null) throw noLimit(project.id);
  const isReached = (await costOfMonth(project)) >= fromCents(cents);
  return {
    object: 'project.spend_limit',
    threshold_amount: cents,
    currency: 'USD',
    interval: 'month',
    enforcement: { status: isReached ? 'enforcing' : 'inactive' },
  };
}

function noLimit(projectId: string): ServiceError {
  return new ServiceError('not_found', `The project '${projectId}' has no spend limit.`);
}

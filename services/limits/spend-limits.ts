// Reads and sets the monthly spend limits of projects. services/limits/project-limits.ts enforces them.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { LimitCount } from '../../models/limit-count.ts';
import type { Project, ProjectRow } from '../../models/project.ts';
import { auditEvent } from '../audit/index.ts';
import { ServiceError } from '../platform/index.ts';
import { type Access, countsUse, getProject, limitsIn, lockProject } from '../tenancy/index.ts';
import { costOfMonth } from './project-limits.ts';
import { fromCents } from './usage/cost.ts';

type Organization = { id: string };
type SpendLimit = components['schemas']['SpendLimit'];

/** Returns the spend limit. Throws `not_found` if the project is unknown or has none. */
export async function getSpendLimit(organization: Organization, projectId: string): Promise<SpendLimit> {
  return toResource(await getProject(organization, projectId));
}

/** Sets or replaces the spend limit. It takes effect on this server at once. Throws `not_found`. */
export async function setSpendLimit(
  organization: Organization,
  projectId: string,
  cents: number,
  access: Access,
): Promise<SpendLimit> {
  const project = await change(organization, projectId, access, () => cents);
  return toResource(project);
}

/** Deletes the spend limit. Throws `not_found` if the project is unknown or has none. */
export async function deleteSpendLimit(organization: Organization, projectId: string, access: Access): Promise<void> {
  await change(organization, projectId, access, ({ spendLimit }) => {
    if (spendLimit === null) throw noLimit(projectId);
    return null;
  });
}

async function change(
  organization: Organization,
  projectId: string,
  access: Access,
  limitOf: (project: ProjectRow) => number | null,
): Promise<Project> {
  const project = await transaction(async (transaction) => {
    const found = await lockProject(organization, projectId, transaction);
    const spendLimit = limitOf(found);
    const type = spendLimit === null ? 'spend_limit.deleted' : 'spend_limit.updated';
    const amount = spendLimit === null ? {} : { threshold_amount: spendLimit, currency: 'USD' };
    const details = { ...amount, previous_values: { threshold_amount: found.spendLimit } };
    await auditEvent({ type, projectId, targetId: projectId, details }, transaction);
    if (!countsUse(limitsIn(found)) && spendLimit !== null) await LimitCount.resetCounts(projectId, transaction);
    return found.update({ spendLimit }, { transaction });
  });
  access.forgetProject(projectId);
  return project;
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

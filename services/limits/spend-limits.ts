// Reads and sets the monthly spend limits of projects and organizations. services/limits/project-limits.ts enforces them.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { auditEvent } from '../audit/index.ts';
import { existing, ServiceError } from '../platform/index.ts';
import { countsUse, getOrganization, limitsIn, lockProject } from '../tenancy/index.ts';
import { costOfMonth } from './project-limits.ts';
import { fromCents } from './usage/cost.ts';

type SpendLimit = Omit<components['schemas']['SpendLimit'], 'object'>;
type Limited = Pick<ProjectRow, 'id' | 'spendLimit'>;

/** Returns the spend limit. Throws `not_found` if the project has none. */
export async function getSpendLimit(project: ProjectRow): Promise<SpendLimit> {
  return toResource(project, () => costOfProject(project));
}

/** Sets or replaces the spend limit. It takes effect on this server at once. Throws `not_found`. */
export async function setSpendLimit(project: ProjectRow, cents: number): Promise<SpendLimit> {
  return getSpendLimit(await change(project, () => cents));
}

/** Deletes the spend limit. Throws `not_found` if the project has none. */
export async function deleteSpendLimit(project: ProjectRow): Promise<void> {
  await change(project, withoutLimit);
}

/** Returns the organization's spend limit. Throws `not_found` if it has none. */
export async function getOrganizationSpendLimit({ id }: Pick<OrganizationRow, 'id'>): Promise<SpendLimit> {
  return toResource(await getOrganization(id), () => costOfMonth({ organizationId: id, projectId: undefined }));
}

/** Sets or replaces the organization's spend limit, over all of its projects. Throws `not_found`. */
export async function setOrganizationSpendLimit(organization: OrganizationRow, cents: number): Promise<SpendLimit> {
  return getOrganizationSpendLimit(await changeOfOrganization(organization, () => cents));
}

/** Deletes the organization's spend limit. Throws `not_found` if it has none. */
export async function deleteOrganizationSpendLimit(organization: OrganizationRow): Promise<void> {
  await changeOfOrganization(organization, withoutLimit);
}

async function change(before: ProjectRow, limitOf: (row: Limited) => number | null): Promise<Project> {
  return transaction(async (tx) => {
    const found = await lockProject(before, tx);
    const spendLimit = limitOf(found);
    await auditLimit(found, spendLimit, before.id, tx);
    if (!countsUse(limitsIn(found)) && spendLimit !== null) await LimitCount.resetCounts(before.id, tx);
    return found.update({ spendLimit }, { transaction: tx });
  });
}

async function changeOfOrganization(
  { id }: OrganizationRow,
  limitOf: (row: Limited) => number | null,
): Promise<Organization> {
  return transaction(async (tx) => {
    const found = existing(await Organization.lock(id, tx), 'organization', id);
    const spendLimit = limitOf(found);
    await auditLimit(found, spendLimit, null, tx);
    if (found.spendLimit === null && spendLimit !== null) await LimitCount.resetCounts(id, tx);
    const copy = { organizationSpendLimit: spendLimit };
    await Project.update(copy, { where: { organizationId: id }, transaction: tx });
    return found.update({ spendLimit }, { transaction: tx });
  });
}

async function auditLimit(found: Limited, spendLimit: number | null, projectId: string | null, tx: Transaction) {
  const type = spendLimit === null ? 'spend_limit.deleted' : 'spend_limit.updated';
  const amount = spendLimit === null ? {} : { threshold_amount: spendLimit, currency: 'USD' };
  const details = { ...amount, previous_values: { threshold_amount: found.spendLimit } };
  await auditEvent({ type, projectId, targetId: found.id, details }, tx);
}

async function toResource(row: Limited, spent: () => Promise<number>): Promise<SpendLimit> {
  const { spendLimit: cents } = row;
  if (cents === null) throw noLimit(row);
  const isReached = (await spent()) >= fromCents(cents);
  return {
    threshold_amount: cents,
    currency: 'USD',
    interval: 'month',
    enforcement: { status: isReached ? 'enforcing' : 'inactive' },
  };
}

function costOfProject({ id, organizationId }: ProjectRow): Promise<number> {
  return costOfMonth({ organizationId, projectId: id });
}

/** Returns no limit. Throws `not_found` if there is none already. */
function withoutLimit(row: Limited): null {
  if (row.spendLimit === null) throw noLimit(row);
  return null;
}

function noLimit({ id }: Limited): ServiceError {
  return new ServiceError('not_found', `'${id}' has no spend limit.`);
}

// Organizations, managed by admins.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { LatencyCount } from '../../models/latency-count.ts';
import { Membership } from '../../models/membership.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { Project } from '../../models/project.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { User } from '../../models/user.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { notFound, ServiceError } from '../platform/index.ts';
import type { Access } from './access.ts';

type UpdateOrganization = components['schemas']['UpdateOrganizationRequest'];

/** Creates an organization whose first owner is `ownerId`. Throws `not_found` for an unknown owner. */
export async function createOrganization(name: string, ownerId: string, access: Access): Promise<OrganizationRow> {
  const organization = await transaction(async (transaction) => {
    if ((await User.count({ where: { id: ownerId }, transaction })) === 0) throw notFound('user', ownerId);
    const created = await Organization.add(name, ownerId, transaction);
    await Membership.put(created.id, ownerId, 'owner', transaction);
    const details = { name, owner_id: ownerId };
    await auditEvent(
      { type: 'organization.created', organizationId: created.id, targetId: created.id, details },
      transaction,
    );
    return created;
  });
  access.forgetUser(ownerId);
  return organization;
}

export function listOrganizations(query: PageQuery): Promise<PageOf<OrganizationRow>> {
  return page(Organization, {}, query);
}

/** Returns an organization. Throws `not_found`. */
export async function getOrganization(id: string): Promise<OrganizationRow> {
  const organization = await readOne(Organization, { id });
  if (organization === undefined) throw notFound('organization', id);
  return organization;
}

/**
 * Renames an organization, or sets its accountable owner, who becomes an owner. Throws `not_found` for an unknown
 * organization or user.
 */
export async function updateOrganization(
  id: string,
  change: UpdateOrganization,
  access: Access,
): Promise<OrganizationRow> {
  const { name, owner_id: ownerId } = change;
  const organization = await transaction(async (transaction) => {
    const found = await Organization.lock(id, transaction);
    if (found === null) throw notFound('organization', id);
    if (ownerId !== undefined) {
      if ((await User.count({ where: { id: ownerId }, transaction })) === 0) throw notFound('user', ownerId);
      await Membership.put(id, ownerId, 'owner', transaction);
    }
    await auditEvent(
      {
        type: 'organization.updated',
        organizationId: id,
        targetId: id,
        details: changeDetails(change, { name: found.name, owner_id: found.ownerId }),
      },
      transaction,
    );
    return found.update(
      { ...(name === undefined ? {} : { name }), ...(ownerId === undefined ? {} : { ownerId }) },
      { transaction },
    );
  });
  access.forgetOrganization(id);
  if (ownerId !== undefined) access.forgetUser(ownerId);
  return organization;
}

/**
 * Deletes an organization with everything in it. Throws `not_found`, or `organization_has_projects` if projects are
 * active.
 */
export async function deleteOrganization(id: string, access: Access): Promise<void> {
  await transaction(async (transaction) => {
    // The lock makes a concurrent creation of a project wait, which then finds no organization.
    const found = await Organization.lock(id, transaction);
    if (found === null) throw notFound('organization', id);
    const active = await Project.count({ where: { organizationId: id, status: 'active' }, transaction });
    if (active > 0) {
      throw new ServiceError(
        'organization_has_projects',
        `The organization still has ${active} active project${active === 1 ? '' : 's'}. Archive them first.`,
      );
    }
    await Membership.moveDefaults(id, transaction);
    await UsageRollup.destroy({ where: { organizationId: id }, transaction });
    await LatencyCount.destroy({ where: { organizationId: id }, transaction });
    await auditEvent(
      { type: 'organization.deleted', organizationId: id, targetId: id, details: { name: found.name } },
      transaction,
    );
    await found.destroy({ transaction });
  });
  access.forgetOrganization(id);
}

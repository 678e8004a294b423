// Organizations, managed by admins.

import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { LatencyCount } from '../../models/latency-count.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { Membership } from '../../models/membership.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { readOne } from '../../models/page.ts';
import { Project } from '../../models/project.ts';
import { deleteContents } from '../../models/project-contents.ts';
import { deleteInSteps } from '../../models/sweep.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { User } from '../../models/user.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, notFound, ServiceError } from '../platform/index.ts';
import { organizationRoles } from './permissions.ts';
import { type Changer, checkMayGrant } from './rank.ts';
import { lockOrganization } from './roles.ts';

type Settings = components['schemas']['UpdateOrganizationSettingsRequest'];
type UpdateOrganization = components['schemas']['UpdateOrganizationRequest'];

/** Creates an organization whose first owner is `ownerId`. Throws `not_found` for an unknown owner. */
export async function createOrganization(name: string, ownerId: string): Promise<OrganizationRow> {
  return transaction(async (tx) => {
    if ((await User.count({ where: { id: ownerId }, transaction: tx })) === 0) throw notFound('user', ownerId);
    const created = await Organization.add(name, ownerId, tx);
    await Membership.put(created.id, ownerId, 'owner', tx);
    const details = { name, owner_id: ownerId };
    await auditEvent({ type: 'organization.created', organizationId: created.id, targetId: created.id, details }, tx);
    return created;
  });
}

export function listOrganizations(query: ListQuery): Promise<ListOf<OrganizationRow>> {
  return list(Organization, {}, query);
}

/** Returns an organization as it is now. The row that a call's credential brings may be 5 seconds old. Throws `not_found`. */
export async function getOrganization(id: string): Promise<OrganizationRow> {
  return existing(await readOne(Organization, { id }), 'organization', id);
}

/**
 * Changes an organization. Its accountable owner becomes an owner. Throws `not_found` for an unknown
 * organization or user.
 */
export async function updateOrganization(id: string, change: UpdateOrganization): Promise<OrganizationRow> {
  const { name, owner_id: ownerId, project_access: projectAccess } = change;
  return transaction(async (tx) => {
    const found = existing(await Organization.lock(id, tx), 'organization', id);
    if (ownerId !== undefined) {
      if ((await User.count({ where: { id: ownerId }, transaction: tx })) === 0) throw notFound('user', ownerId);
      await Membership.put(id, ownerId, 'owner', tx);
    }
    await auditEvent(
      {
        type: 'organization.updated',
        organizationId: id,
        targetId: id,
        details: changeDetails(change, {
          name: found.name,
          owner_id: found.ownerId,
          project_access: found.projectAccess,
        }),
      },
      tx,
    );
    return found.update(
      {
        ...(name === undefined ? {} : { name }),
        ...(ownerId === undefined ? {} : { ownerId }),
        ...(projectAccess === undefined ? {} : { projectAccess }),
      },
      { transaction: tx },
    );
  });
}

/** Changes the settings of an organization. Throws `not_found` or `insufficient_permissions`. */
export async function updateSettings(
  { id }: OrganizationRow,
  change: Settings,
  caller: Changer,
): Promise<OrganizationRow> {
  return transaction(async (tx) => {
    const found = await lockOrganization({ organizationId: id }, tx);
    // With `all`, every member works in every project.
    await checkMayGrant(caller, { organizationId: id }, organizationRoles.member, tx);
    const details = changeDetails(change, { project_access: found.projectAccess });
    await auditEvent({ type: 'organization.updated', targetId: id, details }, tx);
    return found.update({ projectAccess: change.project_access ?? found.projectAccess }, { transaction: tx });
  });
}

/**
 * Deletes an organization with everything in it. Throws `not_found`, or `organization_has_projects` if projects are
 * active.
 */
export async function deleteOrganization(id: string): Promise<void> {
  await transaction(async (tx) => {
    // The lock makes a concurrent creation of a project wait, which then finds no organization.
    const found = existing(await Organization.lock(id, tx), 'organization', id);
    const active = await Project.count({ where: { organizationId: id, status: 'active' }, transaction: tx });
    if (active > 0) {
      throw new ServiceError(
        'organization_has_projects',
        `The organization still has ${active} active project${active === 1 ? '' : 's'}. Archive them first.`,
      );
    }
    const projects = await Project.findAll({ where: { organizationId: id }, attributes: ['id'], transaction: tx });
    const projectIds = projects.map((project) => project.id);
    await deleteContents(projectIds, tx);
    await deleteInSteps(UsageRollup, { organizationId: id }, tx);
    await deleteInSteps(LatencyCount, { organizationId: id }, tx);
    await Membership.moveDefaults(id, tx);
    await auditEvent(
      { type: 'organization.deleted', organizationId: id, targetId: id, details: { name: found.name } },
      tx,
    );
    await found.destroy({ transaction: tx });
  });
}

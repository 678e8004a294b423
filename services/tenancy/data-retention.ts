// Data retention in the words of the public API. Without retention (`zero_data_retention`) responses and conversations are
// not stored. A change of the organization is written to the projects that follow it, so that a call reads one row.

import { Op } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing } from '../platform/index.ts';
import { lockProject } from './projects.ts';
import { type ProjectRetention, retentionOf } from './retention.ts';

export type OrganizationRetention = components['schemas']['OrganizationRetentionType'];

export function organizationRetention({ storeResponses }: OrganizationRow): OrganizationRetention {
  return storeResponses ? 'modified_abuse_monitoring' : 'zero_data_retention';
}

/** Returns the project's setting. A server of an older version may have written `store_responses` alone. */
export function projectRetention({ storeResponses, retention }: ProjectRow): ProjectRetention {
  const stores = Boolean(storeResponses);
  if (retention === 'organization_default' || (retention === null && stores)) return 'organization_default';
  if (retention === null || (retention !== 'zero_data_retention') !== stores) return retentionOf(stores);
  return retention;
}

/** Sets the organization's data retention, and that of the projects that follow it. Throws `not_found`. */
export async function setOrganizationRetention(
  { id }: OrganizationRow,
  type: OrganizationRetention,
): Promise<OrganizationRow> {
  return transaction(async (tx) => {
    const found = existing(await Organization.lock(id, tx), 'organization', id);
    const details = changeDetails({ retention_type: type }, { retention_type: organizationRetention(found) });
    await auditEvent({ type: 'organization.updated', organizationId: id, targetId: id, details }, tx);
    const storeResponses = type !== 'zero_data_retention';
    const follows = { [Op.or]: [{ retention: 'organization_default' }, { retention: null, storeResponses: true }] };
    const change = { storeResponses, retention: 'organization_default' as const };
    await Project.update(change, { where: { organizationId: id, ...follows }, transaction: tx });
    return found.update({ storeResponses }, { transaction: tx });
  });
}

/** Sets the project's data retention. Throws `not_found`. */
export async function setProjectRetention(before: ProjectRow, type: ProjectRetention): Promise<ProjectRow> {
  const { id, organizationId } = before;
  return transaction(async (tx) => {
    // Locks the organization before the project, as a change of the organization does: two orders could deadlock.
    const organization = await Organization.lock(organizationId, tx);
    const found = await lockProject(before, tx);
    const details = changeDetails({ retention_type: type }, { retention_type: projectRetention(found) });
    await auditEvent({ type: 'project.updated', projectId: id, targetId: id, details }, tx);
    const storeResponses =
      type === 'organization_default' ? Boolean(organization?.storeResponses) : type !== 'zero_data_retention';
    return found.update({ storeResponses, retention: type }, { transaction: tx });
  });
}

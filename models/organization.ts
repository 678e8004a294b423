import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { createdAt, newId } from './ids.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';

export type ProjectAccess = components['schemas']['ProjectAccess'];
export type OrganizationRow = RowOf<Organization>;

/** An organization: the tenant that owns projects, keys and members. */
export class Organization extends table(
  'organizations',
  {
    id: primaryKey(text()),
    name: text(),
    /** The accountable owner, who cannot be removed or demoted. */
    ownerId: text(),
    /** `assigned`: members reach only the projects in which they or their groups have a role. */
    projectAccess: withDefault(text<ProjectAccess>(), 'all'),
    /** The default of the projects that set no other. */
    storeResponses: withDefault(boolean(), true),
    /** US cents a month; null means no limit. */
    spendLimit: withDefault(nullable(integer()), null),
    createdAt: integer(),
  },
  { searched: ['name', 'id'], announced: true, auditName: ['organization', 'name'] },
) {
  static async add(name: string, ownerId: string, tx: Transaction): Promise<Organization> {
    const id = newId('organization');
    return Organization.create({ id, name, ownerId, createdAt: createdAt(id) }, { transaction: tx });
  }

  /**
   * Locks the organization until the end of the transaction, which serializes changes of its members and invitations.
   */
  static lock(id: string, tx: Transaction): Promise<Organization | null> {
    return Organization.findOne({ where: { id }, lock: true, transaction: tx });
  }

  static toResource(row: OrganizationRow): components['schemas']['Organization'] {
    const { id, name, ownerId, projectAccess } = row;
    return { id, created_at: row.createdAt, name, owner_id: ownerId, project_access: projectAccess };
  }
}

import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { announceChanges } from './changes.ts';
import { createdAt, newId } from './ids.ts';
import { keepSearchText, searchColumn } from './search-text.ts';

export type OrganizationRow = InferAttributes<Organization>;

/** An organization: the tenant that owns projects, keys and members. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare name: string;
  /** The accountable owner, who cannot be removed or demoted. */
  declare ownerId: string;
  declare createdAt: number;

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
    return { id: row.id, created_at: row.createdAt, name: row.name, owner_id: row.ownerId };
  }
}

export function defineOrganization(sequelize: Sequelize): void {
  Organization.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      name: DataTypes.STRING,
      ownerId: DataTypes.STRING,
      createdAt: DataTypes.BIGINT,
      ...searchColumn,
    },
    { sequelize, tableName: 'organizations' },
  );
  keepSearchText(Organization, ['name', 'id']);
  announceChanges(Organization);
}

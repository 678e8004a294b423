import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { createdAt, newId } from './ids.ts';

export type OrganizationRow = InferAttributes<Organization>;

/** An organization: the tenant that owns projects, keys and members. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare name: string;
  /** The accountable owner, who cannot be removed or demoted. */
  declare ownerId: string;
  declare createdAt: number;

  static async add(name: string, ownerId: string, transaction: Transaction): Promise<Organization> {
    const id = newId('organization');
    return Organization.create({ id, name, ownerId, createdAt: createdAt(id) }, { transaction });
  }

  /**
   * Locks the organization until the end of the transaction, which serializes changes of its members and invitations.
   */
  static lock(id: string, transaction: Transaction): Promise<Organization | null> {
    return Organization.findOne({ where: { id }, lock: true, transaction });
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
    },
    { sequelize, tableName: 'organizations' },
  );
}

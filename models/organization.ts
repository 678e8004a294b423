import {
  type CreationOptional,
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

export type ProjectAccess = components['schemas']['ProjectAccess'];
export type OrganizationRow = InferAttributes<Organization>;

/** An organization: the tenant that owns projects, keys and members. */
export class Organization extends Model<InferAttributes<Organization>, InferCreationAttributes<Organization>> {
  declare id: string;
  declare name: string;
  /** The accountable owner, who cannot be removed or demoted. */
  declare ownerId: string;
  /** `assigned`: members reach only the projects in which they or their groups have a role. */
  declare projectAccess: CreationOptional<ProjectAccess>;
  /** The default of the projects that set no other. */
  declare storeResponses: CreationOptional<boolean>;
  /** US cents a month; null means no limit. */
  declare spendLimit: CreationOptional<number | null>;
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
    const { id, name, ownerId, projectAccess } = row;
    return { id, created_at: row.createdAt, name, owner_id: ownerId, project_access: projectAccess };
  }
}

export function defineOrganization(sequelize: Sequelize): void {
  Organization.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      name: DataTypes.STRING,
      ownerId: DataTypes.STRING,
      projectAccess: { type: DataTypes.STRING, defaultValue: 'all' },
      storeResponses: { type: DataTypes.BOOLEAN, defaultValue: true },
      spendLimit: { type: DataTypes.BIGINT, defaultValue: null },
      createdAt: DataTypes.BIGINT,
      ...searchColumn,
    },
    { sequelize, tableName: 'organizations' },
  );
  keepSearchText(Organization, ['name', 'id']);
  announceChanges(Organization);
}

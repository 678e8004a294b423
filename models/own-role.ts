import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import { announceChanges } from './changes.ts';

export type RoleRow = InferAttributes<OwnRole>;

/** A role that an organization or a project has defined. Built-in roles have no rows. */
export class OwnRole extends Model<InferAttributes<OwnRole>, InferCreationAttributes<OwnRole>> {
  declare id: string;
  declare organizationId: string;
  /** The organization or the project that the role is for. */
  declare resourceId: string;
  declare name: string;
  declare description: string | null;
  /** A JSON list. */
  declare permissions: string;
  declare createdBy: string | null;
  declare createdAt: number;
  declare updatedAt: number;
}

export function defineOwnRole(sequelize: Sequelize): void {
  OwnRole.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      resourceId: DataTypes.STRING,
      name: DataTypes.STRING,
      description: DataTypes.TEXT,
      permissions: DataTypes.TEXT,
      createdBy: DataTypes.STRING,
      createdAt: DataTypes.BIGINT,
      updatedAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'roles' },
  );
  announceChanges(OwnRole);
}

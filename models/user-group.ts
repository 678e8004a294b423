import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { announceChanges } from './changes.ts';

export type UserGroupRow = InferAttributes<UserGroup>;

/** A group of members of an organization. */
export class UserGroup extends Model<InferAttributes<UserGroup>, InferCreationAttributes<UserGroup>> {
  declare id: string;
  declare organizationId: string;
  declare name: string;
  /** The directory's own id of the group. */
  declare externalId: string | null;
  /** A directory made the group. */
  declare ofDirectory: boolean;
  declare createdAt: number;

  static toResource(row: UserGroupRow): components['schemas']['Group'] {
    const { id, name, createdAt, ofDirectory } = row;
    const managed = Boolean(ofDirectory);
    return { id, object: 'group', name, created_at: createdAt, group_type: 'group', is_scim_managed: managed };
  }
}

export function defineUserGroup(sequelize: Sequelize): void {
  UserGroup.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      name: DataTypes.STRING,
      externalId: DataTypes.STRING,
      ofDirectory: DataTypes.BOOLEAN,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'user_groups' },
  );
  announceChanges(UserGroup);
}

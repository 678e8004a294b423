import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import { announceChanges } from './changes.ts';

export type GroupMemberRow = InferAttributes<GroupMember>;

/** A user's membership in a group. */
export class GroupMember extends Model<InferAttributes<GroupMember>, InferCreationAttributes<GroupMember>> {
  declare groupId: string;
  declare userId: string;
  declare organizationId: string;
  declare createdAt: number;
}

export function defineGroupMember(sequelize: Sequelize): void {
  GroupMember.init(
    {
      groupId: { type: DataTypes.STRING, primaryKey: true },
      userId: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'group_members' },
  );
  announceChanges(GroupMember);
}

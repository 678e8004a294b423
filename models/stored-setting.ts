import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type StoredSettingRow = InferAttributes<StoredSetting>;

/** A setting that was changed at run time. */
export class StoredSetting extends Model<InferAttributes<StoredSetting>, InferCreationAttributes<StoredSetting>> {
  /** The dotted path of the setting. */
  declare path: string;
  /** JSON; encrypted if the setting is a secret. */
  declare value: string;
  declare updatedAt: number;
  /** The user who changed it. */
  declare updatedBy: string;
}

export function defineStoredSetting(sequelize: Sequelize): void {
  StoredSetting.init(
    {
      path: { type: DataTypes.STRING, primaryKey: true },
      value: DataTypes.TEXT,
      updatedAt: DataTypes.BIGINT,
      updatedBy: DataTypes.STRING,
    },
    { sequelize, tableName: 'settings' },
  );
}

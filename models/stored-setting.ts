import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type StoredSettingRow = InferAttributes<StoredSetting>;

/** A setting that was changed while the server ran. */
export class StoredSetting extends Model<InferAttributes<StoredSetting>, InferCreationAttributes<StoredSetting>> {
  /** Dotted. */
  declare path: string;
  /** JSON; sealed where the setting is a secret. */
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

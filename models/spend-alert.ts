import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';
import type { components } from '../generated/openapi.ts';

export type SpendAlertRow = InferAttributes<SpendAlert>;

/** Mails to send once a month when the spend of an organization or a project has reached an amount. */
export class SpendAlert extends Model<InferAttributes<SpendAlert>, InferCreationAttributes<SpendAlert>> {
  declare id: string;
  declare organizationId: string;
  /** Null for the spend of the whole organization. */
  declare projectId: string | null;
  /** The project, or else the organization. */
  declare watchedId: string;
  /** US cents. */
  declare thresholdAmount: number;
  /** The e-mail addresses, as a list. */
  declare recipients: string;
  declare subjectPrefix: string | null;
  /** The beginning of the last month in which the alert was mailed, in Unix seconds; 0: it never was. */
  declare notifiedMonth: number;
  declare createdAt: number;

  static toResource(row: SpendAlertRow): components['schemas']['SpendAlert'] {
    return {
      id: row.id,
      object: row.projectId === null ? 'organization.spend_alert' : 'project.spend_alert',
      threshold_amount: row.thresholdAmount,
      currency: 'USD',
      interval: 'month',
      notification_channel: {
        type: 'email',
        recipients: JSON.parse(row.recipients),
        subject_prefix: row.subjectPrefix,
      },
    };
  }
}

export function defineSpendAlert(sequelize: Sequelize): void {
  SpendAlert.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      projectId: DataTypes.STRING,
      watchedId: DataTypes.STRING,
      thresholdAmount: DataTypes.BIGINT,
      recipients: DataTypes.TEXT,
      subjectPrefix: DataTypes.STRING,
      notifiedMonth: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'spend_alerts' },
  );
}

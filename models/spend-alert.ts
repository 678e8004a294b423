import type { components } from '../generated/openapi.ts';
import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type SpendAlertRow = RowOf<SpendAlert>;

/** Mails to send once a month when the spend of an organization or a project has reached an amount. */
export class SpendAlert extends table('spend_alerts', {
  id: primaryKey(text()),
  organizationId: text(),
  /** Null for the spend of the whole organization. */
  projectId: nullable(text()),
  /** The project, or else the organization. */
  watchedId: text(),
  /** US cents. */
  thresholdAmount: integer(),
  /** The e-mail addresses, as a list. */
  recipients: text(),
  subjectPrefix: nullable(text()),
  /** The beginning of the last month in which the alert was mailed, in Unix seconds; 0: it never was. */
  notifiedMonth: integer(),
  createdAt: integer(),
}) {
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

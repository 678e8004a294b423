// Notifies when a project has spent 80 % and 100 % of its spend limit: by mail to the organization's owners, and by an
// event to the project's webhook if the project has enabled it. Each threshold is notified once a month, even if the
// limit changes.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Membership } from '../../models/membership.ts';
import { Project } from '../../models/project.ts';
import { SpendNotice } from '../../models/spend-notice.ts';
import { User } from '../../models/user.ts';
import type { Mail } from '../mail/index.ts';
import { type EventServices, emitSpendThresholdEvent } from '../webhooks/index.ts';
import { fromCents, toDollars } from './usage/cost.ts';

const thresholds = [80, 100] as const;
/** After this many seconds an unsent mail is dropped. */
const noticeSeconds = 2 * 86_400;

/** The spend of a project in a month. */
export interface Spent {
  projectId: string;
  /** The beginning of the month in Unix seconds. */
  month: number;
  /** Billionths of a US dollar. */
  cost: number;
  /** US cents. */
  limit: number;
}

/** Returns the reached thresholds in percent. */
export function reachedBy({ cost, limit }: Pick<Spent, 'cost' | 'limit'>): (typeof thresholds)[number][] {
  return thresholds.filter((percent) => cost * 100 >= fromCents(limit) * percent);
}

export class SpendThresholds {
  readonly #services: EventServices & { mail: Mail };

  constructor(services: EventServices & { mail: Mail }) {
    this.#services = services;
  }

  /** Notifies of thresholds that are reached and were not notified this month, when the transaction commits. */
  async notify(spent: Spent, tx: Transaction): Promise<void> {
    for (const threshold of reachedBy(spent)) {
      const { projectId, month } = spent;
      if (await SpendNotice.addOnce({ projectId, month, threshold }, tx))
        await this.#notifyThreshold(threshold, spent, tx);
    }
  }

  async #notifyThreshold(threshold: (typeof thresholds)[number], spent: Spent, tx: Transaction): Promise<void> {
    const { mail } = this.#services;
    const project = await Project.findByPk(spent.projectId, { transaction: tx });
    if (project === null) return;
    const { organizationId } = project;
    const owners = await Membership.findAll({ where: { organizationId, role: 'owner' }, transaction: tx });
    const ids = owners.map(({ userId }) => userId);
    const users = await User.findAll({ where: { id: ids, disabled: false }, transaction: tx });
    const { cost, limit: thresholdAmount } = spent;
    for (const { email } of users) {
      const about = { project: project.name, projectId: project.id, threshold, limit: thresholdAmount };
      const expiresAt = nowSeconds() + noticeSeconds;
      await mail.post({ kind: 'spend_threshold', to: email, ...about, spent: toDollars(cost), expiresAt }, tx);
    }
    if (!project.spendThresholdEvents) return;
    const data = {
      object: 'project.spend_threshold' as const,
      project_id: project.id,
      threshold_percent: threshold,
      threshold_amount: thresholdAmount,
      spent: { value: toDollars(cost), currency: 'USD' as const },
      month_started_at: spent.month,
    };
    await emitSpendThresholdEvent(data, project, tx, this.#services);
  }
}

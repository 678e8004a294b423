// Tells who pays that a project has spent 80 % and 100 % of its spend limit: a mail to the organization's owners, and an
// event to the project's webhook if the project asked for it. Each threshold once a month, whatever becomes of the limit.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Membership } from '../../models/membership.ts';
import { Project } from '../../models/project.ts';
import { SpendNotice } from '../../models/spend-notice.ts';
import { User } from '../../models/user.ts';
import type { Mail } from '../mail/index.ts';
import { type EventServices, emitSpendThresholdEvent } from '../webhooks/index.ts';
import { inDollars, ofCents } from './usage/cost.ts';

const thresholds = [80, 100] as const;
/** The time after which an unsent mail is dropped. */
const noticeSeconds = 2 * 86_400;

/** What a project has spent in a month. */
export interface Spent {
  projectId: string;
  /** Unix seconds: when the month began. */
  month: number;
  /** Billionths of a US dollar. */
  cost: number;
  /** US cents. */
  limit: number;
}

/** Returns the thresholds that are reached, in per cent. */
export function reachedBy({ cost, limit }: Pick<Spent, 'cost' | 'limit'>): (typeof thresholds)[number][] {
  return thresholds.filter((percent) => cost * 100 >= ofCents(limit) * percent);
}

export class SpendThresholds {
  readonly #services: EventServices & { mail: Mail };

  constructor(services: EventServices & { mail: Mail }) {
    this.#services = services;
  }

  /** Tells of the thresholds that are reached and were not told of in this month, once the transaction has committed. */
  async tell(spent: Spent, inside: Transaction): Promise<void> {
    for (const threshold of reachedBy(spent)) {
      const { projectId, month } = spent;
      if (await SpendNotice.once({ projectId, month, threshold }, inside)) await this.#tellOf(threshold, spent, inside);
    }
  }

  async #tellOf(threshold: (typeof thresholds)[number], spent: Spent, inside: Transaction): Promise<void> {
    const { mail } = this.#services;
    const project = await Project.findByPk(spent.projectId, { transaction: inside });
    if (project === null) return;
    const { organizationId } = project;
    const owners = await Membership.findAll({ where: { organizationId, role: 'owner' }, transaction: inside });
    const ids = owners.map(({ userId }) => userId);
    const users = await User.findAll({ where: { id: ids, disabled: false }, transaction: inside });
    const { cost, limit: thresholdAmount } = spent;
    for (const { email } of users) {
      const about = { project: project.name, projectId: project.id, threshold, limit: thresholdAmount };
      const expiresAt = nowSeconds() + noticeSeconds;
      await mail.post({ kind: 'spend_threshold', to: email, ...about, spent: inDollars(cost), expiresAt }, inside);
    }
    if (!project.spendThresholdEvents) return;
    const data = {
      object: 'project.spend_threshold' as const,
      project_id: project.id,
      threshold_percent: threshold,
      threshold_amount: thresholdAmount,
      spent: { value: inDollars(cost), currency: 'USD' as const },
      month_started_at: spent.month,
    };
    await emitSpendThresholdEvent(data, project, inside, this.#services);
  }
}

// Spend alerts: mails when the month's spend of an organization or a project has reached an amount, once a month.

import { Op, type Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { Organization } from '../../models/organization.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { Project } from '../../models/project.ts';
import { SpendAlert, type SpendAlertRow } from '../../models/spend-alert.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import type { Mail } from '../mail/index.ts';
import { existing, notFound, type Queue, registerPeriodic } from '../platform/index.ts';
import { usedBefore } from './counts.ts';
import { fromCents, toDollars } from './usage/cost.ts';
import { startOfMonth } from './usage/time.ts';

type SetSpendAlert = components['schemas']['SetSpendAlertRequest'];

/** The organization or the project whose spend an alert watches. */
export type Watched = Pick<SpendAlertRow, 'organizationId' | 'projectId'>;

const scopeOf = ({ organizationId, projectId }: Watched) => ({ watchedId: projectId ?? organizationId });

const everyMs = 60_000;
/** After this many seconds an unsent mail is dropped. */
const mailSeconds = 2 * 86_400;

export async function createSpendAlert(watched: Watched, body: SetSpendAlert): Promise<SpendAlertRow> {
  const id = newId('spend-alert');
  return transaction(async (tx) => {
    await auditAlert('spend_alert.created', watched, id, tx, auditedMembers(body));
    const row = { id, ...watched, ...scopeOf(watched), ...columnsOf(body), notifiedMonth: 0, createdAt: createdAt(id) };
    return SpendAlert.create(row, { transaction: tx });
  });
}

export function listSpendAlerts(watched: Watched, query: PageQuery): Promise<PageOf<SpendAlertRow>> {
  return page(SpendAlert, scopeOf(watched), query);
}

/** Returns an alert. Throws `not_found`. */
export async function getSpendAlert(watched: Watched, id: string): Promise<SpendAlertRow> {
  return existing(await readOne(SpendAlert, { id, ...scopeOf(watched) }), 'spend alert', id);
}

/** Replaces an alert. A new amount can be mailed in the same month again. Throws `not_found`. */
export async function updateSpendAlert(watched: Watched, id: string, body: SetSpendAlert): Promise<SpendAlertRow> {
  return transaction(async (tx) => {
    const found = await SpendAlert.findOne({ where: { id, ...scopeOf(watched) }, lock: true, transaction: tx });
    if (found === null) throw notFound('spend alert', id);
    const previous = auditedMembers(SpendAlert.toResource(found));
    await auditAlert('spend_alert.updated', watched, id, tx, changeDetails(auditedMembers(body), previous));
    const isSame = previous.threshold_amount === body.threshold_amount;
    return found.update({ ...columnsOf(body), ...(isSame ? {} : { notifiedMonth: 0 }) }, { transaction: tx });
  });
}

/** Deletes an alert. Throws `not_found`. */
export async function deleteSpendAlert(watched: Watched, id: string): Promise<void> {
  await transaction(async (tx) => {
    if ((await SpendAlert.destroy({ where: { id, ...scopeOf(watched) }, transaction: tx })) === 0)
      throw notFound('spend alert', id);
    await auditAlert('spend_alert.deleted', watched, id, tx);
  });
}

/** Registers the job that mails the alerts that are due. One server at a time runs it. */
export function registerSpendAlerts(queue: Queue, mail: Mail): void {
  if (!mail.configured) return;
  registerPeriodic(queue, {
    name: 'spend-alerts',
    repeatMs: everyMs,
    run: () => sendSpendAlerts(mail),
  });
}

/** Mails the alerts whose amount the month's spend has reached. */
export async function sendSpendAlerts(mail: Mail): Promise<void> {
  const month = startOfMonth(nowSeconds());
  const waiting = await SpendAlert.findAll({ where: { notifiedMonth: { [Op.ne]: month } } });
  const spent = new Map<string, number>();
  for (const alert of waiting) {
    const { organizationId, projectId, watchedId, thresholdAmount } = alert;
    const of = { organizationId, projectId: projectId ?? undefined, keyId: undefined };
    const cost = spent.get(watchedId) ?? (await usedBefore(of)).monthCost;
    spent.set(watchedId, cost);
    if (cost >= fromCents(Number(thresholdAmount))) await transaction((tx) => notify(alert, { month, cost }, mail, tx));
  }
}

async function notify(
  alert: SpendAlertRow,
  { month, cost }: { month: number; cost: number },
  mail: Mail,
  tx: Transaction,
): Promise<void> {
  const unsent = { id: alert.id, notifiedMonth: { [Op.ne]: month } };
  const [claimed] = await SpendAlert.update({ notifiedMonth: month }, { where: unsent, transaction: tx });
  if (claimed === 0) return;
  const { organizationId, projectId, subjectPrefix, thresholdAmount } = alert;
  const watched =
    projectId === null
      ? await Organization.findByPk(organizationId, { transaction: tx })
      : await Project.findByPk(projectId, { transaction: tx });
  if (watched === null) return;
  const about = { name: watched.name, id: watched.id, prefix: subjectPrefix, threshold: Number(thresholdAmount) };
  for (const to of JSON.parse(alert.recipients) as string[]) {
    const expiresAt = nowSeconds() + mailSeconds;
    await mail.post({ kind: 'spend_alert', to, ...about, spent: toDollars(cost), expiresAt }, tx);
  }
}

/** Returns the members that differ between alerts, for the audit log. */
function auditedMembers({ threshold_amount, notification_channel }: SetSpendAlert) {
  return { threshold_amount, notification_channel };
}

function columnsOf({ threshold_amount: thresholdAmount, notification_channel: channel }: SetSpendAlert) {
  const { recipients, subject_prefix: subjectPrefix = null } = channel;
  return { thresholdAmount, recipients: JSON.stringify(recipients), subjectPrefix };
}

async function auditAlert(
  type: string,
  { projectId }: Watched,
  targetId: string,
  tx: Transaction,
  details: Record<string, unknown> = {},
): Promise<void> {
  await auditEvent({ type, projectId, targetId, details }, tx);
}

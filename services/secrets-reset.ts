// Resets a database whose encryption key is lost. Values that were encrypted with the lost key cannot be read by
// anybody, and are discarded in one transaction, so that no server sees a partial reset.
// - A webhook loses its secret, and is disabled until its project sets a new one, which the receiver must know too.
// - A stored secret setting is removed, so the value of the file or the default applies again.
// - A pending mail with an encrypted link is removed. The recipient must request a new one.
// - A repeated request with an `Idempotency-Key` is told that its response is lost.
// - The audit log continues, and marks the entries that are no longer proven (audit/reseal.ts).

import { Op, type Transaction } from 'sequelize';
import { AuditEntry } from '../models/audit-entry.ts';
import { transaction } from '../models/connection.ts';
import { Job } from '../models/job.ts';
import { Project } from '../models/project.ts';
import { SecretsKey } from '../models/secrets-key.ts';
import { StoredSetting } from '../models/stored-setting.ts';
import { auditEvent, chainStep, keyReset, proofOf, resealEntries } from './audit/index.ts';
import { jobsWithLinks } from './mail/index.ts';
import { isSealed, type Secrets } from './settings/index.ts';
import { disableWebhook } from './webhooks/index.ts';

/** Everything that is lost with the key. */
export interface Losses {
  /** The projects whose webhooks lose their secret. */
  projects: { id: string; organizationId: string }[];
  /** The paths of stored settings. */
  settings: string[];
  /** The ids of mail jobs. */
  mails: string[];
  /** The number of audit log entries that are no longer proven. */
  auditEntries: number;
}

/** Lists the data that a reset would discard. */
export async function lossesOfReset(tx: Transaction | null = null): Promise<Losses> {
  const hasSecret = { [Op.or]: [{ webhookSecret: { [Op.ne]: null } }, { webhookOldSecret: { [Op.ne]: null } }] };
  const attributes = ['id', 'organizationId'];
  const projects = await Project.findAll({
    where: hasSecret,
    attributes,
    order: ['id'],
    raw: true,
    transaction: tx,
  });
  const stored = await StoredSetting.findAll({ order: ['path'], raw: true, transaction: tx });
  return {
    projects,
    settings: stored.filter(({ value }) => isSealed(value)).map(({ path }) => path),
    mails: await jobsWithLinks(tx),
    auditEntries: await AuditEntry.count({ transaction: tx }),
  };
}

/** Discards everything that was encrypted with another key, and makes this key the database's key. */
export function resetSecrets(secrets: Secrets): Promise<Losses> {
  return transaction(async (tx) => {
    const losses = await lossesOfReset(tx);
    const { projects, settings, mails, auditEntries } = losses;
    await resealEntries(secrets, tx);
    const details = { webhooks: projects.length, settings, mails: mails.length, audit_entries: auditEntries };
    await auditEvent({ type: keyReset, details }, tx);
    // Seals the entry at once, so that no other entry comes before it.
    await chainStep(secrets, tx);
    for (const project of projects) await forgetSecret(project, tx);
    await StoredSetting.destroy({ where: { path: settings }, transaction: tx });
    await Job.destroy({ where: { id: mails }, transaction: tx });
    await SecretsKey.replace(proofOf(secrets), tx);
    return losses;
  });
}

async function forgetSecret({ id, organizationId }: Losses['projects'][number], tx: Transaction): Promise<void> {
  await disableWebhook(id, async () => undefined, tx);
  const none = { webhookSecret: null, webhookOldSecret: null, webhookOldSecretUntil: null };
  await Project.update(none, { where: { id }, transaction: tx });
  const details = { reason: keyReset };
  await auditEvent({ type: 'project.webhook_disabled', organizationId, projectId: id, targetId: id, details }, tx);
}

// Beginning anew where the key of a database is lost. What was sealed under it can be read by nobody, and is given up in
// one transaction: no server ever meets a half of it.
//
// - A webhook loses its secret, and is switched off until its project has another one, which the receiver must know too.
// - A stored setting that is a secret is removed: what the file or the default says counts again.
// - A mail that waits is removed where its link is sealed: who misses it asks for another.
// - A call that is sent again with its `Idempotency-Key` is told that its answer is lost.
// - The audit log goes on, and says what of it is not proven any more (audit/reseal.ts).

import { Op, type Transaction } from 'sequelize';
import { AuditEntry } from '../models/audit-entry.ts';
import { transaction } from '../models/connection.ts';
import { Job } from '../models/job.ts';
import { Project } from '../models/project.ts';
import { SecretsKey } from '../models/secrets-key.ts';
import { StoredSetting } from '../models/stored-setting.ts';
import { chainStep, keyReset, note, proofOf, resealEntries } from './audit/index.ts';
import { jobsWithLinks } from './mail/index.ts';
import { isSealed, type Secrets } from './settings/index.ts';
import { switchOff } from './webhooks/index.ts';

/** What is lost with the key. */
export interface Losses {
  /** The projects whose webhooks have no secret any more. */
  projects: { id: string; organizationId: string }[];
  /** The paths of stored settings. */
  settings: string[];
  /** The jobs of mails. */
  mails: string[];
  /** How many entries of the audit log are proven no more. */
  auditEntries: number;
}

/** What a reset would give up. */
export async function lossesOfReset(inside: Transaction | null = null): Promise<Losses> {
  const hasSecret = { [Op.or]: [{ webhookSecret: { [Op.ne]: null } }, { webhookOldSecret: { [Op.ne]: null } }] };
  const attributes = ['id', 'organizationId'];
  const projects = await Project.findAll({
    where: hasSecret,
    attributes,
    order: ['id'],
    raw: true,
    transaction: inside,
  });
  const stored = await StoredSetting.findAll({ order: ['path'], raw: true, transaction: inside });
  return {
    projects,
    settings: stored.filter(({ value }) => isSealed(value)).map(({ path }) => path),
    mails: await jobsWithLinks(inside),
    auditEntries: await AuditEntry.count({ transaction: inside }),
  };
}

/** Gives up all that was sealed under another key than this one, which is the database's from then on. */
export function resetSecrets(secrets: Secrets): Promise<Losses> {
  return transaction(async (inside) => {
    const losses = await lossesOfReset(inside);
    const { projects, settings, mails, auditEntries } = losses;
    await resealEntries(secrets, inside);
    const details = { webhooks: projects.length, settings, mails: mails.length, audit_entries: auditEntries };
    await note({ type: keyReset, details }, inside);
    // At once, so that nothing comes before it.
    await chainStep(secrets, inside);
    for (const project of projects) await forgetSecret(project, inside);
    await StoredSetting.destroy({ where: { path: settings }, transaction: inside });
    await Job.destroy({ where: { id: mails }, transaction: inside });
    await SecretsKey.replace(proofOf(secrets), inside);
    return losses;
  });
}

async function forgetSecret({ id, organizationId }: Losses['projects'][number], inside: Transaction): Promise<void> {
  await switchOff(id, async () => undefined, inside);
  const none = { webhookSecret: null, webhookOldSecret: null, webhookOldSecretUntil: null };
  await Project.update(none, { where: { id }, transaction: inside });
  const details = { reason: keyReset };
  await note({ type: 'project.webhook_disabled', organizationId, projectId: id, targetId: id, details }, inside);
}

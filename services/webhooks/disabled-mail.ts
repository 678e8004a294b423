// Records that a webhook was disabled, and notifies the owner.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import type { Mail } from '../mail/index.ts';

/** The time after which an unsent mail is dropped. */
const noticeSeconds = 7 * 86_400;

/** Writes the audit entry, and mails the accountable owner of the organization once the transaction has committed. */
export async function announceDisabled(mail: Mail, projectId: string, tx: Transaction): Promise<void> {
  const project = await Project.findByPk(projectId, { transaction: tx });
  if (!project?.webhookUrl) return;
  const { organizationId, webhookDisabledAt } = project;
  const details = changeDetails({ webhook_disabled_at: webhookDisabledAt }, { webhook_disabled_at: null });
  await auditEvent({ type: 'project.updated', organizationId, projectId, targetId: projectId, details }, tx);
  const organization = await Organization.findByPk(organizationId, { transaction: tx });
  const owner = organization && (await User.findByPk(organization.ownerId, { transaction: tx }));
  if (!owner || owner.disabled) return;
  await mail.post(
    {
      kind: 'webhook_disabled',
      to: owner.email,
      project: project.name,
      projectId,
      // Without path and query, which may hold a secret.
      address: new URL(project.webhookUrl).origin,
      expiresAt: nowSeconds() + noticeSeconds,
    },
    tx,
  );
}

// Notifies owners that a webhook was disabled.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import type { Mail } from '../mail/index.ts';

/** The time after which an unsent mail is dropped. */
const noticeSeconds = 7 * 86_400;

/** Mails the accountable owner of the organization, after the transaction that disabled the webhook commits. */
export async function mailOwner(mail: Mail, projectId: string, tx: Transaction): Promise<void> {
  const project = await Project.findByPk(projectId, { transaction: tx });
  if (!project?.webhookUrl) return;
  const organization = await Organization.findByPk(project.organizationId, { transaction: tx });
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

// Who is told that a webhook was switched off.

import type { Transaction } from 'sequelize';
import { nowSeconds } from '../../models/clock.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import type { Mail } from '../mail/index.ts';

/** How long the mail is worth sending. */
const noticeSeconds = 7 * 86_400;

/** Mails the owner of the project's organization, once the transaction that switched its webhook off has committed. */
export async function tellOwner(mail: Mail, projectId: string, inside: Transaction): Promise<void> {
  const project = await Project.findByPk(projectId, { transaction: inside });
  if (!project?.webhookUrl) return;
  const organization = await Organization.findByPk(project.organizationId, { transaction: inside });
  const owner = organization && (await User.findByPk(organization.ownerId, { transaction: inside }));
  if (!owner || owner.disabled) return;
  await mail.post(
    {
      kind: 'webhook_disabled',
      to: owner.email,
      project: project.name,
      projectId,
      // Without its query, which may hold a secret.
      address: new URL(project.webhookUrl).origin,
      expiresAt: nowSeconds() + noticeSeconds,
    },
    inside,
  );
}

import { Op, type Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { nowSeconds } from './clock.ts';
import { createdAt, newId } from './ids.ts';
import type { Role } from './membership.ts';
import { blob, boolean, integer, nullable, primaryKey, type RowOf, table, text, withDefault } from './table.ts';
import { emailKey } from './user.ts';

export type InvitationRow = RowOf<Invitation>;

/** An invitation: the link lets an e-mail address join an organization once. */
export class Invitation extends table(
  'invitations',
  {
    id: primaryKey(text()),
    organizationId: text(),
    inviterId: text(),
    /** The address as given, and its normalized form for comparisons. */
    email: text(),
    emailKey: text(),
    /** The SHA-256 of the link's token. */
    digest: blob(),
    redactedToken: text(),
    /** The role that the invited person gets. */
    role: withDefault(text<Role>(), 'member'),
    /** True if the link was mailed to the address. Only then its use proves that the person owns the address. */
    mailed: boolean(),
    /** True if the invitation was redeemed by creating an account. */
    createdAccount: boolean(),
    expiresAt: integer(),
    usedAt: nullable(integer()),
    createdAt: integer(),
  },
  { searched: ['email', 'id'], auditName: ['invitation', 'email'] },
) {
  /** Adds an invitation and deletes an open one for the same address. The caller holds the organization's lock. */
  static async replace(
    fields: Pick<InvitationRow, 'organizationId' | 'inviterId' | 'email' | 'digest' | 'redactedToken' | 'mailed'> & {
      role?: Role;
    },
    lifeSeconds: number,
    tx: Transaction,
  ): Promise<Invitation> {
    const { organizationId, email } = fields;
    await Invitation.destroy({ where: { emailKey: emailKey(email), organizationId, usedAt: null }, transaction: tx });
    const id = newId('invitation');
    return Invitation.create(
      {
        id,
        ...fields,
        emailKey: emailKey(email),
        createdAccount: false,
        expiresAt: createdAt(id) + lifeSeconds,
        usedAt: null,
        createdAt: createdAt(id),
      },
      { transaction: tx },
    );
  }

  /** Returns the invitation with this token, unless it was used or has expired. */
  static open(digest: Buffer): Promise<InvitationRow | null> {
    return Invitation.findOne({ where: { digest, usedAt: null, expiresAt: { [Op.gt]: nowSeconds() } } });
  }

  /**
   * Marks the invitation as used. Returns false if it has expired, was deleted or replaced, or another request was
   * first.
   */
  static async redeem(id: string, createdAccount: boolean, tx: Transaction): Promise<boolean> {
    const now = nowSeconds();
    const open = { id, usedAt: null, expiresAt: { [Op.gt]: now } };
    const [redeemed] = await Invitation.update({ usedAt: now, createdAccount }, { where: open, transaction: tx });
    return redeemed === 1;
  }

  /** @param hasAccount whether an account with the invited address exists now. */
  static toResource(row: InvitationRow, hasAccount: boolean): components['schemas']['Invitation'] {
    return {
      id: row.id,
      inviter_id: row.inviterId,
      invited_email: row.email,
      organization_id: row.organizationId,
      role: row.role,
      expiration_time: row.expiresAt,
      create_account: row.usedAt === null ? !hasAccount : Boolean(row.createdAccount),
      token: row.redactedToken,
      used: row.usedAt !== null,
    };
  }

  /** Returns the invitation in the form of the public API. */
  static toInvite(row: InvitationRow): components['schemas']['Invite'] {
    const isOpen = row.expiresAt > nowSeconds();
    return {
      id: row.id,
      object: 'organization.invite',
      email: row.email,
      role: row.role === 'owner' ? 'owner' : 'reader',
      status: row.usedAt !== null ? 'accepted' : isOpen ? 'pending' : 'expired',
      created_at: row.createdAt,
      expires_at: row.expiresAt,
      accepted_at: row.usedAt,
      projects: [],
    };
  }
}

// The sign-ins by identity providers.

import { Op, type Transaction, type WhereOptions } from 'sequelize';
import { digestOf } from './identity.ts';
import { blob, nullable, primaryKey, type RowOf, table, text } from './table.ts';

/** The session at an identity provider that a sign-in belongs to. */
export class ProviderLogin extends table('provider_logins', {
  loginId: primaryKey(text()),
  issuerDigest: blob(),
  /** The digest of the identity: issuer and subject. */
  identityDigest: blob(),
  /** The digest of issuer and session. */
  sessionDigest: nullable(blob()),
  /** The id of the session at the provider (`sid`); null if the provider names none. */
  session: nullable(text()),
  /** The grant whose refusal ends the sign-in; null if the provider's refresh tokens are not used. */
  grantId: nullable(text()),
}) {
  /** Lets a sign-in end with the same session at the provider as another one. Returns false if that has ended. */
  static async join(loginId: string, otherId: string, tx: Transaction): Promise<boolean> {
    const other = await ProviderLogin.findOne({ where: { loginId: otherId }, raw: true, transaction: tx });
    if (other === null) return false;
    const { issuerDigest, identityDigest, sessionDigest, session, grantId } = other;
    await ProviderLogin.create(
      {
        loginId,
        issuerDigest: Buffer.from(issuerDigest),
        identityDigest: Buffer.from(identityDigest),
        sessionDigest: sessionDigest === null ? null : Buffer.from(sessionDigest),
        session,
        grantId,
      },
      { transaction: tx },
    );
    return true;
  }

  /**
   * Returns the ids of the sign-ins that the end of a session at the provider ends: those of the session, and of the
   * subject those that are known to belong to no other session.
   */
  static async endedBy(
    issuer: string,
    { subject, session }: { subject?: string | undefined; session?: string | undefined },
    tx: Transaction,
  ): Promise<string[]> {
    const ofSubject = subject === undefined ? {} : { identityDigest: digestOf(issuer, subject) };
    const mine = session === undefined ? undefined : { sessionDigest: digestOf(issuer, session) };
    const none = subject === undefined ? [] : [{ sessionDigest: null }];
    const ofSession = mine === undefined ? {} : { [Op.or]: [mine, ...none] };
    const where: WhereOptions<RowOf<ProviderLogin>> = { ...ofSubject, ...ofSession };
    const rows = await ProviderLogin.findAll({ attributes: ['loginId'], where, transaction: tx });
    return rows.map(({ loginId }) => loginId);
  }
}

// The grant of an identity provider at a sign-in: the refresh token by which the person's groups are read anew.

import { literal, Op } from 'sequelize';
import { nowSeconds } from './clock.ts';
import { deleteInBatches } from './sweep.ts';
import { integer, primaryKey, table, text } from './table.ts';

export class ProviderGrant extends table('provider_grants', {
  id: primaryKey(text()),
  userId: text(),
  issuer: text(),
  subject: text(),
  /** The provider's refresh token, encrypted. Many work once. */
  refreshToken: text(),
  /** The time of the next refresh, in Unix seconds. Whoever moves it may send the token. */
  refreshAt: integer(),
}) {
  /** Returns grants whose time has come, the oldest first. */
  static due(limit: number): Promise<ProviderGrant[]> {
    return ProviderGrant.findAll({ where: { refreshAt: { [Op.lte]: nowSeconds() } }, order: ['refreshAt'], limit });
  }

  /** Sets the time of the next refresh. Returns false if another server was first. */
  static async take({ id, refreshAt }: ProviderGrant, next: number): Promise<boolean> {
    const [taken] = await ProviderGrant.update({ refreshAt: next }, { where: { id, refreshAt } });
    return taken === 1;
  }

  /** Deletes the grants whose sign-ins have all ended. */
  static async sweep(signal?: AbortSignal): Promise<void> {
    const living = literal('(SELECT `grant_id` FROM `provider_logins` WHERE `grant_id` IS NOT NULL)');
    await deleteInBatches(ProviderGrant, { id: { [Op.notIn]: living } }, signal);
  }
}

// Takes from a user what identity providers gave: the links, the sessions and the roles of groups.

import { transaction } from '../../../models/connection.ts';
import { Identity } from '../../../models/identity.ts';
import { Login } from '../../../models/login.ts';
import { User } from '../../../models/user.ts';
import { auditEvent } from '../../audit/index.ts';
import { existing } from '../../platform/index.ts';
import { setRoles } from './group-roles.ts';

/** Unlinks the user from all identity providers. Throws `not_found`. */
export function unlinkIdentities(id: string): Promise<void> {
  return transaction(async (tx) => {
    const user = existing(await User.findOne({ where: { id }, lock: true, transaction: tx }), 'user', id);
    const linked = await Identity.findAll({ where: { userId: id }, transaction: tx });
    for (const issuer of new Set(linked.map(({ issuer }) => issuer))) await setRoles(user, { issuer }, new Map(), tx);
    await Identity.destroy({ where: { userId: id }, transaction: tx });
    await Login.destroy({ where: { userId: id, method: 'provider' }, transaction: tx });
    for (const { issuer, subject } of linked) {
      const details = { issuer: issuer.slice(0, 255), subject: subject.slice(0, 255) };
      await auditEvent({ type: 'identity.unlinked', targetId: id, details }, tx);
    }
  });
}

// The end of a sign-in that was approved by somebody else than its holder: exactly one request gets the tokens.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { Login } from '../../models/login.ts';
import { PendingSignIn } from '../../models/pending-sign-in.ts';
import { ProviderLogin } from '../../models/provider-login.ts';
import { User } from '../../models/user.ts';
import { auditEvent, userActor } from '../audit/index.ts';
import type { Config } from '../settings/index.ts';
import { beginLogin, isPasswordOff } from './logins.ts';

/** Uses up an approved sign-in. Returns undefined if another request was first, or the user may no longer sign in. */
export async function redeem(
  { digest, userId, method, loginId, clientName }: PendingSignIn,
  config: Config,
  tx: Transaction,
): Promise<components['schemas']['LoginTokens'] | undefined> {
  if ((await PendingSignIn.destroy({ where: { digest: Buffer.from(digest) }, transaction: tx })) !== 1)
    return undefined;
  const user = await User.findOne({ where: { id: String(userId), disabled: false }, transaction: tx });
  if (user === null || method === null || (method === 'password' && isPasswordOff(user, config))) return undefined;
  const { id, defaultOrganizationId: organizationId } = user;
  const { id: begun, tokens } = await beginLogin(id, method, config.tokens, tx, clientName);
  // It ends when the session at the provider ends, which may be over already.
  if (method === 'provider' && !(await ProviderLogin.join(begun, String(loginId), tx))) {
    await Login.destroy({ where: { id: begun }, transaction: tx });
    return undefined;
  }
  const details = clientName === null ? {} : { client_name: clientName };
  await auditEvent({ type: 'login.succeeded', organizationId, targetId: id, actor: userActor(user), details }, tx);
  return tokens;
}

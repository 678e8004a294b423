// The sign-ins of a user, as the user sees and ends them.

import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { Login, type LoginRow } from '../../models/login.ts';
import { type PageOf, type PageQuery, page } from '../../models/page.ts';
import { auditEvent } from '../audit/index.ts';
import { notFound } from '../platform/index.ts';
import type { UserPrincipal } from '../tenancy/index.ts';

export function listSessions({ userId }: UserPrincipal, query: PageQuery): Promise<PageOf<LoginRow>> {
  const ranges = [{ attribute: 'expiresAt', sign: '>' as const, value: nowSeconds() }];
  return page(Login, { userId }, query, { ranges });
}

/** Ends a session. Throws `not_found`. */
export async function deleteSession({ userId }: UserPrincipal, id: string): Promise<void> {
  await transaction(async (tx) => {
    if ((await Login.destroy({ where: { id, userId }, transaction: tx })) !== 1) throw notFound('session', id);
    await auditEvent({ type: 'session.deleted', targetId: id }, tx);
  });
}

// The people of an organization.
//
// Who is accountable for the organization is always an owner of it, and stays one until an admin makes another user
// accountable. So there is an owner at any time, whatever others do to each other at once.

import { transaction } from '../../models/connection.ts';
import { Membership, type MembershipRow, type Role } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { type PageOf, type PageQuery, page, readOne } from '../../models/page.ts';
import { emailKey, User, type UserRow, usersById } from '../../models/user.ts';
import { note } from '../audit/index.ts';
import { notFound, ServiceError } from '../platform/errors.ts';
import type { Access } from '../tenancy/access.ts';
import { getUser } from './users.ts';

type Named = { id: string };

export interface Member {
  membership: MembershipRow;
  user: UserRow;
}

/** A page of the members, or of those with one of the addresses, by the user's id. */
export async function listMembers(
  organization: Named,
  query: PageQuery,
  emails: string[] | undefined,
): Promise<PageOf<MembershipRow> & { users: Map<string, UserRow> }> {
  const scope = { organizationId: organization.id, ...(emails === undefined ? {} : { userId: await idsOf(emails) }) };
  const found = await page(Membership, scope, query, { key: 'userId' });
  return { ...found, users: await usersById(found.rows.map(({ userId }) => userId)) };
}

/** Throws `not_found`. */
export async function getMember(organization: Named, userId: string): Promise<Member> {
  const membership = await readOne(Membership, { organizationId: organization.id, userId });
  if (membership === undefined) throw notFound('member', userId);
  return { membership, user: await getUser(userId) };
}

/** Sets a member's role. Throws `not_found`, or `accountable_owner`. */
export async function updateMember(organization: Named, userId: string, role: Role, access: Access): Promise<Member> {
  await change(organization, userId, role, access);
  return getMember(organization, userId);
}

/** Removes a member. Throws `not_found`, or `accountable_owner`. */
export async function deleteMember(organization: Named, userId: string, access: Access): Promise<void> {
  await change(organization, userId, null, access);
}

/** Sets the role, or ends the membership; one change at a time, so that nobody is made accountable meanwhile. */
async function change({ id }: Named, userId: string, role: Role | null, access: Access): Promise<void> {
  await transaction(async (inside) => {
    const organization = await Organization.lock(id, inside);
    const isMember = await Membership.count({ where: { organizationId: id, userId }, transaction: inside });
    if (organization === null || isMember === 0) throw notFound('member', userId);
    if (organization.ownerId === userId && role !== 'owner') {
      throw new ServiceError(
        'accountable_owner',
        'This member is accountable for the organization. An admin has to make another user accountable first.',
      );
    }
    if (role === null) {
      await Membership.leave(id, userId, inside);
      await note({ type: 'member.deleted', targetId: userId }, inside);
    } else {
      await Membership.put(id, userId, role, inside);
      await note({ type: 'member.updated', targetId: userId, details: { changes_requested: { role } } }, inside);
    }
  });
  access.forgetUser(userId);
}

async function idsOf(emails: string[]): Promise<string[]> {
  const users = await User.findAll({ attributes: ['id'], where: { emailKey: [...new Set(emails.map(emailKey))] } });
  return users.map(({ id }) => id);
}

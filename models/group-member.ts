import { integer, primaryKey, table, text } from './table.ts';

/** A user's membership in a group. */
export class GroupMember extends table(
  'group_members',
  {
    groupId: primaryKey(text()),
    userId: primaryKey(text()),
    organizationId: text(),
    createdAt: integer(),
  },
  { announced: true },
) {}

import type { components } from '../generated/openapi.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type UserGroupRow = RowOf<UserGroup>;

/** A group of members of an organization. */
export class UserGroup extends table(
  'user_groups',
  {
    id: primaryKey(text()),
    organizationId: text(),
    name: text(),
    /** The directory's own id of the group. */
    externalId: nullable(text()),
    /** A directory made the group. */
    ofDirectory: boolean(),
    createdAt: integer(),
  },
  { announced: true },
) {
  static toResource(row: UserGroupRow): components['schemas']['Group'] {
    const { id, name, createdAt, ofDirectory } = row;
    const managed = Boolean(ofDirectory);
    return { id, object: 'group', name, created_at: createdAt, group_type: 'group', is_scim_managed: managed };
  }
}

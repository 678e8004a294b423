import { integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type RoleRow = RowOf<OwnRole>;

/** A role that an organization or a project has defined. Built-in roles have no rows. */
export class OwnRole extends table(
  'roles',
  {
    id: primaryKey(text()),
    organizationId: text(),
    /** The organization or the project that the role is for. */
    resourceId: text(),
    name: text(),
    description: nullable(text()),
    /** A JSON list. */
    permissions: text(),
    createdBy: nullable(text()),
    createdAt: integer(),
    updatedAt: integer(),
  },
  { announced: true },
) {}

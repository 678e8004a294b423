import type { Transaction } from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { Identity } from './identity.ts';
import { createdAt, newId } from './ids.ts';
import { readOne } from './page.ts';
import { boolean, integer, nullable, primaryKey, type RowOf, table, text } from './table.ts';

export type UserRow = RowOf<User>;

const mostIdentities = 100;

/** A person with an account on this server. */
export class User extends table(
  'users',
  {
    id: primaryKey(text()),
    /** The address as given. */
    email: text(),
    /** The address for comparisons: ASCII letters in lower case, the rest unchanged. */
    emailKey: text(),
    name: nullable(text()),
    passwordHash: nullable(text()),
    isAdmin: boolean(),
    disabled: boolean(),
    /** True if the person proved to own the address, by a link that was mailed to it. */
    emailVerified: boolean(),
    defaultOrganizationId: nullable(text()),
    createdAt: integer(),
  },
  { searched: ['email', 'name', 'id'], announced: true, auditName: ['user', 'email'] },
) {
  static async add(
    fields: {
      email: string;
      name: string | null;
      passwordHash: string | null;
      isAdmin: boolean;
      emailVerified?: boolean;
    },
    tx?: Transaction,
  ): Promise<User> {
    const id = newId('user');
    return User.create(
      {
        id,
        emailVerified: false,
        ...fields,
        emailKey: emailKey(fields.email),
        disabled: false,
        defaultOrganizationId: null,
        createdAt: createdAt(id),
      },
      { transaction: tx ?? null },
    );
  }

  static byEmail(email: string): Promise<UserRow | undefined> {
    return readOne(User, { emailKey: emailKey(email) });
  }

  /** Returns whether an account with the address exists. Takes the same time in both cases. */
  static async isTaken(email: string): Promise<boolean> {
    return (await User.count({ where: { emailKey: emailKey(email) } })) > 0;
  }

  /** @param activeKeys how many accepted keys depend on the user who made them. */
  static toResource(row: UserRow, activeKeys: number, identities: Identity[]): components['schemas']['User'] {
    return {
      id: row.id,
      object: 'user',
      email: row.email,
      email_verified: Boolean(row.emailVerified),
      name: row.name,
      is_admin: Boolean(row.isAdmin),
      disabled: Boolean(row.disabled),
      default_organization_id: row.defaultOrganizationId,
      active_keys: activeKeys,
      has_password: row.passwordHash !== null,
      identities: identities.slice(0, mostIdentities).map(Identity.toResource),
      created_at: row.createdAt,
    };
  }
}

/** Returns the form of an e-mail address for comparisons. */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Returns the users with these ids, keyed by id. */
export async function usersById(ids: string[]): Promise<Map<string, UserRow>> {
  const users = await User.findAll({ where: { id: [...new Set(ids)] } });
  return new Map(users.map((user) => [user.id, user]));
}

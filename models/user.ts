import {
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
  type Transaction,
} from 'sequelize';
import type { components } from '../generated/openapi.ts';
import { announceChanges } from './changes.ts';
import { Identity } from './identity.ts';
import { createdAt, newId } from './ids.ts';
import { readOne } from './page.ts';
import { keepSearchText, searchColumn } from './search-text.ts';

export type UserRow = InferAttributes<User>;

/** The most identities in an answer. */
const mostIdentities = 100;

/** A person with an account on this server. */
export class User extends Model<InferAttributes<User>, InferCreationAttributes<User>> {
  declare id: string;
  /** The address as given. */
  declare email: string;
  /** The address for comparisons: ASCII letters in lower case, the rest unchanged. */
  declare emailKey: string;
  declare name: string | null;
  declare passwordHash: string | null;
  declare isAdmin: boolean;
  declare disabled: boolean;
  /** True if the person proved to own the address, by a link that was mailed to it. */
  declare emailVerified: boolean;
  declare defaultOrganizationId: string | null;
  declare createdAt: number;

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
      identities: identities.slice(0, mostIdentities).map(Identity.toResource),
      created_at: row.createdAt,
    };
  }
}

/** Returns the form of an e-mail address for comparisons. */
export function emailKey(email: string): string {
  return email.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

export function defineUser(sequelize: Sequelize): void {
  User.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      email: DataTypes.STRING,
      emailKey: DataTypes.STRING,
      name: DataTypes.STRING,
      passwordHash: DataTypes.STRING,
      isAdmin: DataTypes.BOOLEAN,
      disabled: DataTypes.BOOLEAN,
      emailVerified: DataTypes.BOOLEAN,
      defaultOrganizationId: DataTypes.STRING,
      createdAt: DataTypes.BIGINT,
      ...searchColumn,
    },
    { sequelize, tableName: 'users' },
  );
  keepSearchText(User, ['email', 'name', 'id']);
  announceChanges(User);
}

/** Returns the users with these ids, keyed by id. */
export async function usersById(ids: string[]): Promise<Map<string, UserRow>> {
  const users = await User.findAll({ where: { id: [...new Set(ids)] } });
  return new Map(users.map((user) => [user.id, user]));
}

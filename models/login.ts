// A sign-in and its tokens. A refresh adds a token pair and ends the old pair. Ending the sign-in deletes all its
// tokens. A used refresh token is kept as long as the sign-in, so that a second use is detected.

import {
  type CreationOptional,
  DataTypes,
  type InferAttributes,
  type InferCreationAttributes,
  Model,
  type Sequelize,
} from 'sequelize';
import { announceChanges } from './changes.ts';

export type LoginMethod = 'password' | 'provider' | 'operator';

export type LoginRow = InferAttributes<Login>;

/** A sign-in of a user. */
export class Login extends Model<InferAttributes<Login>, InferCreationAttributes<Login>> {
  declare id: string;
  declare userId: string;
  /** How the user proved to be this user. `operator`: by a secret of the machine, such as the set-up address. */
  declare method: CreationOptional<LoginMethod>;
  /** The device that was approved in the panel; null for other sign-ins. */
  declare clientName: CreationOptional<string | null>;
  declare expiresAt: number;
  declare createdAt: number;
}

/** A token of a sign-in, as the SHA-256 of its text. */
export class LoginToken extends Model<InferAttributes<LoginToken>, InferCreationAttributes<LoginToken>> {
  declare digest: Buffer;
  declare loginId: string;
  declare kind: 'access' | 'refresh';
  declare expiresAt: number;
  declare usedAt: number | null;
}

/**
 * The successor of a browser's refresh token, kept for a few seconds in which another tab may still send the old token:
 * the new tokens, encrypted with the old token, which is not stored.
 */
export class SessionSuccessor extends Model<
  InferAttributes<SessionSuccessor>,
  InferCreationAttributes<SessionSuccessor>
> {
  /** The SHA-256 of the old refresh token. */
  declare digest: Buffer;
  declare loginId: string;
  declare sealedTokens: string;
  declare expiresAt: number;
}

export function defineLogin(sequelize: Sequelize): void {
  Login.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      userId: DataTypes.STRING,
      method: { type: DataTypes.STRING, defaultValue: 'password' },
      clientName: DataTypes.STRING,
      expiresAt: DataTypes.BIGINT,
      createdAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'logins' },
  );
  LoginToken.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      loginId: DataTypes.STRING,
      kind: DataTypes.STRING,
      expiresAt: DataTypes.BIGINT,
      usedAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'login_tokens' },
  );
  announceChanges(Login);
  announceChanges(LoginToken);
  SessionSuccessor.init(
    {
      digest: { type: DataTypes.BLOB, primaryKey: true },
      loginId: DataTypes.STRING,
      sealedTokens: DataTypes.TEXT,
      expiresAt: DataTypes.BIGINT,
    },
    { sequelize, tableName: 'session_successors' },
  );
}

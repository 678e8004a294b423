// Who did what to which, from where. Entries are only ever added; their place in the chain comes later (services/audit).

import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type AuditEntryRow = InferAttributes<AuditEntry>;
export type ActorKind = 'user' | 'organization_key' | 'project_key' | 'worker_token' | 'anyone' | 'operator';

/** Something that somebody did. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: string;
  declare organizationId: string | null;
  declare projectId: string | null;
  /** What happened: `project.created`. */
  declare type: string;
  declare actorKind: ActorKind;
  /** The key, or the user where no key was used. */
  declare actorId: string | null;
  /** The user who acted, or to whom the key belongs. */
  declare userId: string | null;
  declare email: string | null;
  /** The network address that the call came from; empty: none. */
  declare address: string;
  declare requestId: string;
  /** What it was done to. */
  declare targetId: string | null;
  /** A JSON text. */
  declare details: string;
  declare createdAt: number;
  /** Says that a server wrote it. */
  declare ownSeal: string;
  /** From 1, without a gap; null until it is chained. */
  declare place: number | null;
  declare seal: string | null;
}

/** The end of the chain. */
export class AuditChain extends Model<InferAttributes<AuditChain>, InferCreationAttributes<AuditChain>> {
  declare id: string;
  declare place: number;
  declare seal: string;
  declare headSeal: string;
}

export function defineAudit(sequelize: Sequelize): void {
  AuditEntry.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      organizationId: DataTypes.STRING,
      projectId: DataTypes.STRING,
      type: DataTypes.STRING,
      actorKind: DataTypes.STRING,
      actorId: DataTypes.STRING,
      userId: DataTypes.STRING,
      email: DataTypes.STRING,
      address: DataTypes.STRING,
      requestId: DataTypes.STRING,
      targetId: DataTypes.STRING,
      details: DataTypes.TEXT,
      createdAt: DataTypes.BIGINT,
      ownSeal: DataTypes.STRING,
      place: DataTypes.BIGINT,
      seal: DataTypes.STRING,
    },
    { sequelize, tableName: 'audit_entries' },
  );
  AuditChain.init(
    {
      id: { type: DataTypes.STRING, primaryKey: true },
      place: DataTypes.BIGINT,
      seal: DataTypes.STRING,
      headSeal: DataTypes.STRING,
    },
    { sequelize, tableName: 'audit_chain' },
  );
}

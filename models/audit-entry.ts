// The audit log: who did what to which resource, from which address. Entries are only added. services/audit assigns
// their place in the chain later.

import { DataTypes, type InferAttributes, type InferCreationAttributes, Model, type Sequelize } from 'sequelize';

export type AuditEntryRow = InferAttributes<AuditEntry>;
export type ActorKind = 'user' | 'organization_key' | 'project_key' | 'worker_token' | 'anyone' | 'operator';

/** An entry of the audit log. */
export class AuditEntry extends Model<InferAttributes<AuditEntry>, InferCreationAttributes<AuditEntry>> {
  declare id: string;
  declare organizationId: string | null;
  declare projectId: string | null;
  /** The action: `project.created`. */
  declare type: string;
  declare actorKind: ActorKind;
  /** The id of the key, or of the user if no key was used. */
  declare actorId: string | null;
  /** The user who acted, or who owns the key. */
  declare userId: string | null;
  declare email: string | null;
  /** The client's network address; empty: none. */
  declare address: string;
  declare requestId: string;
  /** The id of the changed resource. */
  declare targetId: string | null;
  /** JSON text. */
  declare details: string;
  declare createdAt: number;
  /** The HMAC of the entry alone: proves that a server with the key wrote the entry. */
  declare ownSeal: string;
  /** The position in the hash chain, from 1 and without gaps; null until the entry is chained. */
  declare place: number | null;
  declare seal: string | null;
}

/** The last entry of the chain. */
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

// The prepared organizations and the admin. Every id and credential is computed from a name, so that fixtures may
// contain them.

import { hash } from 'node:crypto';
import type { components } from '../../generated/sandbox.ts';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { transaction } from '../../models/connection.ts';
import { type IdKind, idFrom } from '../../models/ids.ts';
import { LatencyCount } from '../../models/latency-count.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { LimitLease } from '../../models/limit-lease.ts';
import { Login, LoginToken } from '../../models/login.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { UsageRollup } from '../../models/usage-rollup.ts';
import { emailKey, User } from '../../models/user.ts';
import { mintFrom } from '../../services/tenancy/index.ts';

type Prepared = components['schemas']['PreparedOrganization'];
type Admin = components['schemas']['PreparedAdmin'];
type Inside = Parameters<Parameters<typeof transaction>[0]>[0];
type Minted = ReturnType<typeof mintFrom>;

/** The name of the organization that is made at the start. */
export const firstName = 'sandbox';
const password = 'sandbox password';
/** The cost of password hashes in the sandbox. */
export const passwordCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };
/** The argon2id hash of the password with this cost, so that neither a start nor a reset waits for it. */
const passwordHash = '$argon2id$v=19$m=8,t=1,p=1$QSIIh9x3bT4TtzXSTp4WKQ$nw+E6h+B8T8+Z0Bqo6kDsxIYLlT2TaxqFiD8EvnKFVY';
/** 2026-01-01T00:00:00Z. */
const madeAt = 1_767_225_600;
/** 2100-01-01T00:00:00Z. */
const never = 4_102_444_800;
const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** Returns an organization's ids and credentials. */
export function tenantOf(name: string): Prepared {
  const { user_id, email, user_token } = personOf(name);
  return {
    name,
    organization_id: id('organization', name),
    project_id: id('project', name),
    user_id,
    email,
    password,
    user_token,
    organization_key: credential('organization_key', name).value,
    project_key: credential('project_key', name).value,
  };
}

/** Returns the admin's id and credential. */
export function adminOf(): Admin {
  return personOf('admin', 'admin@sandbox.test');
}

export function addAdmin(): Promise<void> {
  return transaction((tx) => addPerson('admin', adminOf().email, { isAdmin: true, organizationId: null }, tx));
}

/**
 * Writes an organization with its project, owner and keys.
 * @param round the number of times that the organization was created. Each round's keys have other ids: the idempotency store
 * identifies callers by the id of their key, and must not answer with the responses of an earlier round.
 */
export async function addTenant(name: string, round: number, tx: Inside): Promise<void> {
  const { organization_id: organizationId, project_id: projectId, user_id: userId, email } = tenantOf(name);
  await addPerson(name, email, { isAdmin: false, organizationId }, tx);
  const options = { transaction: tx };
  await Organization.create({ id: organizationId, name, ownerId: userId, createdAt: madeAt }, options);
  await Membership.create({ organizationId, userId, role: 'owner', createdAt: madeAt }, options);
  await Project.create({ id: projectId, organizationId, name, ...newProject }, options);
  await AdminApiKey.create({ ...keyOf('organization_key', name, userId, round), organizationId }, options);
  await ProjectApiKey.create(
    { ...keyOf('project_key', name, userId, round), projectId, limits: null, mcpTools: null },
    options,
  );
}

/** Deletes an organization with its resources, and the members who belong to no other organization. */
export async function removeTenant(name: string, tx: Inside): Promise<void> {
  const { organization_id: organizationId, user_id: ownerId } = tenantOf(name);
  const options = { transaction: tx };
  const members = await Membership.findAll({ where: { organizationId }, ...options });
  const userIds = [...members.map(({ userId }) => userId), ownerId];
  const projects = await Project.findAll({ where: { organizationId }, attributes: ['id'], ...options });
  const projectIds = projects.map(({ id }) => id);
  const keys = await ProjectApiKey.findAll({ where: { projectId: projectIds }, attributes: ['id'], ...options });
  const subjectId = [...projectIds, ...keys.map(({ id }) => id)];
  await LimitCount.destroy({ where: { subjectId }, ...options });
  await LimitLease.destroy({ where: { subjectId }, ...options });
  await UsageRollup.destroy({ where: { organizationId }, ...options });
  await LatencyCount.destroy({ where: { organizationId }, ...options });
  await AuditEntry.destroy({ where: { organizationId }, ...options });
  // Foreign keys with ON DELETE CASCADE delete all other rows of the organization.
  await Organization.destroy({ where: { id: organizationId }, ...options });
  const others = await Membership.findAll({ where: { userId: userIds }, ...options });
  const elsewhere = new Set(others.map(({ userId }) => userId));
  const lost = userIds.filter((userId) => !elsewhere.has(userId));
  await User.destroy({ where: { id: lost, isAdmin: false }, ...options });
}

const newProject = {
  status: 'active',
  archivedAt: null,
  models: '[]',
  customEndpoints: '[]',
  mcpPrefixes: '"all"',
  mcpTools: null,
  limits: JSON.stringify({
    requests_per_minute: null,
    tokens_per_minute: null,
    tokens_per_day: null,
    tokens_per_month: null,
    vector_store_bytes: null,
    file_bytes: null,
  }),
  spendLimit: null,
  webhookUrl: null,
  webhookSecret: null,
  webhookSigning: 'literal',
  webhookOldSecret: null,
  webhookOldSecretUntil: null,
  webhookDisabledAt: null,
  spendThresholdEvents: false,
  storeResponses: true,
  createdAt: madeAt,
} as const;

function personOf(name: string, email = `owner@${name}.test`): Admin {
  return { user_id: id('user', name), email, password, user_token: credential('access', name).value };
}

async function addPerson(
  name: string,
  email: string,
  { isAdmin, organizationId }: { isAdmin: boolean; organizationId: string | null },
  tx: Inside,
): Promise<void> {
  const options = { transaction: tx };
  const userId = id('user', name);
  const loginId = id('login', name);
  await User.create(
    {
      id: userId,
      email,
      emailKey: emailKey(email),
      name: isAdmin ? 'Admin' : 'Owner',
      passwordHash,
      isAdmin,
      disabled: false,
      emailVerified: true,
      defaultOrganizationId: organizationId,
      createdAt: madeAt,
    },
    options,
  );
  await Login.create({ id: loginId, userId, expiresAt: never, createdAt: madeAt }, options);
  const { digest } = credential('access', name);
  await LoginToken.create({ digest, loginId, kind: 'access', expiresAt: never, usedAt: null }, options);
}

function keyOf(kind: 'organization_key' | 'project_key', name: string, userId: string, round: number) {
  const { digest, redactedValue } = credential(kind, name);
  return {
    id: id('key', `${kind} ${name} ${round}`),
    userId,
    name: 'sandbox',
    digest,
    redactedValue,
    lastUsedAt: null,
    expiresAt: null,
    keptBy: null,
    revokedAt: null,
    createdAt: madeAt,
  };
}

function credential(kind: Parameters<typeof mintFrom>[0], name: string): Minted {
  let round = 0;
  return mintFrom(kind, (count) => {
    round += 1;
    return hash('sha512', `${kind} ${name} ${round}`, 'buffer').subarray(0, count);
  });
}

function id(kind: IdKind, name: string): string {
  const bytes = hash('sha256', `${kind} ${name}`, 'buffer').subarray(0, 16);
  return idFrom(kind, madeAt * 1000, [...bytes].map((byte) => crockford[byte % 32]).join(''));
}

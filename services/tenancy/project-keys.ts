// API keys of projects. A key's value is in the response that creates it, and is not stored.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { idPrefixes } from '../../models/ids.ts';
import { keyHolders, keyRules, noKeyRules } from '../../models/key-holder.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { readOne } from '../../models/page.ts';
import type { Project, ProjectRow } from '../../models/project.ts';
import { keyLimitsIn, ProjectApiKey, type ProjectApiKeyRow } from '../../models/project-api-key.ts';
import { auditEvent } from '../audit/index.ts';
import { existing, notFound } from '../platform/index.ts';
import { checkNoOlderServer, keyForm, ruleColumns } from './key-rules.ts';
import {
  checkGrantBy,
  checkMayManage,
  columnsOf,
  defaultOverlapSeconds,
  expiryIn,
  type KeyMaker,
  keyDetails,
  ownerFrom,
  placeOf,
  type Rotation,
  rotated,
} from './keys.ts';
import { countsUse, limitsOfKey } from './project-rules.ts';
import { checkActive, lockProject } from './projects.ts';
import { mint } from './tokens.ts';

type Named = { id: string };
type NewProjectKey = components['schemas']['CreateProjectKeyRequest'];
type ProjectKeyChanges = components['schemas']['UpdateProjectKeyRequest'];

/** A key with its value. */
export interface CreatedProjectKey {
  key: ProjectApiKeyRow;
  value: string;
}

/** Creates a project key that belongs to the caller's user. Throws `project_archived` or `not_found`. */
export async function createProjectApiKey(
  project: ProjectRow,
  asked: NewProjectKey,
  caller: KeyMaker,
): Promise<CreatedProjectKey> {
  await checkNoOlderServer(asked);
  return transaction(async (tx) => {
    await lockActive(project, tx);
    return addProjectKey(project, asked, { ...ownerFrom(caller), serviceAccountId: null }, caller, tx);
  });
}

/** Adds a key. Throws `insufficient_permissions` if it may do more than the caller. */
export async function addProjectKey(
  project: ProjectRow,
  { name, expires_in_seconds: seconds, limits, mcp_tools: tools, ...rules }: NewProjectKey,
  owner: Pick<ProjectApiKeyRow, 'userId' | 'keptBy' | 'serviceAccountId'>,
  caller: KeyMaker,
  tx: Transaction,
): Promise<CreatedProjectKey> {
  const { value, digest, redactedValue } = mint('project_key');
  const expiresAt = expiryIn(seconds ?? null);
  const limited = { ...noKeyRules, ...ruleColumns(rules) };
  checkGrantBy(caller, placeOf(project), limited);
  const columns = {
    limits: limits === undefined ? null : JSON.stringify(limits),
    mcpTools: tools === undefined ? null : JSON.stringify(tools),
  };
  const { serviceAccountId } = owner;
  const fields = {
    ...{ ...owner, name, redactedValue, expiresAt, ...columns },
    ...{ ...limited, digest: keyForm(digest, { ...limited, serviceAccountId }) },
  };
  const key = await ProjectApiKey.add(project, fields, tx);
  const account = serviceAccountId === null ? {} : { service_account_id: serviceAccountId };
  const details = { name, scope: 'project', expires_at: expiresAt, ...account, ...rules };
  await auditEvent({ type: 'api_key.created', projectId: project.id, targetId: key.id, details }, tx);
  return { key, value };
}

/** Locks a project for a new value of a key. Throws `project_archived` or `not_found`. */
export async function lockActive(project: ProjectRow, tx: Transaction): Promise<Project> {
  const current = await lockProject(project, tx);
  checkActive(current);
  return current;
}

/**
 * Returns a page of the project's keys. `ownerAccess` filters by whether the key's owner can still access the project.
 */
export async function listProjectApiKeys(
  project: ProjectRow,
  query: ListQuery,
  ownerAccess: 'active' | 'inactive' | 'any' = 'any',
): Promise<ListOf<ProjectApiKeyRow>> {
  const scope = { projectId: project.id };
  if (ownerAccess === 'any') return list(ProjectApiKey, scope, query);
  const owners = await ProjectApiKey.findAll({ attributes: ['userId'], where: scope, group: ['userId'] });
  const holders = [...(await keyHolders(project.organizationId, owners)).values()];
  const asked = holders.filter(({ role }) => (role !== undefined) === (ownerAccess === 'active'));
  const userId = asked.map(({ user }) => user.id);
  if (ownerAccess === 'inactive') return list(ProjectApiKey, { ...scope, serviceAccountId: null, userId }, query);
  const ofPeople = userId.map((text) => ({ attribute: 'userId', how: 'is' as const, text }));
  const ofAccount = { attribute: 'serviceAccountId', how: 'begins' as const, text: idPrefixes['service-account'] };
  return list(ProjectApiKey, scope, query, { anyOf: [...ofPeople, ofAccount] });
}

/** Returns a project key. Throws `not_found`. */
export async function getProjectApiKey(project: Named, id: string): Promise<ProjectApiKeyRow> {
  return existing(await readOne(ProjectApiKey, { id, projectId: project.id }), 'project key', id);
}

/** Changes a key's name, expiry or limits. This server applies the change at once. Throws `not_found`. */
export async function updateProjectApiKey(
  project: ProjectRow,
  id: string,
  changes: ProjectKeyChanges,
  caller: KeyMaker,
): Promise<ProjectApiKeyRow> {
  await checkNoOlderServer(changes);
  await transaction(async (tx) => {
    const where = { id, projectId: project.id };
    const key = existing(await ProjectApiKey.findOne({ where, lock: true, transaction: tx }), 'project key', id);
    const before = limitsOfKey(key);
    const limits =
      changes.limits === undefined ? {} : { limits: JSON.stringify({ ...keyLimitsIn(key.limits), ...changes.limits }) };
    const columns = columnsOf(changes, key);
    await checkMayManage(caller, placeOf(project), key, tx, columns);
    const { mcp_tools: mcpTools } = changes;
    const tools = mcpTools === undefined ? {} : { mcpTools: JSON.stringify(mcpTools) };
    const details = keyDetails(changes, columns, {
      name: key.name,
      expires_at: key.expiresAt,
      disabled: key.disabledDigest !== null,
      ...keyRules(key),
      limits: keyLimitsIn(key.limits),
      mcp_tools: JSON.parse(key.mcpTools ?? '{}'),
    });
    await key.update({ ...columns, ...limits, ...tools }, { transaction: tx });
    const after = limitsOfKey(key);
    const isNewlyCounted = after !== undefined && countsUse(after) && (before === undefined || !countsUse(before));
    if (isNewlyCounted) await LimitCount.resetCounts(id, tx);
    await auditEvent({ type: 'api_key.updated', projectId: project.id, targetId: id, details }, tx);
  });
  return getProjectApiKey(project, id);
}

/**
 * Gives a project key a new value, and returns it. The old one is accepted until the overlap has passed. Throws
 * `project_archived` or `not_found`.
 */
export async function rotateProjectApiKey(
  project: ProjectRow,
  id: string,
  { overlap_seconds: overlapSeconds = defaultOverlapSeconds }: Rotation,
  caller: KeyMaker,
): Promise<CreatedProjectKey> {
  const minted = mint('project_key');
  await transaction(async (tx) => {
    await lockActive(project, tx);
    const key = await ProjectApiKey.findOne({ where: { id, projectId: project.id }, lock: true, transaction: tx });
    if (key === null) throw notFound('project key', id);
    await checkMayManage(caller, placeOf(project), key, tx);
    await key.update(rotated(key, minted, overlapSeconds), { transaction: tx });
    const details = { overlap_seconds: overlapSeconds };
    await auditEvent({ type: 'api_key.rotated', projectId: project.id, targetId: id, details }, tx);
  });
  return { key: await getProjectApiKey(project, id), value: minted.value };
}

/** Deletes a key. This server rejects it from now on. Throws `not_found` or `insufficient_permissions`. */
export async function deleteProjectApiKey(project: ProjectRow, id: string, caller: KeyMaker): Promise<void> {
  await transaction(async (tx) => {
    const where = { id, projectId: project.id };
    const key = existing(await ProjectApiKey.findOne({ where, lock: true, transaction: tx }), 'project key', id);
    await checkMayManage(caller, placeOf(project), key, tx);
    await key.destroy({ transaction: tx });
    await auditEvent({ type: 'api_key.deleted', projectId: project.id, targetId: id }, tx);
  });
}

// Service accounts: accounts of a project for programs. Their keys are project keys that depend on no person. A person
// makes and changes them, and nobody gives one more than they have in the project.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { transaction } from '../../models/connection.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { type PageOf, type PageQuery, page } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { ServiceAccount, type ServiceAccountRow } from '../../models/service-account.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { notFound } from '../platform/index.ts';
import { checkNoOlderServer } from './key-rules.ts';
import { placeOf } from './keys.ts';
import { accountPermissions, type UserPrincipal } from './principals.ts';
import { addProjectKey, type CreatedProjectKey, lockActive } from './project-keys.ts';
import { type Changer, checkMayGrant } from './rank.ts';

type NewAccount = components['schemas']['CreateServiceAccountRequest'];
type AccountChanges = components['schemas']['UpdateServiceAccountRequest'];
type NewKey = components['schemas']['CreateServiceAccountKeyRequest'];

export function listServiceAccounts(
  { id: projectId }: ProjectRow,
  query: PageQuery,
): Promise<PageOf<ServiceAccountRow>> {
  return page(ServiceAccount, { projectId }, query, { index: 'service_accounts_project' });
}

/** Makes an account, with a key unless only the account is asked for. Throws `insufficient_permissions` or `project_archived`. */
export async function createServiceAccount(
  project: ProjectRow,
  { name, role = 'member', create_service_account_only: isAlone, expires_in_seconds: seconds }: NewAccount,
  caller: UserPrincipal,
): Promise<{ account: ServiceAccountRow; created: CreatedProjectKey | undefined }> {
  const { id: projectId, organizationId } = project;
  const id = newId('service-account');
  const account = { id, projectId, organizationId, name, role, createdBy: caller.userId, createdAt: createdAt(id) };
  return transaction(async (tx) => {
    await lockActive(project, tx);
    await checkMayGrant(caller, placeOf(project), accountPermissions(role), tx);
    await ServiceAccount.create(account, { transaction: tx });
    await auditEvent({ type: 'service_account.created', projectId, targetId: id, details: { name, role } }, tx);
    const asked = { name, ...(seconds == null ? {} : { expires_in_seconds: seconds }) };
    const created = isAlone === true ? undefined : await addKey(project, account, asked, caller, tx);
    return { account, created };
  });
}

/** Changes an account. Throws `not_found` or `insufficient_permissions`. */
export async function updateServiceAccount(
  project: ProjectRow,
  { id }: ServiceAccountRow,
  changes: AccountChanges,
  caller: UserPrincipal,
): Promise<ServiceAccountRow> {
  return transaction(async (tx) => {
    const account = await lockAccount(project, id, caller, tx);
    if (changes.role !== undefined) await checkMayGrant(caller, placeOf(project), accountPermissions(changes.role), tx);
    const details = changeDetails(changes, { name: account.name, role: account.role });
    await account.update(changes, { transaction: tx });
    await auditEvent({ type: 'service_account.updated', projectId: project.id, targetId: id, details }, tx);
    return account.get();
  });
}

/** Deletes an account with its keys. Throws `not_found` or `insufficient_permissions`. */
export async function deleteServiceAccount(
  project: ProjectRow,
  { id, name }: ServiceAccountRow,
  caller: Changer,
): Promise<void> {
  await transaction(async (tx) => {
    const account = await lockAccount(project, id, caller, tx);
    const keys = await ProjectApiKey.destroy({ where: { serviceAccountId: id }, transaction: tx });
    await account.destroy({ transaction: tx });
    const details = { name, keys };
    await auditEvent({ type: 'service_account.deleted', projectId: project.id, targetId: id, details }, tx);
  });
}

/** Makes another key of an account. Throws `not_found`, `insufficient_permissions` or `project_archived`. */
export async function createServiceAccountKey(
  project: ProjectRow,
  { id }: ServiceAccountRow,
  { name, expires_in_seconds: seconds, ...rules }: NewKey,
  caller: UserPrincipal,
): Promise<CreatedProjectKey> {
  await checkNoOlderServer(rules);
  return transaction(async (tx) => {
    await lockActive(project, tx);
    const account = await lockAccount(project, id, caller, tx);
    const lifetime = seconds == null ? {} : { expires_in_seconds: seconds };
    return addKey(project, account, { name: name ?? account.name, ...lifetime, ...rules }, caller, tx);
  });
}

function addKey(
  project: ProjectRow,
  { id: serviceAccountId }: ServiceAccountRow,
  asked: Parameters<typeof addProjectKey>[1],
  caller: UserPrincipal,
  tx: Transaction,
): Promise<CreatedProjectKey> {
  // The key counts as kept, so that nothing that happens to its maker ends it.
  const owner = { userId: caller.userId, keptBy: caller.userId, serviceAccountId };
  return addProjectKey(project, asked, owner, caller, tx);
}

/** Locks an account, and checks that the caller has what it may do. */
async function lockAccount(project: ProjectRow, id: string, caller: Changer, tx: Transaction): Promise<ServiceAccount> {
  const account = await ServiceAccount.findOne({ where: { id, projectId: project.id }, lock: true, transaction: tx });
  if (account === null) throw notFound('service account', id);
  await checkMayGrant(caller, placeOf(project), accountPermissions(account.role), tx);
  return account;
}

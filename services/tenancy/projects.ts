// Projects: their rules, limits and webhook.
//
// The webhook secret is only in the response that creates the project. It is stored encrypted, not hashed, because
// signing needs it.

import type { Transaction } from 'sequelize';
import type { components } from '../../generated/openapi.ts';
import { nowSeconds } from '../../models/clock.ts';
import { transaction } from '../../models/connection.ts';
import { isReferenceViolation } from '../../models/constraints.ts';
import { createdAt, newId } from '../../models/ids.ts';
import { LimitCount } from '../../models/limit-count.ts';
import { type ListOf, type ListQuery, list } from '../../models/list.ts';
import { Organization, type OrganizationRow } from '../../models/organization.ts';
import { Project, type ProjectRow } from '../../models/project.ts';
import { maskQuery, secretMask } from '../../models/secret-mask.ts';
import { auditEvent, changeDetails } from '../audit/index.ts';
import { existing, notFound, ServiceError, ValidationError, valueError } from '../platform/index.ts';
import type { Secrets } from '../settings/index.ts';
import {
  type AddressPolicy,
  generateWebhookSecret,
  isStandardSecret,
  resetHealth,
  type Signing,
  secretPlace,
} from '../webhooks/index.ts';
import { type Principal, projectsWith } from './principals.ts';
import { countsUse, limitsIn } from './project-rules.ts';
import { retentionOf } from './retention.ts';

type CreateProject = components['schemas']['CreateProjectRequest'];
type UpdateProject = components['schemas']['UpdateProjectRequest'];

/** The services that this file needs. */
export interface ProjectServices {
  secrets: Secrets;
  webhookAddresses: AddressPolicy;
}

const oldSecretSeconds = 86_400;

const noLimits: components['schemas']['EffectiveProjectLimits'] = {
  requests_per_minute: null,
  tokens_per_minute: null,
  tokens_per_day: null,
  tokens_per_month: null,
  vector_store_bytes: null,
  file_bytes: null,
};

/** Creates a project. `secret` is the plain webhook secret if the project has a webhook. */
export async function createProject(
  organization: Pick<OrganizationRow, 'id'>,
  body: CreateProject,
  { secrets, webhookAddresses }: ProjectServices,
): Promise<{ project: ProjectRow; secret: string | undefined }> {
  const url = body.webhook_url ?? null;
  const signing = body.webhook_signing ?? 'literal';
  if (url === null && body.webhook_secret !== undefined) throw secretWithoutUrl();
  await checkWebhook(url, body.webhook_secret, signing, webhookAddresses);
  const secret = url === null ? undefined : (body.webhook_secret ?? generateWebhookSecret());
  const id = newId('project');
  const status = body.status ?? 'active';
  const row = {
    id,
    organizationId: organization.id,
    name: body.name,
    status,
    archivedAt: status === 'archived' ? createdAt(id) : null,
    models: JSON.stringify(body.models ?? []),
    customEndpoints: JSON.stringify(body.custom_endpoints ?? []),
    mcpPrefixes: JSON.stringify(body.mcp_prefixes ?? 'all'),
    mcpTools: body.mcp_tools === undefined ? null : JSON.stringify(body.mcp_tools),
    limits: JSON.stringify({ ...noLimits, ...body.limits }),
    spendLimit: null,
    webhookUrl: url,
    webhookSecret: secret === undefined ? null : secrets.seal(secret, secretPlace(id, 'webhook_secret')),
    webhookSigning: signing,
    webhookOldSecret: null,
    webhookOldSecretUntil: null,
    webhookDisabledAt: null,
    spendThresholdEvents: body.spend_threshold_events ?? false,
    createdAt: createdAt(id),
  };
  const project = await transaction(async (tx) => {
    const parent = existing(await Organization.lock(organization.id, tx), 'organization', organization.id);
    const { store_responses: stores } = body;
    const inherited = {
      storeResponses: stores ?? Boolean(parent.storeResponses),
      retention: stores === undefined ? ('organization_default' as const) : retentionOf(stores),
      organizationSpendLimit: parent.spendLimit,
    };
    const created = await Project.create({ ...row, ...inherited }, { transaction: tx });
    await auditEvent({ type: 'project.created', projectId: id, targetId: id, details: withoutSecrets(body) }, tx);
    return created;
  }).catch((error: unknown) => {
    // The organization was deleted after the authorization.
    throw isReferenceViolation(error) ? notFound('organization', organization.id) : error;
  });
  return { project, secret };
}

/** Returns a page of the projects that the caller reaches. */
export function listProjects(
  organization: Pick<OrganizationRow, 'id'>,
  includeArchived: boolean,
  query: ListQuery,
  caller: Principal,
): Promise<ListOf<ProjectRow>> {
  const reached = projectsWith('projects.read', caller, organization.id);
  const scope = {
    organizationId: organization.id,
    ...(reached === undefined ? {} : { id: reached }),
    ...(includeArchived ? {} : { status: 'active' }),
  };
  return list(Project, scope, query);
}

/**
 * Changes the given fields of a project. Throws `not_found`, or a ValidationError for an invalid webhook.
 * `hasUnseenSecret` says that a webhook secret was made, which no answer shows.
 */
export async function updateProject(
  before: ProjectRow,
  body: UpdateProject,
  services: ProjectServices,
): Promise<{ updated: ProjectRow; hasUnseenSecret: boolean }> {
  if (body.webhook_url === null && body.webhook_secret !== undefined) throw secretWithoutUrl();
  if (body.keep_old_webhook_secret === true && body.webhook_secret === undefined) {
    throw valueError(['body', 'keep_old_webhook_secret'], 'keep_old_webhook_secret needs a new webhook_secret', true);
  }
  const { id } = before;
  // Resolves host names before the transaction, because a slow DNS server must not hold a lock.
  await checkWebhook(
    body.webhook_url ?? null,
    body.webhook_secret,
    body.webhook_signing ?? before.webhookSigning,
    services.webhookAddresses,
  );
  return transaction(async (tx) => {
    const found = await lockProject(before, tx);
    const hadSecret = found.webhookSecret !== null;
    const details = changeDetails(withoutSecrets(body), auditedSettings(found));
    await auditEvent({ type: 'project.updated', projectId: id, targetId: id, details }, tx);
    const addressBefore = found.webhookUrl;
    const countedBefore = countsUse(limitsIn(found));
    const updated = await found.update(
      { ...settingsOf(body, found), ...webhookOf(body, found, services.secrets) },
      { transaction: tx },
    );
    if (updated.webhookUrl !== addressBefore) await resetHealth(id, tx);
    if (!countedBefore && countsUse(limitsIn(updated))) await LimitCount.resetCounts(id, tx);
    const hasSecret = updated.webhookSecret !== null;
    return { updated, hasUnseenSecret: hasSecret && !hadSecret && body.webhook_secret === undefined };
  });
}

/** Archives a project. Throws `not_found`. */
export async function archiveProject(before: ProjectRow): Promise<ProjectRow> {
  const { id } = before;
  return transaction(async (tx) => {
    const found = await lockProject(before, tx);
    await auditEvent({ type: 'project.archived', projectId: id, targetId: id }, tx);
    return found.update(statusOf('archived', found), { transaction: tx });
  });
}

/** Returns the settings for the audit log, named like the members of a request, without the secret. */
function auditedSettings(project: ProjectRow): Record<string, unknown> {
  return {
    name: project.name,
    status: project.status,
    models: JSON.parse(project.models),
    custom_endpoints: JSON.parse(project.customEndpoints),
    mcp_prefixes: JSON.parse(project.mcpPrefixes),
    mcp_tools: JSON.parse(project.mcpTools ?? '{}'),
    limits: JSON.parse(project.limits),
    webhook_url: project.webhookUrl === null ? null : maskQuery(project.webhookUrl),
    webhook_signing: project.webhookSigning,
    spend_threshold_events: project.spendThresholdEvents,
    store_responses: Boolean(project.storeResponses),
  };
}

/** Returns the request body for the audit log, with secrets masked. */
function withoutSecrets(body: UpdateProject): Record<string, unknown> {
  return {
    ...body,
    ...(typeof body.webhook_url === 'string' ? { webhook_url: maskQuery(body.webhook_url) } : {}),
    ...(body.webhook_secret === undefined ? {} : { webhook_secret: secretMask }),
  };
}

/** Locks a project until the end of the transaction. Throws `not_found`. */
export async function lockProject({ id }: ProjectRow, tx: Transaction): Promise<Project> {
  return existing(await Project.findOne({ where: { id }, lock: true, transaction: tx }), 'project', id);
}

function settingsOf(body: UpdateProject, before: ProjectRow): Partial<ProjectRow> {
  return {
    ...(body.name === undefined ? {} : { name: body.name }),
    ...(body.status === undefined ? {} : statusOf(body.status, before)),
    ...(body.models === undefined ? {} : { models: JSON.stringify(body.models) }),
    ...(body.models === undefined || body.models.length === 0 ? {} : { deniedModels: null }),
    ...(body.custom_endpoints === undefined ? {} : { customEndpoints: JSON.stringify(body.custom_endpoints) }),
    ...(body.mcp_prefixes === undefined ? {} : { mcpPrefixes: JSON.stringify(body.mcp_prefixes) }),
    ...(body.mcp_tools === undefined ? {} : { mcpTools: JSON.stringify(body.mcp_tools) }),
    ...(body.limits === undefined ? {} : { limits: JSON.stringify({ ...JSON.parse(before.limits), ...body.limits }) }),
    ...(body.webhook_signing === undefined ? {} : { webhookSigning: body.webhook_signing }),
    ...(body.spend_threshold_events === undefined ? {} : { spendThresholdEvents: body.spend_threshold_events }),
    ...(body.store_responses === undefined || body.store_responses === Boolean(before.storeResponses)
      ? {}
      : { storeResponses: body.store_responses, retention: retentionOf(body.store_responses) }),
  };
}

function statusOf(status: ProjectRow['status'], before: ProjectRow): Partial<ProjectRow> {
  if (status === 'active') return { status, archivedAt: null };
  return { status, archivedAt: before.archivedAt ?? nowSeconds() };
}

function webhookOf(body: UpdateProject, before: ProjectRow, secrets: Secrets): Partial<ProjectRow> {
  const { webhook_url: url = before.webhookUrl, webhook_secret: secret } = body;
  if (url === null) {
    if (secret !== undefined) throw secretWithoutUrl();
    return { webhookUrl: null, webhookSecret: null, ...noOldSecret, webhookDisabledAt: null };
  }
  // Setting the URL enables the webhook again.
  const state = { webhookUrl: url, ...(body.webhook_url === undefined ? {} : { webhookDisabledAt: null }) };
  if (secret !== undefined) return { ...state, ...rotation(secret, body.keep_old_webhook_secret, before, secrets) };
  if (before.webhookSecret === null) {
    // The secret was lost with the server's key. The webhook stays disabled until somebody sets its URL again.
    if (body.webhook_url === undefined) return state;
    return { ...state, webhookSecret: secrets.seal(generateWebhookSecret(), secretPlace(before.id, 'webhook_secret')) };
  }
  checkSigning(body.webhook_signing, before, secrets);
  return state;
}

const noOldSecret = { webhookOldSecret: null, webhookOldSecretUntil: null };

/** Replaces the secret. The old one stops signing at once, or with `keepsOld` continues to sign for a day. */
function rotation(secret: string, keepsOld = false, before: ProjectRow, secrets: Secrets): Partial<ProjectRow> {
  const place = secretPlace(before.id, 'webhook_secret');
  const sealed = { webhookSecret: secrets.seal(secret, place) };
  if (!keepsOld || before.webhookSecret === null) return { ...sealed, ...noOldSecret };
  return {
    ...sealed,
    webhookOldSecret: secrets.seal(
      secrets.open(before.webhookSecret, place),
      secretPlace(before.id, 'webhook_old_secret'),
    ),
    webhookOldSecretUntil: nowSeconds() + oldSecretSeconds,
  };
}

/** Throws a ValidationError if the existing secret does not have the format that the new signing needs. */
function checkSigning(signing: Signing | undefined, { id, webhookSecret }: ProjectRow, secrets: Secrets): void {
  if (signing === undefined || signing === 'literal' || webhookSecret === null) return;
  if (isStandardSecret(secrets.open(webhookSecret, secretPlace(id, 'webhook_secret')))) return;
  throw valueError(
    ['body', 'webhook_signing'],
    `signing '${signing}' needs a secret of the form whsec_ and the base64 of 24 to 64 bytes; send one along`,
    signing,
  );
}

async function checkWebhook(
  url: string | null,
  secret: string | undefined,
  signing: ProjectRow['webhookSigning'],
  addresses: AddressPolicy,
): Promise<void> {
  if (secret !== undefined && signing !== 'literal' && !isStandardSecret(secret)) {
    throw valueError(
      ['body', 'webhook_secret'],
      `signing '${signing}' needs a secret of the form whsec_ and the base64 of 24 to 64 bytes`,
      secretMask,
    );
  }
  const problem = url === null ? undefined : await addresses.resolvedProblem(url);
  if (problem !== undefined) throw new ValidationError([{ loc: ['body', 'webhook_url'], input: url, ...problem }]);
}

function secretWithoutUrl(): ValidationError {
  return valueError(['body', 'webhook_secret'], 'a webhook_secret needs a webhook_url', secretMask);
}

/** Throws `project_archived` if the project is archived. */
export function checkActive(project: ProjectRow): void {
  if (project.status === 'active') return;
  throw new ServiceError('project_archived', 'The project is archived. Make it active again to use it.');
}

// Rules of the audit log: a change is in it with its actor and object, and each filter leaves what it names.

import { randomBytes } from 'node:crypto';
import { made, projectsPath } from '../fixtures.ts';
import type { RequestOptions } from '../send.ts';
import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import type { StateCheck } from './store-states.ts';

const type = 'project.created';
const unknownId = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

/** Returns the filters, each with whether it leaves an entry about a new project. */
function filtersFor({ effective_at: at }: JsonObject, project: string, name: string, actor: string) {
  const time = Number(at);
  return Object.entries({
    [`event_types=${type}`]: true,
    'event_types=project.*': true,
    'event_types=project.archived': false,
    'event_types=file.*': false,
    [`actor_ids=${actor}`]: true,
    [`actor_ids=user_${unknownId}`]: false,
    'actor_emails=nobody@example.com': false,
    [`project_ids=${project}`]: true,
    [`project_ids=proj_${unknownId}`]: false,
    [`search=${name.toUpperCase()}`]: true,
    [`search=${name}x`]: false,
    [`effective_at[gt]=${time - 1}`]: true,
    [`effective_at[gt]=${time}`]: false,
    [`effective_at[gte]=${time}`]: true,
    [`effective_at[gte]=${time + 1}`]: false,
    [`effective_at[lt]=${time + 1}`]: true,
    [`effective_at[lt]=${time}`]: false,
    [`effective_at[lte]=${time}`]: true,
    [`effective_at[lte]=${time - 1}`]: false,
  });
}

/** Creates a project with the organization's key, and looks for it in the log at the path. */
async function recorded(
  trial: Trial,
  stage: Stage,
  path: string,
  options: RequestOptions,
  filters: Record<string, boolean> = {},
): Promise<void> {
  const { key: token, keyId, organizationId } = await stage.own();
  const name = `audited ${randomBytes(6).toString('hex')}`;
  const { body: project, headers } = await made(trial.ask, 'POST', projectsPath, { token, body: { name } });
  const read = async (query: string): Promise<JsonObject[]> => {
    const { body } = await trial.ask('GET', `${path}?resource_ids=${project.id}&${query}`, options);
    return body?.data ?? [];
  };
  const [entry, ...others] = await read(`event_types=${type}`);
  if (!trial.expect(entry !== undefined, 'the audit log lacks a change', type, 'no entry')) return;
  trial.equal('the entries of the audit log about one change', others.length, 0);
  const { actor, project: of } = entry as {
    actor?: { type?: string; api_key?: { id?: string } };
    project?: JsonObject;
  };
  const wanted = {
    type,
    organization: organizationId,
    project: [project.id, name],
    target: [project.id, name],
    actor: ['api_key', keyId],
    request: headers.get('x-request-id'),
    details: [project.id, name],
  };
  const details = (entry?.[type] ?? {}) as JsonObject;
  const got = {
    type: entry?.type,
    organization: entry?.organization_id,
    project: [of?.id, of?.name],
    target: [entry?.target_id, entry?.target_name],
    actor: [actor?.type, actor?.api_key?.id],
    request: entry?.request_id,
    details: [details.id, details.name],
  };
  for (const part of Object.keys(wanted) as (keyof typeof wanted)[])
    trial.equal(`the ${part} of an audit log entry`, got[part], wanted[part]);
  const all = [...filtersFor(entry ?? {}, project.id, name, keyId), ...Object.entries(filters)];
  for (const [filter, isLeft] of all) {
    const found = (await read(filter)).some(({ id }) => id === entry?.id);
    trial.equal(`the filter ${filter.split('=')[0]}: ${isLeft ? 'loses' : 'leaves'} an entry`, found, isLeft);
  }
}

async function ofOrganization(trial: Trial, stage: Stage): Promise<void> {
  const { key: token } = await stage.own();
  const path = '/v1/organization/audit_logs';
  await recorded(trial, stage, path, { token });
  if (!stage.hasTwoOrganizations) return;
  const foreign = await stage.foreign();
  const { body } = await trial.ask('GET', `${path}?event_types=${type}&limit=100`, { token: foreign.key });
  const others = (body?.data ?? []).filter((row: JsonObject) => row.organization_id !== foreign.organizationId);
  trial.equal("the audit log shows another organization's entries", others.length, 0);
}

async function ofServer(trial: Trial, stage: Stage): Promise<void> {
  const [own, foreign] = [await stage.own(), await stage.foreign()];
  await recorded(
    trial,
    stage,
    '/admin/audit_log',
    { token: stage.adminToken },
    {
      [`organization_id=${own.organizationId}`]: true,
      [`organization_id=${foreign.organizationId}`]: false,
    },
  );
}

/** By operation. */
export const auditStates: Record<string, StateCheck> = {
  listOrganizationAuditLogs: ofOrganization,
  listAuditLog: ofServer,
};

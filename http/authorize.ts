// The access matrix and the context headers, from the spec's `x-access` alone: no handler looks at a credential.
//
// The organization and the project are found before the body is read, since the caller's role depends on them; but what
// is wrong with the headers is said only after the body's size and type were judged, as the order of checks has it.
//
// One answer for what is unknown and for what is another's: 403, so that ids cannot be probed.

import type { OrganizationRow } from '../models/organization.ts';
import type { ProjectRow } from '../models/project.ts';
import type {
  Access,
  OrganizationKeyPrincipal,
  Principal,
  ProjectKeyPrincipal,
  UserPrincipal,
} from '../services/access.ts';
import { ServiceError, ValidationError, type ValidationIssue, valueError } from '../services/errors.ts';
import type { Services } from '../services/index.ts';
import { checkActive } from '../services/projects.ts';
import type { OperationRoute } from './backend.ts';
import { parseJson, readJsonText } from './body.ts';
import type { ServerCall } from './call.ts';
import { formValues } from './form-values.ts';
import { checkForm, readForm } from './multipart.ts';

/** Who can call where context headers count. */
type ContextPrincipal = UserPrincipal | OrganizationKeyPrincipal | ProjectKeyPrincipal;

interface Context {
  organization?: OrganizationRow;
  project?: ProjectRow;
}

/** Lets the call go on, with its body read and its organization and project set; or throws. */
export async function authorize(call: ServerCall, services: Services): Promise<void> {
  const { access, config } = services;
  const route = call.route as OperationRoute;
  const { callers, context: kind } = route.access;
  if (callers[0] !== 'anyone') checkKind(call.caller as Principal, callers);
  const context = kind === 'none' ? {} : await contextOf(call, route.access, access);
  if (route.form !== undefined) {
    const limits = {
      file: route.form.file,
      maxFileBytes: Math.min(route.form.maxFileBytes ?? Number.POSITIVE_INFINITY, config.limits.max_file_bytes),
    };
    checkForm(call.request, limits);
    // A form is not worth reading for a call that is refused anyway.
    if (context instanceof Refusal) throw context.reason;
    call.form = await readForm(call.request, limits, services.files.receive, call.received);
    call.body = formValues(call.form, route.form.schema);
  } else if (route.takesBody) {
    call.bodyText = await readJsonText(call.request, config.limits.max_body_bytes);
  }
  if (context instanceof Refusal) throw context.reason;
  if (call.bodyText !== undefined) call.body = parseJson(call.bodyText);
  call.organization = context.organization;
  call.project = context.project;
}

/** What the headers are refused for, held back until its turn. */
class Refusal {
  readonly reason: unknown;

  constructor(reason: unknown) {
    this.reason = reason;
  }
}

function insufficient(): ServiceError {
  return new ServiceError(
    'insufficient_permissions',
    'This credential does not reach this operation. See x-access in GET /openapi.json for those that do.',
  );
}

/** Whether this kind of credential reaches the operation at all. */
function checkKind(caller: Principal, callers: readonly string[]): void {
  const reaches =
    caller.kind === 'user'
      ? callers.includes('owner') || callers.includes('member') || (caller.isAdmin && callers.includes('admin'))
      : callers.includes(caller.kind);
  if (!reaches) throw insufficient();
}

/** Whether the user's role in the organization does. */
function mayCall(caller: ContextPrincipal, organization: OrganizationRow, callers: readonly string[]): boolean {
  if (caller.kind !== 'user' || caller.isAdmin) return true;
  const role = caller.roles.get(organization.id);
  return role !== undefined && callers.includes(role);
}

/** The organization and the project that the call is for, or why there are none. Throws for a role that may not call. */
async function contextOf(
  call: ServerCall,
  { callers, context: kind }: OperationRoute['access'],
  access: Access,
): Promise<Context | Refusal> {
  const caller = call.caller as ContextPrincipal;
  try {
    const organization = await organizationOf(
      caller,
      header(call, 'compat-organization', 'openai-organization'),
      access,
    );
    if (organization !== undefined && !mayCall(caller, organization, callers)) throw insufficient();
    return await projectContext(call, caller, kind, organization, access);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'insufficient_permissions') throw error;
    return new Refusal(error);
  }
}

async function projectContext(
  call: ServerCall,
  caller: ContextPrincipal,
  kind: string,
  organization: OrganizationRow | undefined,
  access: Access,
): Promise<Context> {
  const named = header(call, 'compat-project', 'openai-project');
  const projectId = named ?? (caller.kind === 'project_key' ? caller.projectId : undefined);
  const missing: ValidationIssue[] = [];
  if (organization === undefined && (kind !== 'optional' || projectId !== undefined))
    missing.push(missingHeader('compat-organization'));
  if (projectId === undefined && kind === 'project') missing.push(missingHeader('compat-project'));
  if (missing.length > 0) throw new ValidationError(missing);
  if (organization === undefined) return {};
  if (projectId === undefined) return { organization };
  const inPath = kind === 'organization' ? call.params.project_id : undefined;
  if (inPath !== undefined && inPath !== projectId) throw mismatchedProject(projectId);
  const project = await projectOf(caller, projectId, organization, access);
  if (kind === 'project') checkActive(project);
  return { organization, project };
}

/** The organization that the call is for; undefined for a user who names none and has no default. */
async function organizationOf(
  caller: ContextPrincipal,
  named: string | undefined,
  access: Access,
): Promise<OrganizationRow | undefined> {
  if (caller.kind !== 'user') {
    if (named !== undefined && named !== caller.organizationId) throw mismatchedOrganization(named);
    return existing(caller.organizationId, access);
  }
  const id = named ?? caller.defaultOrganizationId;
  if (id === null) return undefined;
  const organization = caller.isAdmin || caller.roles.has(id) ? await access.organization(id) : undefined;
  if (organization === undefined && named !== undefined) throw mismatchedOrganization(named);
  return organization;
}

async function projectOf(
  caller: Principal,
  id: string,
  organization: OrganizationRow,
  access: Access,
): Promise<ProjectRow> {
  if (caller.kind === 'project_key' && caller.projectId !== id) throw mismatchedProject(id);
  const project = await access.project(id);
  if (project === undefined || project.organizationId !== organization.id) throw mismatchedProject(id);
  return project;
}

async function existing(id: string, access: Access): Promise<OrganizationRow> {
  const organization = await access.organization(id);
  if (organization === undefined) throw mismatchedOrganization(id);
  return organization;
}

/** A context header, or its synonym. */
function header(call: ServerCall, name: string, synonym: string): string | undefined {
  const own = call.headers[name];
  const other = call.headers[synonym];
  if (own !== undefined && other !== undefined && own !== other) {
    throw valueError(['header', synonym], `${synonym} and ${name} differ; send one of them`, other);
  }
  return own ?? other;
}

function missingHeader(name: string): ValidationIssue {
  return { loc: ['header', name], msg: 'Field required', type: 'missing', input: null, ctx: {} };
}

function mismatchedOrganization(id: string): ServiceError {
  return new ServiceError(
    'mismatched_organization',
    `This credential does not reach an organization '${id.slice(0, 64)}'.`,
  );
}

function mismatchedProject(id: string): ServiceError {
  return new ServiceError(
    'mismatched_project',
    `There is no project '${id.slice(0, 64)}' in the selected organization that this credential reaches.`,
  );
}

// Authorization, second step: resolves the organization and the project of a call from its credential, the context
// headers and the path. If the body names the organization, this step runs again after the body was parsed.
//
// The organization and the project are looked up before the body is read, because the caller's role depends on them
// (403). The spec's order of checks puts all other problems with the headers (422, 403) after the checks of the body's
// size and media type, so these problems are kept until then.
//
// Unknown and foreign ids get the same answer, 403, so that a caller cannot find out which ids exist.

import type { Services } from '../../services/index.ts';
import { ServiceError, ValidationError, type ValidationIssue, valueError } from '../../services/platform/index.ts';
import {
  type Context,
  checkActive,
  isKey,
  type OrganizationKeyPrincipal,
  type Principal,
  type ProjectKeyPrincipal,
  projectFor,
  type UserPrincipal,
} from '../../services/tenancy/index.ts';
import type { Authenticated, Authorized, OperationNeeds, ServerCall } from '../calls/index.ts';
import { checkPermission } from './check-caller.ts';

/** The maximum length of the spec's `Id`. */
const maxIdLength = 64;

export type Caller = UserPrincipal | OrganizationKeyPrincipal | ProjectKeyPrincipal;

/** A problem with the context headers. It is thrown later, at its place in the order of checks. */
export class ContextProblem {
  readonly error: unknown;

  constructor(error: unknown) {
    this.error = error;
  }
}

const noContext: Context = { organization: undefined, project: undefined };

/**
 * Returns the context of the call, or the problem with it. Throws `insufficient_permissions` if the role may not call.
 */
export async function resolveContext(
  call: ServerCall,
  stage: Authenticated,
  { access }: Services,
  body?: unknown,
): Promise<Context | ContextProblem> {
  const { access: rule } = stage.route;
  if (rule.context === 'none') return noContext;
  try {
    const requested = requestedContext(call, stage, body);
    // The caller's default organization is not used for an operation that must name one: validation reports the missing
    // id.
    if (rule.organization !== undefined && requested.named.organization === undefined) return noContext;
    return authorizedContext(requested, await access.context(requested.organizationId, requested.projectId), rule);
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'insufficient_permissions') throw error;
    return new ContextProblem(error);
  }
}

/** Returns the call with its organization and project, or throws the problem that was kept. */
export function enterContext(stage: Authenticated, context: Context | ContextProblem): Authorized {
  if (context instanceof ContextProblem) throw context.error;
  const { route, params, caller } = stage;
  return { route, params, caller, organization: context.organization, project: context.project };
}

/**
 * Returns the call with the organization that the body names, if the operation takes it from there. Throws what
 * `resolveContext` and `enterContext` throw.
 */
export async function enterContextOfBody(
  call: ServerCall,
  stage: Authorized,
  body: unknown,
  services: Services,
): Promise<Authorized> {
  if (!stage.route.access.organization?.startsWith('body.')) return stage;
  return enterContext(stage, await resolveContext(call, stage, services, body));
}

/**
 * Throws if a call that needs a tenant has none. Handlers filter every query by organization or project: without one, a
 * query could reach every tenant. No request gets this far unless an earlier step has a defect.
 */
export function checkHasTenant({ route, organization }: Authorized): void {
  const { context } = route.access;
  const needsTenant = context === 'organization' || context === 'project';
  if (needsTenant && organization === undefined) throw new Error('An authorized call has no organization');
}

/** The caller, and the organization and project that the call names. */
interface RequestedContext {
  caller: Caller;
  /** The ids in the headers or the body, and in the path. */
  named: { organization: string | undefined; pathProject: string | undefined };
  /** Undefined if the caller has no access to any. */
  organizationId: string | undefined;
  projectId: string | undefined;
}

/** Returns the caller. Throws if its kind has no context: `checkCaller` lets no such caller get this far. */
export function tenantCaller(caller: Principal | undefined): Caller {
  if (caller?.kind === 'user' || caller?.kind === 'organization_key' || caller?.kind === 'project_key') return caller;
  throw new Error('A caller without organizations called an operation with a context');
}

function requestedContext(call: ServerCall, stage: Authenticated, body: unknown): RequestedContext {
  const { context: kind, organization: place } = stage.route.access;
  const caller = tenantCaller(stage.caller);
  const selected = header(call, 'compat-organization', 'openai-organization');
  const project = header(call, 'compat-project', 'openai-project');
  const pathProject = kind === 'organization' ? stage.params.project_id : undefined;
  const own = place === undefined ? undefined : idAt(place, stage.params, body);
  if (own !== undefined && selected !== undefined && own !== selected) throw twoOrganizations(own, selected);
  const organization = own ?? selected;
  return {
    caller,
    named: { organization, pathProject },
    organizationId: accessibleOrganization(caller, organization),
    projectId: project ?? (caller.kind === 'project_key' ? caller.projectId : undefined),
  };
}

/**
 * Returns the id at a place such as `body.organization_id`. Returns undefined for a malformed id, which validation
 * reports.
 */
function idAt(place: string, params: Record<string, string>, body: unknown): string | undefined {
  const [part, name = ''] = place.split('.');
  const from = part === 'path' ? params : body;
  const value: unknown = typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined;
  if (typeof value !== 'string' || value === '') return undefined;
  // Counts characters as validation does. With another count, an id could be ignored here and still pass validation.
  return value.length <= maxIdLength || Array.from(value).length <= maxIdLength ? value : undefined;
}

/**
 * Returns the named organization, or the caller's default. Returns undefined if a user has no accessible default.
 * Throws `mismatched_organization` if the caller has no access to the named one.
 */
function accessibleOrganization(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind !== 'user') {
    if (named !== undefined && named !== caller.organizationId) throw mismatchedOrganization(named);
    return caller.organizationId;
  }
  const id = named ?? caller.defaultOrganizationId;
  if (id !== null && (caller.isAdmin || caller.grants.has(id))) return id;
  if (named !== undefined) throw mismatchedOrganization(named);
  return undefined;
}

/** Returns the context if the caller may use it. Throws otherwise. */
function authorizedContext(
  { caller, named, organizationId, projectId }: RequestedContext,
  { organization, project }: Context,
  access: OperationNeeds['access'],
): Context {
  if (organization === undefined && (named.organization !== undefined || caller.kind !== 'user'))
    throw mismatchedOrganization(organizationId ?? '');
  const { context: kind } = access;
  if (organization !== undefined)
    checkPermission(access, caller, organization.id, kind === 'organization' ? named.pathProject : projectId);
  const missing: ValidationIssue[] = [];
  if (organization === undefined && (kind !== 'optional' || projectId !== undefined))
    missing.push(missingHeader('compat-organization'));
  if (projectId === undefined && kind === 'project') missing.push(missingHeader('compat-project'));
  if (missing.length > 0) throw new ValidationError(missing);
  if (organization === undefined) return noContext;
  if (projectId === undefined) return { organization, project: undefined };
  const isAnother = named.pathProject !== undefined && named.pathProject !== projectId;
  const isOutOfReach = caller.kind === 'project_key' && caller.projectId !== projectId;
  if (isAnother || isOutOfReach || project === undefined || project.organizationId !== organization.id)
    throw mismatchedProject(projectId);
  if (kind === 'project') checkActive(project);
  return { organization, project: isKey(caller) ? projectFor(caller.rules.models, project) : project };
}

/** Returns the value of a context header or of its synonym. Throws a ValidationError if the two differ. */
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
    `This credential has no access to an organization '${id.slice(0, 64)}'.`,
  );
}

/** The message must not depend on the caller's access to the organization, or on its existence. */
function twoOrganizations(named: string, selected: string): ServiceError {
  return new ServiceError(
    'mismatched_organization',
    `The request names the organization '${named.slice(0, 64)}', but its header selects '${selected.slice(0, 64)}'. Send the same organization in both places, or no header.`,
  );
}

function mismatchedProject(id: string): ServiceError {
  return new ServiceError(
    'mismatched_project',
    `This credential has no access to a project '${id.slice(0, 64)}' in the selected organization.`,
  );
}

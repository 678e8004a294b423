// The access matrix and the context headers, from the spec's `x-access` alone: no handler looks at a credential.
//
// The organization and the project are found before the body is read, since the caller's role depends on them; but what
// is wrong with the headers is said only after the body's size and type were judged, as the order of checks has it.
// Where the body itself names the organization, the role in it is judged as soon as the body is there.
//
// One answer for what is unknown and for what is another's: 403, so that ids cannot be probed.

import type { OrganizationRow } from '../models/organization.ts';
import type { Services } from '../services/index.ts';
import { callerIdOf } from '../services/limits/usage/recorder.ts';
import { ServiceError, ValidationError, type ValidationIssue, valueError } from '../services/platform/errors.ts';
import type {
  Access,
  Context,
  OrganizationKeyPrincipal,
  Principal,
  ProjectKeyPrincipal,
  UserPrincipal,
} from '../services/tenancy/access.ts';
import { checkActive } from '../services/tenancy/projects.ts';
import { authenticate } from './authenticate.ts';
import type { BodyLimit, OperationRoute } from './backend.ts';
import { type BodyRoom, checkBodyHeaders, decodeText, parseJson, readBody } from './body.ts';
import type { ServerCall } from './call.ts';
import { formValues } from './form-values.ts';
import { checkForm, readForm } from './multipart.ts';
import { checkOrigin } from './origin.ts';

/** The bound of the spec's `Id`. */
const maxIdLength = 64;

/** How large bodies may be: each, by the kind of operation, and all together. */
export interface Bodies {
  maxBytes: Record<BodyLimit, number>;
  room: BodyRoom;
}

type Caller = UserPrincipal | OrganizationKeyPrincipal | ProjectKeyPrincipal;
type Form = NonNullable<OperationRoute['form']>;

/** Lets the call go on, with its body read and its organization and project set; or throws. At once, if it can. */
export function authorize(call: ServerCall, services: Services, bodies: Bodies): void | Promise<void> {
  const { callers, origin } = (call.route as OperationRoute).access;
  if (callers[0] !== 'anyone') checkKind(call.caller as Principal, callers);
  if (origin !== undefined) checkOrigin(call, services);
  const context = contextOf(call, services.access);
  return context instanceof Promise
    ? context.then((found) => proceed(call, found, services, bodies))
    : proceed(call, context, services, bodies);
}

/** Whether the caller would still be let in to where the call is, with the answer half sent. Where nobody can say, yes. */
export async function mayGoOn(call: ServerCall, services: Services): Promise<boolean> {
  const { organization, project } = call;
  const { callers } = (call.route as OperationRoute).access;
  try {
    await authenticateAgain(call, services);
    if (organization === undefined) return true;
    const found = await services.access.context(organization.id, project?.id);
    if (found.organization === undefined || !mayCall(call.caller as Caller, organization, callers)) return false;
    return project === undefined || found.project?.status === 'active';
  } catch (error) {
    return !(error instanceof ServiceError && error.code === 'invalid_api_key');
  }
}

/** A token that has expired meanwhile was good when it was shown. */
async function authenticateAgain(call: ServerCall, services: Services): Promise<void> {
  try {
    await authenticate(call, services);
  } catch (error) {
    if (!(error instanceof ServiceError && error.code === 'token_expired')) throw error;
  }
}

function proceed(
  call: ServerCall,
  context: Context | Refusal,
  services: Services,
  bodies: Bodies,
): void | Promise<void> {
  const route = call.route as OperationRoute;
  const { origin, organization } = route.access;
  if (route.form !== undefined) return proceedWithForm(call, context, route.form, services);
  // A body that nobody asked for is of the right type too: what a form can send is not.
  if (route.body === 'none' && origin === undefined) return enter(call, context);
  const enterWith = (bytes: Buffer | undefined): void | Promise<void> => {
    if (bytes !== undefined && bytes.length > 0) keepBody(call, route, bytes);
    enter(call, context);
    return organization?.startsWith('body.') ? enterNamed(call, services.access) : undefined;
  };
  const coming = takeBody(call, context, bodies);
  return coming === undefined ? enterWith(undefined) : coming.then(enterWith);
}

async function proceedWithForm(
  call: ServerCall,
  context: Context | Refusal,
  { file, maxFileBytes, schema }: Form,
  { config, files }: Services,
): Promise<void> {
  const ownMaximum = maxFileBytes ?? Number.POSITIVE_INFINITY;
  const limits = { file, maxFileBytes: Math.min(ownMaximum, config.limits.max_file_bytes) };
  checkForm(call.request, limits);
  // A form is not worth reading for a call that is refused anyway.
  if (context instanceof Refusal) throw context.reason;
  call.form = await readForm(call.request, limits, files.receive, call.received);
  call.body = formValues(call.form, schema);
  enter(call, context);
}

function enter(call: ServerCall, context: Context | Refusal): void {
  if (context instanceof Refusal) throw context.reason;
  if (call.bodyText !== undefined) call.body = parseJson(call.bodyText);
  call.organization = context.organization;
  call.project = context.project;
}

function takeBody(call: ServerCall, context: Context | Refusal, bodies: Bodies): undefined | Promise<Buffer> {
  const { body, bodyLimit } = call.route as OperationRoute;
  const maxBytes = bodies.maxBytes[bodyLimit];
  checkBodyHeaders(call.request, maxBytes, { isJson: body !== 'bytes' });
  return readBody(call.request, {
    maxBytes,
    room: bodies.room,
    holder: holderOf(call, context),
    onDone: (listener) => call.onBodyDone(listener),
  });
}

/** Whose body it is: a project's, where the call is for one. */
function holderOf({ caller, address }: ServerCall, context: Context | Refusal): string {
  const project = context instanceof Refusal ? undefined : context.project;
  return project?.id ?? (callerIdOf(caller) || address);
}

function keepBody(call: ServerCall, { body }: OperationRoute, bytes: Buffer): void {
  // Judged even where nobody asked for it.
  const text = body === 'bytes' ? undefined : decodeText(bytes);
  if (body === 'none') return;
  call.bytes = bytes;
  if (text !== undefined) call.bodyText = text;
}

/** Enters the organization that the body names. */
async function enterNamed(call: ServerCall, access: Access): Promise<void> {
  const context = await contextOf(call, access);
  if (context instanceof Refusal) throw context.reason;
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
function mayCall(caller: Caller, organization: OrganizationRow, callers: readonly string[]): boolean {
  if (caller.kind !== 'user' || caller.isAdmin) return true;
  const role = caller.roles.get(organization.id);
  return role !== undefined && callers.includes(role);
}

const noContext: Context = { organization: undefined, project: undefined };

/**
 * What the call is for, or why it is for nothing. At once when that is in memory. Throws for a role that may not call.
 */
function contextOf(call: ServerCall, access: Access): Context | Refusal | Promise<Context | Refusal> {
  const { access: rule } = call.route as OperationRoute;
  if (rule.context === 'none') return noContext;
  try {
    const wanted = wantedBy(call, rule);
    // No default stands in for an organization that the call itself has to name.
    if (rule.organization !== undefined && wanted.named.organization === undefined) return noContext;
    const found = access.context(wanted.organizationId, wanted.projectId);
    if (!(found instanceof Promise)) return judge(wanted, found, rule);
    return found.then((rows) => judge(wanted, rows, rule)).catch(asRefusal);
  } catch (error) {
    return asRefusal(error);
  }
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof ServiceError && error.code === 'insufficient_permissions') throw error;
  return new Refusal(error);
}

/** What a call asks to be for. */
interface Wanted {
  caller: Caller;
  /** By its headers, and by its path. */
  named: { organization: string | undefined; pathProject: string | undefined };
  /** Undefined: none that the caller reaches. */
  organizationId: string | undefined;
  projectId: string | undefined;
}

function wantedBy(call: ServerCall, { context: kind, organization: place }: OperationRoute['access']): Wanted {
  const caller = call.caller as Caller;
  const selected = header(call, 'compat-organization', 'openai-organization');
  const project = header(call, 'compat-project', 'openai-project');
  const pathProject = kind === 'organization' ? (call.params.project_id as string | undefined) : undefined;
  const own = place === undefined ? undefined : idAt(call, place);
  if (own !== undefined && selected !== undefined && own !== selected) throw twoOrganizations(own, selected);
  const organization = own ?? selected;
  return {
    caller,
    named: { organization, pathProject },
    organizationId: reachable(caller, organization),
    projectId: project ?? (caller.kind === 'project_key' ? caller.projectId : undefined),
  };
}

/** What stands at a place such as `body.organization_id`. What cannot be an id is left to validation, which says why. */
function idAt(call: ServerCall, place: string): string | undefined {
  const [part, name = ''] = place.split('.');
  const value = ((part === 'path' ? call.params : call.body) as Record<string, unknown> | null | undefined)?.[name];
  if (typeof value !== 'string' || value === '') return undefined;
  // Counted as validation does, so that nothing passes both as no id.
  return value.length <= maxIdLength || Array.from(value).length <= maxIdLength ? value : undefined;
}

/** The organization that is named, or else the caller's own; undefined where a user has none, or does not reach it. */
function reachable(caller: Caller, named: string | undefined): string | undefined {
  if (caller.kind !== 'user') {
    if (named !== undefined && named !== caller.organizationId) throw mismatchedOrganization(named);
    return caller.organizationId;
  }
  const id = named ?? caller.defaultOrganizationId;
  if (id !== null && (caller.isAdmin || caller.roles.has(id))) return id;
  if (named !== undefined) throw mismatchedOrganization(named);
  return undefined;
}

/** Whether what there is, is what was wanted. */
function judge(
  { caller, named, organizationId, projectId }: Wanted,
  { organization, project }: Context,
  { callers, context: kind }: OperationRoute['access'],
): Context {
  if (organization === undefined && (named.organization !== undefined || caller.kind !== 'user'))
    throw mismatchedOrganization(organizationId ?? '');
  if (organization !== undefined && !mayCall(caller, organization, callers)) throw insufficient();
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
  return { organization, project };
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

/** The same whether the caller reaches the one that the call names or not, or there is none. */
function twoOrganizations(named: string, selected: string): ServiceError {
  return new ServiceError(
    'mismatched_organization',
    `The call names the organization '${named.slice(0, 64)}', and its header selects '${selected.slice(0, 64)}'. Send the header of the one that the call is for, or none.`,
  );
}

function mismatchedProject(id: string): ServiceError {
  return new ServiceError(
    'mismatched_project',
    `There is no project '${id.slice(0, 64)}' in the selected organization that this credential reaches.`,
  );
}

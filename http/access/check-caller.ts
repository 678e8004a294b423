// Authorization, first step: what can be decided from the credential alone (403): its kind, and the role and scopes of a
// key.

import type { Services } from '../../services/index.ts';
import { ServiceError } from '../../services/platform/index.ts';
import {
  isKey,
  type Permissions,
  type Principal,
  permissionsAnywhere,
  permissionsIn,
} from '../../services/tenancy/index.ts';
import type { Authenticated, OperationNeeds, ServerCall } from '../calls/index.ts';
import { isOpen } from './authenticate.ts';
import { type Decision, decide } from './decide.ts';
import { checkOrigin } from './origin.ts';

type Access = OperationNeeds['access'];

/** Throws `insufficient_permissions`, or `foreign_origin` for a page of another origin that uses the session cookie. */
export function checkCaller(call: ServerCall, { route, caller }: Authenticated, services: Services): void {
  const { access } = route;
  if (!isOpen(call, route, services)) {
    checkAddress(call, caller);
    checkCredential(access, caller);
  }
  if (access.origin !== undefined) checkOrigin(call, services);
}

/** Throws `address_not_allowed`. The trusted proxies tell the client's address. */
function checkAddress({ clientAddress: address }: ServerCall, caller: Principal | undefined): void {
  if (isKey(caller) && !caller.rules.allowsAddress(address))
    throw new ServiceError('address_not_allowed', `This key is not accepted from the address ${address}.`);
}

function checkCredential(access: Access, caller: Principal | undefined): void {
  if (isKey(caller)) {
    // The permissions of an organization key may depend on the project, which the next step finds.
    checkDecision(access, caller, permissionsAnywhere(caller, caller.organizationId));
    return;
  }
  // The role of a user depends on the organization, which the next step finds.
  const isAdmin = caller?.kind === 'user' && caller.isAdmin;
  const decision = decide({ ...access, permission: 'none' }, { kind: caller?.kind ?? 'nobody', isAdmin, ...noClaims });
  if (decision !== 'allowed') throw refusal(decision, access, caller);
}

const noClaims = { permissions: new Set<never>() };

/**
 * Throws `insufficient_permissions` if the caller may not call the operation in the project, or in the organization
 * outside of its projects.
 */
export function checkPermission(
  access: Access,
  caller: Principal,
  organizationId: string,
  projectId: string | undefined,
): void {
  checkDecision(access, caller, permissionsIn(caller, organizationId, projectId));
}

function checkDecision(access: Access, caller: Principal, permissions: Permissions): void {
  const isAdmin = caller.kind === 'user' && caller.isAdmin;
  const scopes = isKey(caller) ? caller.rules.scopes : undefined;
  const decision = decide(access, { kind: caller.kind, isAdmin, permissions, scopes });
  if (decision !== 'allowed') throw refusal(decision, access, caller);
}

/** Returns the refusal, which names the rule that refuses. */
function refusal(decision: Decision, { callers, permission }: Access, caller: Principal | undefined): ServiceError {
  if (decision === 'scope') return insufficient(`The scopes of this key lack the permission ${permission}.`);
  if (decision === 'role' && caller?.kind === 'organization_key') {
    return insufficient(
      `The creator of this key lacks the permission ${permission} now, so the key lacks it too. Use the key of an owner.`,
    );
  }
  const allowed = callers.map((one) => one.replaceAll('_', ' ')).join(', ');
  const missing = decision === 'kind' ? '' : ` It lacks the permission ${permission}.`;
  return insufficient(
    `This credential may not call the operation.${missing} Use the credential of one of these: ${allowed}.`,
  );
}

function insufficient(message: string): ServiceError {
  return new ServiceError('insufficient_permissions', message);
}

// Callers whose work continues after their call, such as a background response. The work runs with the rights that the
// caller has at that time.

import { nowSeconds } from '../../models/clock.ts';
import { isId } from '../../models/ids.ts';
import { readOne } from '../../models/page.ts';
import type { ProjectRow } from '../../models/project.ts';
import { User } from '../../models/user.ts';
import { grantsOfUser } from './grants.ts';
import {
  loadOrganizationKey,
  loadProjectKey,
  type OrganizationKeyPrincipal,
  type Principal,
  type ProjectKeyPrincipal,
  permissionsIn,
  type UserPrincipal,
} from './principals.ts';

/** A caller whose work continues after the call, without the credential. */
export type AbsentCaller = { kind: 'user' | 'organization_key' | 'project_key'; id: string };

/** Returns the caller in the form that is stored with work that continues after the call. */
export function absentCallerOf(caller: Principal): AbsentCaller {
  if (caller.kind === 'user') return { kind: caller.kind, id: caller.userId };
  if (caller.kind === 'organization_key' || caller.kind === 'project_key')
    return { kind: caller.kind, id: caller.keyId };
  throw new Error(`A ${caller.kind} cannot have work that continues after the call`);
}

/** Returns the caller as it is now; undefined if it has lost its access to the project, or if the project is archived. */
export async function presentCaller({ kind, id }: AbsentCaller, project: ProjectRow): Promise<Principal | undefined> {
  if (project.status !== 'active') return undefined;
  if (kind === 'user') return presentUser(id, project);
  const key = kind === 'project_key' ? await loadProjectKey(id, 'id') : await loadOrganizationKey(id, 'id');
  if (key === undefined || (key.expiresAt !== null && key.expiresAt <= nowSeconds())) return undefined;
  return mayCallModels(key, project) ? key : undefined;
}

/** Returns true if the user or the key with this id may call for the project now. */
export async function mayStillCall(id: string, project: ProjectRow): Promise<boolean> {
  const kinds: AbsentCaller['kind'][] = isId('user', id) ? ['user'] : ['project_key', 'organization_key'];
  for (const kind of kinds) if ((await presentCaller({ kind, id }, project)) !== undefined) return true;
  return false;
}

/** Returns true if the key's maker and its scopes still allow what the work needs. */
function mayCallModels(
  key: OrganizationKeyPrincipal | ProjectKeyPrincipal,
  { id, organizationId }: ProjectRow,
): boolean {
  const isGranted = permissionsIn(key, organizationId, id).has('model.request');
  return isGranted && (key.rules.scopes?.has('model.request') ?? true);
}

async function presentUser(id: string, project: ProjectRow): Promise<UserPrincipal | undefined> {
  const user = await readOne(User, { id });
  if (user === undefined || user.disabled) return undefined;
  const { email, defaultOrganizationId } = user;
  const caller: UserPrincipal = {
    kind: 'user',
    userId: id,
    email,
    isAdmin: Boolean(user.isAdmin),
    loginId: '',
    expiresAt: 0,
    defaultOrganizationId,
    grants: await grantsOfUser(id),
  };
  return permissionsIn(caller, project.organizationId, project.id).has('model.request') ? caller : undefined;
}

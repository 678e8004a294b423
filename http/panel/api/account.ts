// The signed-in user. Loaded once, and again after changes.

import { apiOf } from './api.ts';
import type { ChosenOrganization, Schemas, Where } from './types.ts';
import { sent } from './wire.ts';

let known: { user: Promise<Schemas['Account']>; changes: number } | undefined;

/** Returns the signed-in user. Throws an ApiError. */
export function account() {
  if (known?.changes !== sent.changes) {
    const user = apiOf({}).get('/auth/me');
    user.catch(forgetAccount);
    known = { user, changes: sent.changes };
  }
  return known.user;
}

/** Clears the cached user, because another one may have signed in. */
export function forgetAccount() {
  known = undefined;
}

/**
 * Returns the organization that the panel opens: the default, else the first; undefined if the user belongs to none.
 */
export function preferredOrganization({
  organizations,
  default_organization_id: preferred,
}: Schemas['Account']): ChosenOrganization | undefined {
  return organizations.find(({ id }) => id === preferred) ?? organizations[0];
}

/** Returns an organization of which the user, an admin, need not be a member. */
export function ofAdmin({ id, name }: { id: string; name: string }): ChosenOrganization {
  return { id, name, permissions: [], project_permissions: [], projects: [] };
}

/**
 * Returns true if the user may call the operations that need the permission, in the project, or in the organization outside
 * of its projects.
 */
export function may({ account: user, organization, project }: Where, permission: Schemas['Permission']) {
  if (user?.is_admin === true) return true;
  if (organization === undefined) return false;
  const own = organization.projects.find(({ id }) => id === project?.id);
  const ofProject = own?.permissions ?? organization.project_permissions;
  return (project === undefined ? organization.permissions : ofProject).includes(permission);
}

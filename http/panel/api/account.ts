// The signed-in user. Loaded once, and again after changes.

import { apiOf } from './api.ts';
import { signIn } from './session.ts';
import type { ChosenOrganization, Schemas } from './types.ts';

let known: Promise<Schemas['Account']> | undefined;

/** Returns the signed-in user. Throws an ApiError. */
export function account() {
  known ??= apiOf({})
    .get('/auth/me')
    .catch((error) => {
      known = undefined;
      throw error;
    });
  return known;
}

/** Clears the cached user. */
export function forgetAccount() {
  known = undefined;
}

/** Signs in, and clears the cached data of the previous user. */
export async function enter(email: string, password: string) {
  await signIn(email, password);
  forgetAccount();
}

/**
 * Returns the organization that the panel opens: the default, else the first; undefined if the user belongs to none.
 */
export function preferredOrganization({
  organizations,
  default_organization_id: preferred,
  is_admin: isAdmin,
}: Schemas['Account']): ChosenOrganization | undefined {
  const first = organizations.find(({ id }) => id === preferred) ?? organizations[0];
  return first === undefined ? undefined : { ...first, role: isAdmin ? 'owner' : first.role };
}

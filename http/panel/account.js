// The signed-in user. Loaded once, and again after changes.

/** @import { ChosenOrganization, Schemas } from './types.ts' */

import { apiOf } from './api.js';
import { signIn } from './session.js';

/** @type {Promise<Schemas['Account']> | undefined} */
let known;

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

/**
 * Signs in, and clears the cached data of the previous user.
 * @param {string} email
 * @param {string} password
 */
export async function enter(email, password) {
  await signIn(email, password);
  forgetAccount();
}

/**
 * Returns the organization that the panel opens: the default, else the first; undefined if the user belongs to none.
 * @param {Schemas['Account']} of
 * @returns {ChosenOrganization | undefined}
 */
export function preferredOrganization({ organizations, default_organization_id: preferred, is_admin: isAdmin }) {
  const first = organizations.find(({ id }) => id === preferred) ?? organizations[0];
  return first === undefined ? undefined : { ...first, role: isAdmin ? 'owner' : first.role };
}

// Who is signed in: asked for once, and again after what changes it.

/** @import { ChosenOrganization, Schemas } from './types.ts' */

import { apiOf } from './api.js';
import { signIn } from './session.js';

/** @type {Promise<Schemas['Account']> | undefined} */
let known;

/** The signed-in user. Throws an ApiError. */
export function account() {
  known ??= apiOf({})
    .get('/auth/me')
    .catch((error) => {
      known = undefined;
      throw error;
    });
  return known;
}

/** What is known of the user is not so any more. */
export function forgetAccount() {
  known = undefined;
}

/**
 * Signs in, and knows nothing any more of who was signed in before.
 * @param {string} email
 * @param {string} password
 */
export async function enter(email, password) {
  await signIn(email, password);
  forgetAccount();
}

/**
 * Where the user begins: the default organization; undefined for one who belongs to none.
 * @param {Schemas['Account']} of
 * @returns {ChosenOrganization | undefined}
 */
export function preferredOrganization({ organizations, default_organization_id: preferred, is_admin: isAdmin }) {
  const first = organizations.find(({ id }) => id === preferred) ?? organizations[0];
  return first === undefined ? undefined : { ...first, role: isAdmin ? 'owner' : first.role };
}

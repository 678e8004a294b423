// Who is signed in: asked for once, and again after what changes it.

/** @import { Schemas } from './types.ts' */

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

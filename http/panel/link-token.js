// The token of a mail link. It is only in memory, and is deleted after its use.

/** @type {string | undefined} */
let token;

/** @param {string | undefined} given */
export function keepLinkToken(given) {
  token = given;
}

/** Returns the token of the opened link. Undefined if no link was opened, or after a reload. */
export function linkToken() {
  return token;
}

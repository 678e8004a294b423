// The token of a mail link. It is only in memory, and is deleted after its use.

let token: string | undefined;

export function keepLinkToken(given: string | undefined) {
  token = given;
}

/** Returns the token of the opened link. Undefined if no link was opened, or after a reload. */
export function linkToken() {
  return token;
}

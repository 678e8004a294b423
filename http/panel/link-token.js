// The token of a mail's link, in memory alone: gone with the tab, or once it has been used.

/** @type {string | undefined} */
let token;

/** @param {string | undefined} given */
export function keepLinkToken(given) {
  token = given;
}

/** The token of the link that was opened; undefined where none was, or the page was reloaded. */
export function linkToken() {
  return token;
}

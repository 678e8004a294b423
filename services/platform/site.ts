// The public address of the server. Links and cookies use the configuration, never a request header, which callers can
// forge.

export interface Site {
  /** The base of links: SVC_PUBLIC_URL, else the address that the server listens on. Without a trailing slash. */
  url: string;
}

/**
 * Returns the URL of a page of the panel. The token follows the `#`, because browsers send fragments neither to servers
 * nor as referrer.
 */
export function pageLink(
  { url }: Site,
  page: 'reset' | 'invitation' | 'register' | 'setup' | 'sign-in',
  token: string,
): string {
  return `${url}/panel/${page}#token=${token}`;
}

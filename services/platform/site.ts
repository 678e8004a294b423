// Where people find the server. What stands in links and cookies comes from the configuration, never from a request.

export interface Site {
  /** The base of links: SVC_PUBLIC_URL, else where the server listens. No slash at its end. */
  url: string;
}

/** The address of a page of the panel. A token stands behind the `#`: no browser sends that to a server, nor as a referrer. */
export function pageLink({ url }: Site, page: 'reset' | 'invitation' | 'register', token: string): string {
  return `${url}/panel/${page}#token=${token}`;
}

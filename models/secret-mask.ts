/** Replaces a stored secret in responses, errors and the audit log. The panel and the contract run use it too. */
export const secretMask = '••••••••';

/** Returns the URL with its query masked, because many receivers of webhooks take a secret there. */
export function maskQuery(url: string): string {
  const at = url.indexOf('?');
  return at === -1 ? url : `${url.slice(0, at)}?${secretMask}`;
}

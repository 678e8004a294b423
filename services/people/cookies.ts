// Cookies of the server's own pages: `HttpOnly` and `SameSite=Lax`. Over TLS they are `Secure` and have the prefix
// `__Host-`, which browsers accept only over TLS, and send only to the host that set the cookie.

import type { Site } from '../platform/index.ts';

/** Returns the `Set-Cookie` header. An empty value with 0 seconds deletes the cookie. */
export function cookieHeader(site: Site, name: string, value: string, seconds: number): string {
  const secure = isSecure(site) ? '; Secure' : '';
  return `${fullName(site, name)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure}`;
}

/** Returns the value from the request's cookies, or undefined if the cookie is missing or occurs more than once. */
export function cookieValue(site: Site, name: string, cookies: string | undefined): string | undefined {
  const prefix = `${fullName(site, name)}=`;
  const found = (cookies ?? '').split(';').flatMap((text) => {
    const cookie = text.trim();
    return cookie.startsWith(prefix) ? [cookie.slice(prefix.length)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

function fullName(site: Site, name: string): string {
  return isSecure(site) ? `__Host-${name}` : name;
}

function isSecure({ url }: Site): boolean {
  return url.startsWith('https:');
}

// The address of the panel's pages. The pages share one path, and the fragment (`#`) names the page: browsers do not
// send it to the server, and a reload keeps it. The links of mails have paths of their own, with a token in the
// fragment.

import { note, noted } from '../api/index.ts';

/** Returns the address of a page of the panel: `/o/org_…/projects`. */
export function href(path: string) {
  return `/panel#${path}`;
}

/** Navigates to a page of the panel, like a followed link. */
export function visit(path: string) {
  if (location.pathname === '/panel') location.hash = path;
  else {
    history.replaceState(null, '', href(path));
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

/** The key in sessionStorage of the page to return to from the pages of an identity provider. */
const returnKey = 'svc-return';

/** Remembers the page of the address in this tab, before the reader leaves it for an identity provider. */
export function keepReturn() {
  if (location.pathname === '/panel') note('sessionStorage', returnKey, location.hash);
}

/**
 * Goes to the page that was remembered, once, if the address names none. Only the fragment of the address changes, so the
 * remembered text cannot lead to another site.
 */
export function takeReturn() {
  const hash = noted('sessionStorage', returnKey) ?? '';
  note('sessionStorage', returnKey, null);
  if (location.pathname === '/panel' && location.hash === '' && hash.startsWith('#/'))
    history.replaceState(null, '', `/panel${hash}`);
}

/** Returns the path of the current page and its query parameters. */
export function address(): { path: string; query: URLSearchParams } {
  if (location.pathname !== '/panel') return { path: location.pathname, query: new URLSearchParams() };
  const [path = '', search = ''] = location.hash.slice(1).split('?', 2);
  return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

/** Replaces the query of the address with the position in a list, without a navigation. */
export function keepInAddress(parameters: Record<string, string>) {
  if (location.pathname !== '/panel') return;
  const search = new URLSearchParams(parameters).toString();
  const { path } = address();
  history.replaceState(null, '', `#${path}${search === '' ? '' : `?${search}`}`);
}

/**
 * Returns the token of the mail's link, or undefined. Removes the token from the address bar and the history at once.
 */
export function takeToken(): string | undefined {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return token;
}

// The address of the panel's pages. The pages share one path, and the fragment (`#`) names the page: browsers do not
// send it to the server, and a reload keeps it. The links of mails have paths of their own, with a token in the
// fragment.

/**
 * Returns the address of a page of the panel: `/o/org_…/projects`.
 * @param {string} path
 */
export function href(path) {
  return `/panel#${path}`;
}

/**
 * Navigates to a page of the panel, like a followed link.
 * @param {string} path
 */
export function visit(path) {
  if (location.pathname === '/panel') location.hash = path;
  else {
    history.replaceState(null, '', href(path));
    dispatchEvent(new HashChangeEvent('hashchange'));
  }
}

/**
 * Returns the path of the current page and its query parameters.
 * @returns {{ path: string, query: URLSearchParams }}
 */
export function address() {
  if (location.pathname !== '/panel') return { path: location.pathname, query: new URLSearchParams() };
  const [path = '', search = ''] = location.hash.slice(1).split('?', 2);
  return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

/**
 * Replaces the query of the address with the position in a list, without a navigation.
 * @param {Record<string, string>} parameters
 */
export function keepInAddress(parameters) {
  if (location.pathname !== '/panel') return;
  const search = new URLSearchParams(parameters).toString();
  const { path } = address();
  history.replaceState(null, '', `#${path}${search === '' ? '' : `?${search}`}`);
}

/**
 * Returns the token of the mail's link, or undefined. Removes the token from the address bar and the history at once.
 * @returns {string | undefined}
 */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return token;
}

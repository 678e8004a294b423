// Where the reader is. The console's pages stand behind the `#` of one address: the server is not told of them, and a
// reload comes back to them. The links of mails have a path of their own, and a token behind the `#`.

/**
 * A link into the console: `/o/org_…/projects`.
 * @param {string} path
 */
export function href(path) {
  return `/panel#${path}`;
}

/**
 * Goes to a page of the console, as if its link had been followed.
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
 * The page that the address names, and the parameters behind it.
 * @returns {{ path: string, query: URLSearchParams }}
 */
export function address() {
  if (location.pathname !== '/panel') return { path: location.pathname, query: new URLSearchParams() };
  const [path = '', search = ''] = location.hash.slice(1).split('?', 2);
  return { path: path === '' ? '/' : path, query: new URLSearchParams(search) };
}

/**
 * Notes where in a list the reader is, without going anywhere.
 * @param {Record<string, string>} parameters
 */
export function keepInAddress(parameters) {
  if (location.pathname !== '/panel') return;
  const search = new URLSearchParams(parameters).toString();
  const { path } = address();
  history.replaceState(null, '', `#${path}${search === '' ? '' : `?${search}`}`);
}

/**
 * The token of a mail's link; undefined where there is none. It is out of the address bar and the history at once.
 * @returns {string | undefined}
 */
export function takeToken() {
  const token = new URLSearchParams(location.hash.slice(1)).get('token');
  if (token === null) return undefined;
  history.replaceState(null, '', location.pathname);
  return token;
}

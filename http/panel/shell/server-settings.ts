// The settings of the server that the panel needs before a sign-in. The server writes them into the page.

/** Returns the text of a setting. */
export function setting(name: 'identity-providers' | 'passwords' | 'sends-mail') {
  return document.querySelector(`meta[name=${name}]`)?.getAttribute('content') ?? '';
}

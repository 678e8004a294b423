// Saves text that the page has made as a file.

import { h } from './dom.js';

/**
 * @param {string} name
 * @param {string} mediaType
 * @param {string} text
 */
export function download(name, mediaType, text) {
  const url = URL.createObjectURL(new Blob([text], { type: mediaType }));
  h('a', { href: url, download: name }).click();
  // The browser has begun to read the file once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

// Code in several languages, with one of them shown and a copy button.

import { copyButton } from './copy.js';
import { fill, h } from './dom.js';

/** @typedef {{ language: string, code: string }} Snippet */

/** The language that the reader chose last. */
let chosen = '';

/** @param {Snippet[]} snippets */
export function codeBlock(snippets) {
  const text = h('code', {});
  const code = h('pre', { class: 'text', tabindex: 0, role: 'group' }, text);
  const buttons = snippets.map((snippet) =>
    h('button', { type: 'button', click: () => show(snippet) }, snippet.language),
  );
  const first = snippets.find(({ language }) => language === chosen) ?? snippets[0];
  if (first !== undefined) show(first);
  return h(
    'div',
    { class: 'code-block' },
    h('div', { class: 'code-head' }, h('div', { role: 'group', 'aria-label': 'Language' }, buttons), copyButton(text)),
    code,
  );

  /** @param {Snippet} snippet */
  function show(snippet) {
    chosen = snippet.language;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === chosen));
    code.setAttribute('aria-label', chosen);
    fill(text, snippet.code);
  }
}

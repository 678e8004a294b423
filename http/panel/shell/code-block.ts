// Code in several languages, with one of them shown and a copy button.

import { copyButton } from './copy.ts';
import { fill, h } from './dom.ts';

export type Snippet = { language: string; code: string };

/** The language that the reader chose last. */
let chosen = '';

export function codeBlock(snippets: Snippet[]) {
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

  function show(snippet: Snippet) {
    chosen = snippet.language;
    for (const button of buttons) button.setAttribute('aria-pressed', String(button.textContent === chosen));
    code.setAttribute('aria-label', chosen);
    fill(text, snippet.code);
  }
}

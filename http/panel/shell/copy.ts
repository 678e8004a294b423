// Values with a copy button. Secrets that are shown only once also get a warning.

import type { Child } from '../api/types.ts';
import { openDialog } from '../forms/dialog.ts';
import { fill, h, icon } from './dom.ts';
import { code } from './format.ts';

const confirmMs = 2500;

/**
 * Returns a value with a copy button.
 * @param what it is: "key".
 */
export function copyable(value: string, what: string) {
  const text = h('code', { class: 'value', tabindex: 0, role: 'group', 'aria-label': what }, value);
  return h('div', { class: 'copyable' }, text, copyButton(text));
}

/** Returns an id with a small copy button. */
export function identifier(id: string) {
  const text = code(id);
  return h('span', { class: 'identifier' }, text, copyButton(text, { hiddenLabel: `Copy ${id}` }));
}

/**
 * Returns a button that copies the text of the element.
 * @param options `hiddenLabel`: the button shows its icon only.
 */
export function copyButton(text: Element, { hiddenLabel }: { hiddenLabel?: string } = {}) {
  const isSmall = hiddenLabel !== undefined;
  const labelled = (label: string) => h('span', { class: isSmall ? 'hidden' : null }, label);
  const label = labelled(hiddenLabel ?? 'Copy');
  const button = h(
    'button',
    { type: 'button', class: isSmall ? 'quiet copy-id' : 'copy', title: isSmall ? 'Copy' : null, click: copy },
    icon('copy'),
    label,
  );
  const said = h('span', { class: 'hidden', role: 'status' });
  return h('span', {}, button, said);

  async function copy() {
    // Without TLS, browsers offer the clipboard on localhost only. Then the value is selected so that the user can copy
    // it.
    const copied = await navigator.clipboard?.writeText(text.textContent ?? '').then(
      () => true,
      () => false,
    );
    if (copied !== true) getSelection()?.selectAllChildren(text);
    const outcome = copied === true ? 'Copied' : 'Selected: copy it now';
    fill(button, icon(copied === true ? 'check' : 'copy'), labelled(outcome));
    said.textContent = outcome;
    setTimeout(() => {
      fill(button, icon('copy'), label);
      said.textContent = '';
    }, confirmMs);
  }
}

/**
 * Returns a secret that is shown only once.
 * @param what it is: "key".
 */
export function shownOnce(value: string, what: string) {
  return [
    h('p', { class: 'banner warn' }, h('strong', {}, `Copy the ${what} now.`), ' It is shown only once.'),
    copyable(value, what),
  ];
}

/**
 * Shows a value that no page shows again, until the user confirms that it is copied.
 * @param what it is: "key".
 * @param more what to do with it.
 */
export function showOnce(title: string, value: string, what: string, more: Child = undefined) {
  openDialog(
    title,
    (done) => [
      ...shownOnce(value, what),
      more,
      h(
        'div',
        { class: 'buttons' },
        h('button', { type: 'button', class: 'primary', click: done }, 'I have copied it'),
      ),
    ],
    { sticky: true },
  );
}

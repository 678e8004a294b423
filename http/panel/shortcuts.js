// Keyboard shortcuts: Ctrl-K and `/` open the box that finds anything, `g` and a letter opens a page, `?` lists them. The
// reader can switch off single letters, because speech input and some screen readers type them.

import { visit } from './address.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { checkField } from './fields.js';
import { openFinder } from './finder.js';

/** @typedef {{ letter: string, label: string, path: string }} Jump */

const waitMs = 1500;
const offNote = 'svc-shortcuts-off';

/** @type {Jump[]} */
let jumps = [];
/** When the reader pressed `g`, in milliseconds. */
let jumpBegunAt = Number.NEGATIVE_INFINITY;

/**
 * Sets the pages that `g` and a letter open.
 * @param {Jump[]} all
 */
export function setJumps(all) {
  jumps = all;
}

/** @param {KeyboardEvent} event */
export function onShortcut(event) {
  const { key, target } = event;
  if (isFinderKey(event)) {
    event.preventDefault();
    if (document.querySelector('dialog[open]') === null) openFinder();
    return;
  }
  const isBusy = event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || event.isComposing;
  if (isBusy || isTyping(target) || document.querySelector('dialog[open]') !== null || areOff()) return;
  const isJump = event.timeStamp - jumpBegunAt < waitMs;
  jumpBegunAt = key === 'g' && !isJump ? event.timeStamp : Number.NEGATIVE_INFINITY;
  const jump = isJump ? jumps.find(({ letter }) => letter === key.toLowerCase()) : undefined;
  if (jump !== undefined) visit(jump.path);
  else if (key === '/') openFinder();
  else if (key === '?') openShortcuts();
  else return;
  event.preventDefault();
}

/** Opens the list of the shortcuts. */
export function openShortcuts() {
  const enabled = checkField({ name: 'shortcuts', label: 'Use keyboard shortcuts', value: !areOff() });
  enabled.element.addEventListener('change', () => {
    /** @type {Record<string, unknown>} */
    const body = {};
    enabled.fill(body);
    note(body.shortcuts !== true);
  });
  openDialog('Keyboard shortcuts', () => [
    h(
      'dl',
      { class: 'keys' },
      row(['/'], 'Find anything'),
      row(['Ctrl', 'K'], 'Find anything, while typing too'),
      row(['?'], 'Show the keyboard shortcuts'),
      ...jumps.map(({ letter, label }) => row(['g', letter], label)),
    ),
    enabled.element,
  ]);
}

/**
 * @param {string[]} keys
 * @param {string} what
 */
function row(keys, what) {
  return h(
    'div',
    {},
    h(
      'dt',
      {},
      keys.map((key) => h('kbd', {}, key)),
    ),
    h('dd', {}, what),
  );
}

/** @param {KeyboardEvent} event */
function isFinderKey({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

/** @param {EventTarget | null} target */
function isTyping(target) {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

function areOff() {
  try {
    return localStorage.getItem(offNote) !== null;
  } catch {
    // localStorage is blocked.
    return false;
  }
}

/** @param {boolean} off */
function note(off) {
  try {
    if (off) localStorage.setItem(offNote, 'yes');
    else localStorage.removeItem(offNote);
  } catch {
    // localStorage is blocked: the shortcuts stay on.
  }
}

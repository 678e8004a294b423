// Keyboard shortcuts: Ctrl-K and `/` open the box that finds anything, `g` and a letter opens a page, `?` lists them. The
// reader can switch off single letters, because speech input and some screen readers type them.

import { note, noted } from '../api/index.ts';
import { checkField, openDialog } from '../forms/index.ts';
import { visit } from './address.ts';
import { openFinder } from './finder.tsx';

type Jump = { letter: string; label: string; path: string };

const waitMs = 1500;
const offNote = 'svc-shortcuts-off';

let jumps: Jump[] = [];
/** When the reader pressed `g`, in milliseconds. */
let jumpBegunAt = Number.NEGATIVE_INFINITY;

/** Sets the pages that `g` and a letter open. */
export function setJumps(all: Jump[]) {
  jumps = all;
}

export function onShortcut(event: KeyboardEvent) {
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
  const enabled = checkField({
    name: 'shortcuts',
    label: 'Use keyboard shortcuts',
    value: !areOff(),
    onChange: (isOn) => note('localStorage', offNote, isOn ? null : 'yes'),
  });
  openDialog('Keyboard shortcuts', () => [
    <dl class="keys">
      {row(['/'], 'Find anything')}
      {row(['Ctrl', 'K'], 'Find anything, while typing too')}
      {row(['?'], 'Show the keyboard shortcuts')}
      {jumps.map(({ letter, label }) => row(['g', letter], label))}
    </dl>,
    enabled.element,
  ]);
}

function row(keys: string[], what: string) {
  return (
    <div>
      <dt>
        {keys.map((key) => (
          <kbd>{key}</kbd>
        ))}
      </dt>
      <dd>{what}</dd>
    </div>
  );
}

function isFinderKey({ key, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent) {
  return key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !altKey && !shiftKey;
}

function isTyping(target: EventTarget | null) {
  return target instanceof HTMLElement && target.closest('input, textarea, select') !== null;
}

function areOff() {
  return noted('localStorage', offNote) === 'yes';
}

// Values with a copy button. Secrets that are shown only once also get a warning.

import { createRef, type RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Child } from '../api/index.ts';
import { openDialog } from '../forms/dialog.tsx';
import { button } from './heading.tsx';
import { icon } from './icon.tsx';

const confirmMs = 2500;

/**
 * Returns a value with a copy button.
 * @param what it is: "key".
 */
export function copyable(value: string, what: string) {
  const text = createRef<HTMLElement>();
  return (
    <div class="copyable">
      {/* biome-ignore lint/a11y: long values scroll, which the keyboard can do only where the focus is */}
      <code ref={text} class="value" tabIndex={0} role="group" aria-label={what}>
        {value}
      </code>
      <CopyButton of={text} />
    </div>
  );
}

/** Returns an id with a small copy button. */
export function identifier(id: string) {
  const text = createRef<HTMLElement>();
  return (
    <span class="identifier">
      <code ref={text} class="id" title={id}>
        {id}
      </code>
      <CopyButton of={text} hiddenLabel={`Copy ${id}`} />
    </span>
  );
}

/** A button that copies the text of an element. With a `hiddenLabel` it shows its icon only. */
export function CopyButton({ of, hiddenLabel }: { of: RefObject<HTMLElement | null>; hiddenLabel?: string }) {
  const isSmall = hiddenLabel !== undefined;
  const [outcome, setOutcome] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setOutcome(''), confirmMs);
    return () => clearTimeout(timer);
  }, [outcome]);
  return (
    <span>
      <button
        type="button"
        class={isSmall ? 'quiet copy-id' : 'copy'}
        title={isSmall ? 'Copy' : undefined}
        onClick={async () => setOutcome(await copy(of.current))}
      >
        {icon(outcome === 'Copied' ? 'check' : 'copy')}
        <span class={isSmall ? 'hidden' : undefined}>{outcome || hiddenLabel || 'Copy'}</span>
      </button>
      <span class="hidden" role="status">
        {outcome}
      </span>
    </span>
  );
}

/**
 * Copies the text of an element, and returns what was done. Without TLS, browsers offer the clipboard on localhost only:
 * then the text is selected, so that the reader can copy it.
 */
async function copy(element: HTMLElement | null): Promise<string> {
  const copied = await navigator.clipboard?.writeText(element?.textContent ?? '').then(
    () => true,
    () => false,
  );
  if (copied === true) return 'Copied';
  if (element !== null) getSelection()?.selectAllChildren(element);
  return 'Selected: copy it now';
}

/**
 * Returns a secret that is shown only once.
 * @param what it is: "key".
 */
export function shownOnce(value: string, what: string) {
  return [
    <p class="banner warn">
      <strong>Copy the {what} now.</strong> It is shown only once.
    </p>,
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
      <div class="buttons">{button('I have copied it', done, 'primary')}</div>,
    ],
    { sticky: true },
  );
}

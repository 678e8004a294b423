// The frame around every page: the navigation and the notices.

import { Fragment, render } from 'preact';
import type { Child, Page, Where } from '../api/index.ts';
import { address } from './address.ts';
import { Notices, Spoken } from './announce.tsx';
import { openFinder, setFinder } from './finder.tsx';
import { icon } from './icon.tsx';
import { brand, found, jumps, navigation } from './navigation.tsx';
import { onShortcut, setJumps } from './shortcuts.tsx';

const frame: { page: Page | undefined; where: Where; isMenuOpen: boolean } = {
  page: undefined,
  where: {},
  isMenuOpen: false,
};
/** `visit`: another one begins with an empty page. */
const shown = { content: '' as Child | Child[], path: '', visit: 0, isBusy: true };

/** Shows the skeleton of a page that is loading. */
export function drawWaiting() {
  const bars = Array.from({ length: 5 }, () => <span class="skeleton" />);
  shown.content = [
    <p class="hidden">Loading</p>,
    <div class="waiting" aria-hidden="true">
      {bars}
    </div>,
  ];
  Object.assign(shown, { visit: shown.visit + 1, isBusy: true });
  draw();
}

/** Draws the navigation for the current page, organization and project. */
export function drawFrame(page: Page | undefined, where: Where) {
  setJumps(jumps(where));
  setFinder(where, found(where));
  Object.assign(frame, { page, where, isMenuOpen: false });
  draw();
}

/**
 * Replaces the content of the page. On a redraw, forms with unsent input are kept.
 * @param titles from the page's own outwards.
 * @param moveFocus true if the reader came from another page, and is taken to this one's heading. A page with
 * one thing to do, marked `data-focus`, takes the reader there instead.
 */
export function drawPage(titles: (string | undefined)[], content: Child | Child[], moveFocus: boolean) {
  document.title = titles.filter((title) => title !== undefined).join(' · ');
  Object.assign(shown, { content, path: address().path, visit: shown.visit + Number(moveFocus), isBusy: false });
  draw();
  const main = document.querySelector('main');
  main?.querySelector('.tabs [aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  const heading = main?.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  const first = main?.querySelector('[data-focus]');
  if (first instanceof HTMLElement) first.focus();
  else if (moveFocus) {
    scrollTo(0, 0);
    heading?.focus();
  }
}

function draw() {
  document.removeEventListener('keydown', onKey);
  document.addEventListener('keydown', onKey);
  render(<Frame />, document.body);
}

function Frame() {
  const { page, where, isMenuOpen } = frame;
  const { account } = where;
  return (
    <>
      {/* biome-ignore lint/a11y: without the click it would be a page of the panel */}
      <a class="skip" href="#main" onClick={toMain}>
        Skip to the content
      </a>
      <Spoken />
      <div class={account === undefined ? 'layout alone' : 'layout'}>
        <div class={isMenuOpen ? 'side open' : 'side'}>
          <header class="bar">
            {brand()}
            {account !== undefined && barButtons(isMenuOpen)}
          </header>
          {account !== undefined && navigation(page, where, account)}
        </div>
        <main id="main" aria-busy={shown.isBusy} data-path={shown.path}>
          <Fragment key={shown.visit}>{shown.content}</Fragment>
        </main>
      </div>
      <Notices />
    </>
  );
}

function barButtons(isMenuOpen: boolean) {
  return (
    <>
      <button type="button" class="find" onClick={openFinder}>
        <span>Find anything</span>
        {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: keys take no focus */}
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      <button type="button" class="quiet menu" aria-expanded={isMenuOpen} aria-controls="navigation" onClick={turnMenu}>
        {icon('menu')}Menu
      </button>
    </>
  );
}

function turnMenu() {
  frame.isMenuOpen = !frame.isMenuOpen;
  draw();
}

function onKey(event: KeyboardEvent) {
  if (event.key === 'Escape' && frame.isMenuOpen && document.querySelector('dialog[open]') === null) {
    turnMenu();
    document.querySelector<HTMLElement>('.menu')?.focus();
  }
  onShortcut(event);
}

function toMain(event: MouseEvent) {
  // The link must not change the hash, because the hash is the page's address.
  event.preventDefault();
  document.querySelector<HTMLElement>('main h1')?.focus();
}

// The actions of a row: a single one is a button, more of them stand in a menu behind "…".

import type { TargetedMouseEvent, TargetedToggleEvent } from 'preact';
import type { Child } from '../api/index.ts';
import { button, icon } from '../shell/index.ts';

/** An action of a row, dangerous if it takes something away. */
export type RowAction = [text: string, run: () => unknown, kind?: 'danger-text' | undefined];

export function rowButton([text, run, kind]: RowAction, name: string) {
  return button(text, run, kind, `${text} ${name}`);
}

/** @param id distinguishes the menus of a page. */
export function rowActions({ id, name }: { id: string; name: string }, buttons: Child[]): Child[] {
  const shown = buttons.filter(Boolean);
  if (shown.length < 2) return shown;
  const menu = `menu-${id}`;
  return [
    <button type="button" class="more" aria-label={`Actions: ${name}`} popovertarget={menu}>
      {icon('more')}
    </button>,
    <div id={menu} popover="auto" class="row-menu" onToggle={place} onClickCapture={close}>
      {shown}
    </div>,
  ];
}

/** Puts an opened menu below and right of its button's corner, or on the other side where the window ends. */
function place({ currentTarget: menu }: TargetedToggleEvent<HTMLDivElement>) {
  const button = menu.previousElementSibling?.getBoundingClientRect();
  if (button === undefined) return;
  const isBelow = button.bottom + menu.offsetHeight <= innerHeight;
  const isRight = button.left + menu.offsetWidth <= innerWidth;
  menu.style.top = `${scrollY + (isBelow ? button.bottom : button.top - menu.offsetHeight)}px`;
  menu.style.left = `${scrollX + (isRight ? button.left : button.right - menu.offsetWidth)}px`;
}

/** Closes the menu before the action runs: a dialog then gives the focus back to the button of the menu. */
function close({ currentTarget: menu }: TargetedMouseEvent<HTMLDivElement>) {
  menu.hidePopover();
}

// Creates elements. Text always becomes a text node and never markup, so user input is safe.

import { isValidElement } from 'preact';
import type { Child } from '../api/types.ts';
import { nodesOf } from './mixture.ts';

type Attributes = Record<string, string | number | boolean | undefined | null | ((event: never) => unknown)>;

/**
 * Creates an element. Attributes that are false, null or undefined are omitted. A function becomes the listener of the
 * event of its name.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: (Child | Child[])[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, ...children);
  return element;
}

/** Replaces the element's content. */
export function fill(element: Element, ...children: (Child | Child[])[]) {
  element.replaceChildren();
  append(element, ...children);
}

/** Adds children to the element's content. */
export function append(element: Element, ...children: (Child | Child[])[]) {
  for (const child of children.flat()) {
    if (child === null || child === undefined || child === false) continue;
    if (isValidElement(child)) element.append(...nodesOf(child));
    else element.append(child);
  }
}

/** Returns whether the controls differ from their initial values. */
export function isWrittenIn(element: Element) {
  return [...element.querySelectorAll('input, textarea, select')].some((control) => {
    if (control instanceof HTMLSelectElement) {
      const options = [...control.options];
      const first = options.findIndex(({ defaultSelected }) => defaultSelected);
      return control.selectedIndex !== Math.max(first, Math.min(0, options.length - 1));
    }
    if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true;
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return isText && control.value !== control.defaultValue;
  });
}

let lastId = 0;

/** Returns an id that is unique in the page. */
export function uniqueId(stem: string) {
  lastId += 1;
  return `${stem}-${lastId}`;
}

// Reads a part of an office document as small trees, one after the other: paragraphs and rows are whole in memory, the
// document is not.

import { readXml } from './xml.ts';

export interface Element {
  name: string;
  attributes: Record<string, string>;
  children: (Element | string)[];
}

export interface TreeHandler {
  /** The names of the elements that become trees. */
  whole: ReadonlySet<string>;
  element(element: Element): void;
  /** Takes the tags of elements outside of trees. */
  open?(name: string, attributes: Record<string, string>): void;
  close?(name: string): void;
}

/** Parses a part, and yields after each piece, so that the caller can take what the handler has collected. */
export function readTrees(part: AsyncIterable<Buffer>, handler: TreeHandler): AsyncIterable<void> {
  const { whole } = handler;
  const open: Element[] = [];
  return readXml(part, {
    open(name, attributes) {
      const parent = open.at(-1);
      if (parent === undefined && !whole.has(name)) return handler.open?.(name, attributes);
      const element: Element = { name, attributes, children: [] };
      parent?.children.push(element);
      open.push(element);
    },
    text: (data) => void open.at(-1)?.children.push(data),
    close(name) {
      const element = open.pop();
      if (element === undefined) handler.close?.(name);
      else if (open.length === 0) handler.element(element);
    },
  });
}

/** Gives a tree to a handler as if it was read from a part. */
export function walk(element: Element, handler: TreeHandler): void {
  if (handler.whole.has(element.name)) {
    handler.element(element);
    return;
  }
  handler.open?.(element.name, element.attributes);
  for (const child of childrenOf(element)) walk(child, handler);
  handler.close?.(element.name);
}

export function childrenOf({ children }: Element): Element[] {
  return children.filter((child) => typeof child !== 'string');
}

/** Returns the first child at the end of a path of names, such as `w:pPr`, `w:numPr`. */
export function childOf(element: Element | undefined, ...path: string[]): Element | undefined {
  let found = element;
  for (const name of path)
    found = found?.children.find((child) => typeof child !== 'string' && child.name === name) as Element | undefined;
  return found;
}

/** Yields the elements with one of the names, in their order. Those within another one are not looked for. */
export function* within(element: Element, names: ReadonlySet<string>): Generator<Element> {
  for (const child of childrenOf(element)) {
    if (names.has(child.name)) yield child;
    else yield* within(child, names);
  }
}

/** Returns the text of an element and of those in it. */
export function textOf({ children }: Element): string {
  return children.map((child) => (typeof child === 'string' ? child : textOf(child))).join('');
}

/** The elements of which a document has alternatives for programs of different age, if one of them has contents. */
const contents = new Set(['w:t', 'a:t', 'm:t', 'c:chart', 'cx:chart', 'dgm:relIds', 'pic:pic', 'p:pic']);

/** Returns the branch of an `mc:AlternateContent` to read. They say the same: the newest one that this reader knows. */
export function branchOf(alternatives: Element): Element | undefined {
  const branches = childrenOf(alternatives);
  return branches.find((branch) => !within(branch, contents).next().done) ?? branches[0];
}

/** Returns true for a switch that is on: without a value it is. */
export function isOn(element: Element | undefined, attribute = 'w:val'): boolean {
  return element !== undefined && !['0', 'false', 'off'].includes(element.attributes[attribute] ?? '1');
}

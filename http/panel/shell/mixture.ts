// Lets elements of Preact and the DOM elements of `h` stand in each other, as long as some modules use the one and some the
// other. A DOM element in one of Preact's is put in its place once: the elements around it are not drawn again.

import { createElement, options, render, type VNode } from 'preact';

/** Draws an element of Preact. */
export function nodesOf(element: VNode): Node[] {
  const place = document.createDocumentFragment();
  render(element, place);
  return [...place.childNodes];
}

options.vnode = ({ props }) => {
  const { children } = props as { children?: unknown };
  if (children !== undefined) Object.assign(props, { children: held(children) });
};

function held(child: unknown): unknown {
  if (child instanceof Node) return createElement(Held, { node: child });
  return Array.isArray(child) ? child.map(held) : child;
}

function Held({ node }: { node: Node }) {
  return createElement('template', { ref: (place) => place?.replaceWith(node) });
}

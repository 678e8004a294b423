/** @import { Child } from './types.ts' */

import { h } from './dom.js';

/**
 * Returns a page's heading with its buttons.
 * @param {Child} title
 * @param {{ lead?: Child, actions?: Child[] }} options
 */
export function heading(title, { lead, actions = [] } = {}) {
  return h(
    'header',
    { class: 'page' },
    h('div', {}, h('h1', {}, title), lead !== undefined && h('p', { class: 'lead' }, lead)),
    actions.length > 0 && h('div', { class: 'buttons' }, actions),
  );
}

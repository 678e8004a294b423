import type { Child } from '../api/types.ts';
import { h } from './dom.ts';

/** Returns a page's heading with its buttons. */
export function heading(title: Child, { lead, actions = [] }: { lead?: Child; actions?: Child[] } = {}) {
  return h(
    'header',
    { class: 'page' },
    h('div', {}, h('h1', {}, title), lead !== undefined && h('p', { class: 'lead' }, lead)),
    actions.length > 0 && h('div', { class: 'buttons' }, actions),
  );
}

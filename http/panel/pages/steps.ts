// The first steps in an organization or a project: what is done, and the next one.

import { href } from '../shell/address.ts';
import { h, icon } from '../shell/dom.ts';

type Step = { text: string; why: string; isDone: boolean; path: string };

/** Returns the list of steps, or nothing if all are done. */
export function stepList(steps: Step[]) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next === -1) return undefined;
  return h(
    'section',
    { class: 'card' },
    h('h2', {}, 'Get started'),
    h(
      'ol',
      { class: 'steps' },
      steps.map(({ text, why, isDone, path }, index) =>
        h(
          'li',
          { class: isDone ? 'done' : null },
          isDone && [icon('check'), h('span', { class: 'hidden' }, 'Done: ')],
          h(
            'div',
            {},
            index === next ? h('a', { href: href(path) }, text) : text,
            h('p', { class: 'soft small' }, why),
          ),
        ),
      ),
    ),
  );
}

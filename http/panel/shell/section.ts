// A part of a page that loads its data after the page is shown.

import type { Child, Context } from '../api/types.ts';
import { fill, h } from './dom.ts';
import { problem } from './problem.tsx';

/** Returns a place and the function that loads its content. A newer load wins over an older one. */
export function section({ signal }: Pick<Context, 'signal'>, content: () => Promise<Child | Child[]>) {
  const element = h('div', { class: 'report' });
  let last = 0;
  return { element, load };

  async function load() {
    last += 1;
    const mine = last;
    element.setAttribute('aria-busy', 'true');
    try {
      const loaded = await content();
      if (mine === last) fill(element, loaded);
    } catch (error) {
      if (!signal.aborted && mine === last) fill(element, problem(error, { retry: () => void load() }));
    } finally {
      if (mine === last) element.setAttribute('aria-busy', 'false');
    }
  }
}

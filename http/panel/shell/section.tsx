// A part of a page that loads its data after the page is shown.

import { useRef } from 'preact/hooks';
import type { Child, Context } from '../api/index.ts';
import { problem } from './problem.tsx';
import { type Shared, shared } from './shared.ts';

type Content = Child | Child[];

/**
 * Returns a place whose content is loading, and the function that loads it again. A newer load wins over an older one.
 * @param content undefined: the place is empty until something is loaded.
 */
export function section({ signal }: Pick<Context, 'signal'>, content?: () => Promise<Content>) {
  const state = shared<{ shown: Content; isBusy: boolean }>({ shown: undefined, isBusy: false });
  let last = 0;
  if (content !== undefined) void load(content);
  return { element: <Section state={state} />, load };

  async function load(read = content as () => Promise<Content>) {
    last += 1;
    const mine = last;
    state.set({ ...state.get(), isBusy: true });
    const shown = await read().catch((error) => signal.aborted || problem(error, { retry: () => void load(read) }));
    if (mine === last && shown !== true) state.set({ shown, isBusy: false });
  }
}

/** When its page is drawn again, a form in the old content stays, with its input, until the new content is loaded. */
function Section({ state }: { state: Shared<{ shown: Content; isBusy: boolean }> }) {
  const { shown, isBusy } = state.use();
  const kept = useRef(shown);
  if (shown !== undefined || !isBusy) kept.current = shown;
  return (
    <div class="report" aria-busy={isBusy}>
      {kept.current}
    </div>
  );
}

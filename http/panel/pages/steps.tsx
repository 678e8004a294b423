// The first steps in an organization or a project: what is done, and the next one.

import { href, icon } from '../shell/index.ts';

type Step = { text: string; why: string; isDone: boolean; path: string };

/** Returns the list of steps, or nothing if all are done. */
export function stepList(steps: Step[]) {
  const next = steps.findIndex(({ isDone }) => !isDone);
  if (next === -1) return undefined;
  return (
    <section class="card">
      <h2>Get started</h2>
      <ol class="steps">
        {steps.map(({ text, why, isDone, path }, index) => (
          <li class={isDone ? 'done' : undefined}>
            {isDone && [icon('check'), <span class="hidden">Done: </span>]}
            <div>
              {index === next ? <a href={href(path)}>{text}</a> : text}
              <p class="soft small">{why}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}

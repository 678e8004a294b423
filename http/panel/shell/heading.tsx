import type { Child } from '../api/index.ts';
import { href } from './address.ts';
import { icon } from './icon.tsx';

/** Returns a page's heading with its buttons. */
export function heading(title: Child, { lead, actions = [] }: { lead?: Child; actions?: Child[] } = {}) {
  return (
    <header class="page">
      <div>
        <h1>{title}</h1>
        {lead !== undefined && <p class="lead">{lead}</p>}
      </div>
      {actions.length > 0 && <div class="buttons">{actions}</div>}
    </header>
  );
}

/** Returns the heading of a page within a project, with its buttons. */
export function subheading(title: Child, ...actions: Child[]) {
  return (
    <header class="section">
      <h2>{title}</h2>
      {actions.length > 1 ? <div class="buttons">{actions}</div> : actions}
    </header>
  );
}

/** Returns a part of a page in a frame. */
export function card(title: Child, ...content: (Child | Child[])[]) {
  return (
    <section class="card">
      {title}
      {content}
    </section>
  );
}

/** Returns a page of a person who is not signed in yet, or of one thing to do. */
export function narrow(title: Child, ...content: (Child | Child[])[]) {
  return (
    <div class="narrow">
      <h1>{title}</h1>
      {content}
    </div>
  );
}

/** Returns the link to the page above. */
export function backTo(path: string, title: Child) {
  return (
    <p class="up">
      <a href={href(path)}>
        {icon('back')}
        {title}
      </a>
    </p>
  );
}

/**
 * Returns a button that does something at once.
 * @param label what a screen reader says, where the text alone says too little.
 */
export function button(
  text: Child,
  onClick: () => unknown,
  kind?: 'primary' | 'quiet' | 'danger-text',
  label?: string,
) {
  return (
    <button type="button" class={kind} aria-label={label} onClick={() => void onClick()}>
      {text}
    </button>
  );
}

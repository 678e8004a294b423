import type { Child } from '../api/types.ts';

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

import type { Child } from '../api/index.ts';

/** Stands in place of rows where there are none. */
export function nothing(title: string, text?: Child) {
  return (
    <div class="empty">
      <p>
        <strong>{title}</strong>
      </p>
      {text !== undefined && <p>{text}</p>}
    </div>
  );
}

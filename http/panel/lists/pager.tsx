import type { ListOf } from '../api/index.ts';

export interface Place {
  after?: string;
  before?: string;
}

interface PagerOptions {
  /** The name of the list. */
  label: string;
  page: ListOf<unknown>;
  place: Place;
  go: (to: Place) => void;
}

/** The buttons below a list that lead to its other pages. */
export function Pager({ label, page, place, go }: PagerOptions) {
  const { first_id: first, last_id: last, has_more: hasMore } = page;
  const isFirst = place.after === undefined && (place.before === undefined || !hasMore);
  const isLast = place.before === undefined && !hasMore;
  // `disabled` would lose the focus.
  const button = (text: string, isOff: boolean, press: () => unknown) => (
    <button type="button" aria-disabled={isOff} onClick={() => !isOff && press()}>
      {text}
    </button>
  );
  return (
    <nav class="pager" aria-label={`Pages of ${label}`} hidden={isFirst && isLast}>
      {button('First page', isFirst, () => go({}))}
      {button('Previous', isFirst, () => first !== null && go({ before: first }))}
      {button('Next', isLast, () => last !== null && go({ after: last }))}
    </nav>
  );
}

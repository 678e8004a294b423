// The controls of a list: search and filters above it, order and page size in its bar.

import type { ListOf, ListWindow, TextField } from '../api/index.ts';
import { choiceField, textField } from '../forms/index.ts';
import { chosenIn, searchText } from './filters.tsx';

const maxSearchLength = 100;
const defaultSize = '20';

/** @param query of the address. */
export function listControls(
  query: URLSearchParams,
  { what, filters, onShape }: { what: string; filters: TextField[]; onShape: () => void },
) {
  const order = choiceField({
    name: 'order',
    label: 'Order',
    value: query.get('order') ?? '',
    texts: { '': 'Newest first', asc: 'Oldest first' },
    onChange: onShape,
  });
  const limit = choiceField({
    name: 'limit',
    label: 'Rows per page',
    value: query.get('limit') ?? '',
    choices: ['', '50', '100'].map((size) => [size, `${size || defaultSize} per page`]),
    onChange: onShape,
  });
  const fields = [searchField(what), ...filters];
  return {
    /** The fields above the list. */
    fields,
    shape: [order, limit],
    /** The values that differ from the defaults, for the address. */
    state: () => chosenIn([...fields, order, limit]),
    window,
    chosen,
    isFiltered: () => Object.keys(chosenIn(fields)).length > 0,
  };

  /** The search, the order and the size, for a request. */
  function window(): ListWindow {
    const { search, order: way = 'desc', limit: size = defaultSize } = chosenIn([...fields, order, limit]);
    const shape = { limit: Number(size), order: way as 'asc' | 'desc' };
    return search === undefined ? shape : { ...shape, search };
  }

  /** The values of the filters, for a request. */
  function chosen() {
    const { search: _, ...rest } = chosenIn(fields);
    return rest;
  }
}

/** @param what is searched. */
function searchField(what: string): TextField {
  const label = `Search ${what}`;
  const field = textField({
    name: 'search',
    label,
    hidesLabel: true,
    type: 'search',
    maxLength: maxSearchLength,
    placeholder: label,
  });
  return {
    ...field,
    fill(body) {
      body.search = searchText(field.text());
    },
  };
}

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

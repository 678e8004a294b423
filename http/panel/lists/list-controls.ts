// The controls of a list: search and filters above it, order and page size in its bar.

import type { Child, Field, ListWindow } from '../api/types.ts';
import { choiceField, textField } from '../forms/fields.ts';
import { h } from '../shell/dom.ts';
import { filters as boundTo, searchText } from './filters.ts';

const maxSearchLength = 100;
const defaultSize = '20';

/** @param query of the address. */
export function listControls(
  query: URLSearchParams,
  { of, filters, beside }: { of: [one: string, many: string]; filters: Field[]; beside: Child },
  onChange: () => void,
) {
  const search = searchField(of[1]);
  const order = choiceField({
    name: 'order',
    label: 'Order',
    choices: [
      ['', 'Newest first'],
      ['asc', 'Oldest first'],
    ],
  });
  const limit = choiceField({
    name: 'limit',
    label: 'Rows per page',
    choices: [
      ['', defaultSize],
      ['50', '50'],
      ['100', '100'],
    ].map(([size = '', text]) => [size, `${text} per page`]),
  });
  const shown = [search, ...filters];
  const bound = boundTo(query, [...shown, order, limit], onChange, shown);
  if (beside !== undefined) bound.element.append(h('div', { class: 'beside' }, beside));
  bound.element.role = 'search';
  return {
    element: bound.element,
    shape: h('div', { class: 'shape' }, order.element, limit.element),
    /** The values that differ from the defaults, for the address. */
    state: bound.values,
    window,
    chosen,
    isFiltered: () => Object.keys({ ...window(), ...chosen() }).length > 2,
  };

  /** The search, the order and the size, for a request. */
  function window(): ListWindow {
    const { search: text, order: way = 'desc', limit: size = defaultSize } = bound.values();
    const shape = { limit: Number(size), order: way as 'asc' | 'desc' };
    return text === undefined ? shape : { ...shape, search: text };
  }

  /** The values of the filters, for a request. */
  function chosen() {
    const { search: _, order: __, limit: ___, ...rest } = bound.values();
    return rest;
  }
}

/** @param what is searched. */
function searchField(what: string): Field {
  const field = textField({ name: 'search', label: `Search ${what}`, type: 'search' });
  field.input.maxLength = maxSearchLength;
  field.input.placeholder = `Search ${what}`;
  field.element.querySelector('label')?.classList.add('hidden');
  return {
    ...field,
    fill(body) {
      const text = searchText(field.input.value);
      if (text !== '') body.search = text;
    },
  };
}

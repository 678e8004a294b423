// Filters on the attributes of files, one on each row. All of them must match.

import type { Schemas } from '../api/types.ts';
import { h } from '../shell/dom.ts';
import { icon } from '../shell/icon.tsx';

type Comparison = Schemas['ComparisonFilter'];

const comparisons: [Comparison['type'], string][] = [
  ['eq', '='],
  ['ne', '≠'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
];

export function filterRows() {
  const rows = h('ul', { class: 'pairs filters' });
  const add = h('button', { type: 'button', click: () => addRow() }, 'Add a filter');
  const element = h('fieldset', { class: 'field' }, h('legend', {}, 'Filters on attributes'), rows, add);
  return { element, value };

  function addRow() {
    const key = h('input', { 'aria-label': 'Attribute', placeholder: 'Attribute', spellcheck: 'false' });
    const type = h(
      'select',
      { 'aria-label': 'Comparison' },
      comparisons.map(([name, text]) => h('option', { value: name }, text)),
    );
    const text = h('input', { 'aria-label': 'Value', placeholder: 'Value', spellcheck: 'false' });
    const remove = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove this filter' }, icon('close'));
    const row = h('li', {}, key, type, text, remove);
    remove.addEventListener('click', () => {
      row.remove();
      add.focus();
    });
    rows.append(row);
    key.focus();
  }

  function value(): Schemas['SearchFilter'] | undefined {
    const filters = [...rows.children].flatMap((row) => {
      const [key, text] = [...row.querySelectorAll('input')].map((input) => input.value.trim());
      const type = (row.querySelector('select')?.value ?? 'eq') as Comparison['type'];
      return key === undefined || key === '' ? [] : [{ type, key, value: typed(text ?? '') }];
    });
    return filters.length < 2 ? filters[0] : { type: 'and', filters };
  }
}

/** Returns numbers, true and false with their type. Quotes make them a text. */
function typed(text: string) {
  if (/^-?\d+(\.\d+)?$/.test(text)) return Number(text);
  if (text === 'true' || text === 'false') return text === 'true';
  return text.replace(/^"(.*)"$/, '$1');
}

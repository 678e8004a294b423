// Filters on the attributes of files, one on each row. All of them must match.

import { createRef } from 'preact';
import type { Schemas } from '../api/index.ts';
import { Rows } from './rows.tsx';

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
  const place = createRef<HTMLFieldSetElement>();
  const text = (label: string) => <input aria-label={label} placeholder={label} spellcheck={false} />;
  const comparison = (
    <select aria-label="Comparison">
      {comparisons.map(([name, shown]) => (
        <option value={name}>{shown}</option>
      ))}
    </select>
  );
  const element = (
    <fieldset class="field" ref={place}>
      <legend>Filters on attributes</legend>
      <Rows
        class="pairs filters"
        first={[]}
        blank={undefined}
        add="Add a filter"
        remove="Remove this filter"
        row={() => [text('Attribute'), comparison, text('Value')]}
      />
    </fieldset>
  );
  return { element, value };

  function value(): Schemas['SearchFilter'] | undefined {
    const filters = [...(place.current?.querySelectorAll('li') ?? [])].flatMap((row) => {
      const [key, value] = [...row.querySelectorAll('input')].map((input) => input.value.trim());
      const type = (row.querySelector('select')?.value ?? 'eq') as Comparison['type'];
      return key === undefined || key === '' ? [] : [{ type, key, value: typed(value ?? '') }];
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

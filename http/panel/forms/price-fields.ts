// The prices of an upstream: a row of fields for each model, custom endpoint and MCP server.

import type { Field } from '../api/types.ts';
import { fill, h, uniqueId } from '../shell/dom.ts';
import { icon } from '../shell/icon.tsx';

/**
 * US dollars by what they are: `input` and `cached_input` for a million
 * tokens, `per_call` for one, `tools` and `models` by name.
 */
export type Price = Record<string, number | object>;

const columns: [name: string, label: string][] = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cached_input', 'Cached'],
];
const known = new Set(columns.map(([name]) => name));
/** The server's limit: one cent for a token. */
const maxPrice = 10_000;

/**
 * @param prices by model.
 * @param unpriced models that the upstream offers without a price.
 */
export function pricesField(prices: Record<string, Price>, unpriced: string[]): Field {
  const rows = h('div', { class: 'price-rows' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const hint = uniqueId('prices');
  const add = h('button', { type: 'button', click: () => addRow('', {}).focus() }, 'Add a price');
  const addAll = h(
    'button',
    { type: 'button', click: addUnpriced },
    `Add the ${unpriced.length} models without a price`,
  );
  for (const [model, price] of Object.entries(prices)) addRow(model, price);
  return {
    element: h(
      'fieldset',
      { class: 'field', 'aria-describedby': hint },
      h('legend', {}, 'Prices'),
      h(
        'p',
        { class: 'hint', id: hint },
        'US dollars per million tokens. If “Cached” is empty, cached input costs the input price. Further prices: reasoning 12 cache_write 3 audio_input 40 audio_output 80; for one, per_call 0.01, per_second, per_image, per_character, per_page; tools {"web_search":0.01}. “Model” can be a custom endpoint (/v1/ocr), mcp:PREFIX or mcp:PREFIX/TOOL.',
      ),
      rows,
      h('div', { class: 'buttons' }, add, unpriced.length > 0 && addAll),
      trouble,
    ),
    names: ['prices'],
    focus() {
      const target = rows.querySelector('[aria-invalid="true"]') ?? rows.querySelector('input') ?? add;
      if (target instanceof HTMLElement) target.focus();
    },
    setProblem(text) {
      // The server names the model, not the price: each wrong field says itself what it takes.
      let isTold = false;
      for (const input of rows.querySelectorAll('input')) {
        const wrong = text === undefined ? '' : problemOf(input);
        input.setAttribute('aria-invalid', String(wrong !== ''));
        fill(input.nextElementSibling as Element, wrong);
        isTold ||= wrong !== '';
      }
      fill(trouble, isTold ? '' : (text ?? ''));
    },
    fill(body) {
      const prices = [...rows.children].flatMap((row) => {
        const { model = '', other = '', ...numbers } = textsOf(row);
        const price = Object.entries(numbers).filter(
          ([name, text]) => text !== '' || (name !== 'cached_input' && other === ''),
        );
        const all = [...price, ...othersIn(other)].map(([name, text]) => [name, numberOf(text ?? '')]);
        return model === '' && Object.values(numbers).every((text) => text === '')
          ? []
          : [[model, Object.fromEntries(all)]];
      });
      const models = prices.map(([model]) => model);
      // A model cannot have two prices. The second one is sent as null, so that the server reports the error.
      body.prices = Object.fromEntries(
        prices.map(([model, price]) => [model, models.filter((one) => one === model).length > 1 ? null : price]),
      );
    },
  };

  function addRow(model: string, price: Price) {
    const others = Object.entries(price).filter(([name]) => !known.has(name));
    const first = cell('model', 'Model', model);
    const row: HTMLElement = h(
      'div',
      { class: 'price-row', role: 'group', 'aria-label': model === '' ? 'A new price' : `Price of ${model}` },
      first.element,
      columns.map(([name, label]) => cell(name, label, String(price[name] ?? '')).element),
      cell('other', 'Further', others.map(([name, amount]) => `${name} ${written(amount)}`).join(' ')).element,
      h(
        'button',
        { type: 'button', class: 'quiet', 'aria-label': `Remove the price: ${model}`, click: () => remove(row) },
        icon('close'),
      ),
    );
    rows.append(row);
    return first.input;
  }

  function addUnpriced() {
    const inputs = unpriced.map((model) => addRow(model, {}));
    addAll.remove();
    inputs[0]?.focus();
  }

  function remove(row: Element) {
    row.remove();
    add.focus();
  }
}

/** Returns what the field takes, if its text is something else. */
function problemOf(input: HTMLInputElement) {
  const { name, value, dataset } = input;
  const { label = '' } = dataset;
  const text = value.trim();
  if (name === 'model' && text === '') return `${label}: the name of the model that the price is for.`;
  if (name === 'model') return isTwice(input) ? `${label}: it has two prices here. Remove one of them.` : '';
  if (name === 'other')
    return othersIn(text).every(([, price]) => isPrice(price) || objectIn(price) !== undefined)
      ? ''
      : `${label}: names, each with a number from 0 to ${maxPrice}, such as reasoning 12.`;
  if (isPrice(text) || (text === '' && (name === 'cached_input' || hasFurther(input)))) return '';
  return `${label}: a number from 0 to ${maxPrice}, such as 2.5.`;
}

/** Returns true if another row has a price of the same model. */
function isTwice(input: HTMLInputElement) {
  const models = input.closest('.price-rows')?.querySelectorAll('input[name="model"]') ?? [];
  return (
    [...models].filter((one) => one instanceof HTMLInputElement && one.value.trim() === input.value.trim()).length > 1
  );
}

/** Tokens need no price where a call, a page or a tool has one. */
function hasFurther(input: HTMLInputElement) {
  return textsOf(input.closest('.price-row') as Element).other !== '';
}

/** Writes a value without blanks, which separate the values. */
function written(amount: number | object) {
  return JSON.stringify(amount).replaceAll(' ', '\\u0020');
}

function objectIn(text: string): object | undefined {
  try {
    return text.startsWith('{') ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function isPrice(text: string) {
  return plainNumber.test(text) && Number(text) <= maxPrice;
}

const plainNumber = /^(?:\d+(?:\.\d*)?|\.\d+)$/;

function cell(name: string, label: string, value: string) {
  const isNumber = known.has(name);
  const id = uniqueId('price');
  const input = h('input', {
    name,
    autocomplete: 'off',
    spellcheck: 'false',
    inputmode: isNumber ? 'decimal' : null,
    'data-label': label,
    'aria-label': label,
    'aria-describedby': id,
  });
  input.defaultValue = value;
  return { input, element: h('label', {}, h('span', {}, label), input, h('span', { class: 'trouble', id })) };
}

function textsOf(row: Element): Record<string, string> {
  return Object.fromEntries([...row.querySelectorAll('input')].map(({ name, value }) => [name, value.trim()]));
}

/** @param text pairs of names and prices. */
function othersIn(text: string): [name: string, price: string][] {
  // A name without a price is sent without one, so that the server refuses it.
  return [...text.matchAll(/(\S+)(?:\s+(\S+))?/g)].map(([, name = '', price = '']) => [name, price]);
}

/** Invalid numbers are sent unchanged, so that the server reports the error. */
function numberOf(text: string) {
  return plainNumber.test(text) ? Number(text) : (objectIn(text) ?? text);
}

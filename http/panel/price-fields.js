// The prices of an upstream's models: a row of fields for each model.

/** @import { Field } from './types.ts' */

import { fill, h, icon, uniqueId } from './dom.js';

/** @typedef {Record<string, number>} Price US dollars for a million tokens, by what they are: `input`, `cached_input`. */

/** @type {[name: string, label: string][]} */
const columns = [
  ['input', 'Input'],
  ['output', 'Output'],
  ['cached_input', 'Cached'],
];
const known = new Set(columns.map(([name]) => name));

/**
 * @param {Record<string, Price>} prices by model.
 * @param {string[]} unpriced models that the upstream offers without a price.
 * @returns {Field}
 */
export function pricesField(prices, unpriced) {
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
        'US dollars per million tokens. If “Cached” is empty, cached input costs the input price. Other prices: reasoning 12 cache_write 3 audio_input 40 audio_output 80.',
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
      // The server names the model, not the price.
      for (const input of rows.querySelectorAll('input'))
        input.setAttribute('aria-invalid', String(text !== undefined && isWrong(input)));
      fill(trouble, text ?? '');
    },
    fill(body) {
      body.prices = Object.fromEntries(
        [...rows.children].flatMap((row) => {
          const { model = '', other = '', ...numbers } = textsOf(row);
          const price = Object.entries(numbers).filter(([name, text]) => text !== '' || name !== 'cached_input');
          const all = [...price, ...othersIn(other)].map(([name, text]) => [name, numberOf(text ?? '')]);
          return model === '' && Object.values(numbers).every((text) => text === '')
            ? []
            : [[model, Object.fromEntries(all)]];
        }),
      );
    },
  };

  /**
   * @param {string} model
   * @param {Price} price
   */
  function addRow(model, price) {
    const others = Object.entries(price).filter(([name]) => !known.has(name));
    const first = cell('model', 'Model', model);
    /** @type {HTMLElement} */
    const row = h(
      'div',
      { class: 'price-row', role: 'group', 'aria-label': model === '' ? 'A new price' : `Price of ${model}` },
      first.element,
      columns.map(([name, label]) => cell(name, label, String(price[name] ?? '')).element),
      cell('other', 'Further', others.map(([name, amount]) => `${name} ${amount}`).join(' ')).element,
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

  /** @param {Element} row */
  function remove(row) {
    row.remove();
    add.focus();
  }
}

/** @param {HTMLInputElement} input */
function isWrong({ name, value }) {
  if (name === 'model') return value.trim() === '';
  if (!known.has(name) || (name === 'cached_input' && value.trim() === '')) return false;
  return value.trim() === '' || !(Number(value) >= 0);
}

/**
 * @param {string} name
 * @param {string} label
 * @param {string} value
 */
function cell(name, label, value) {
  const isNumber = known.has(name);
  const input = h('input', { name, autocomplete: 'off', spellcheck: 'false', inputmode: isNumber ? 'decimal' : null });
  input.defaultValue = value;
  return { input, element: h('label', {}, h('span', {}, label), input) };
}

/**
 * @param {Element} row
 * @returns {Record<string, string>}
 */
function textsOf(row) {
  return Object.fromEntries([...row.querySelectorAll('input')].map(({ name, value }) => [name, value.trim()]));
}

/**
 * @param {string} text pairs of names and prices.
 * @returns {[name: string, price: string][]}
 */
function othersIn(text) {
  return [...text.matchAll(/(\S+)\s+(\S+)/g)].map(([, name = '', price = '']) => [name, price]);
}

/**
 * Invalid numbers are sent unchanged, so that the server reports the error.
 * @param {string} text
 */
function numberOf(text) {
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

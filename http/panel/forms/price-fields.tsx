// The prices of an upstream: a row of fields for each model, custom endpoint and MCP server.

import { createRef, type RefObject } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Field } from '../api/index.ts';
import { button, icon, type Shared, shared, uniqueId } from '../shell/index.ts';
import { focusOn } from './fields.tsx';

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

/** The errors of single inputs, and else of all prices. */
type Troubles = { inputs: Map<HTMLInputElement, string>; whole: string };
const noTroubles: Troubles = { inputs: new Map(), whole: '' };

/**
 * @param prices by model.
 * @param unpriced models that the upstream offers without a price.
 */
export function pricesField(prices: Record<string, Price>, unpriced: string[]): Field {
  const place = createRef<HTMLFieldSetElement>();
  const troubles = shared(noTroubles);
  const inputs = () => [...(place.current?.querySelectorAll('input') ?? [])];
  return {
    element: <Prices place={place} troubles={troubles} first={Object.entries(prices)} unpriced={unpriced} />,
    names: ['prices'],
    focus() {
      const wrong = inputs().find((input) => troubles.get().inputs.get(input));
      focusOn(wrong ?? place.current?.querySelector('input, .buttons > button'));
    },
    setProblem(text) {
      if (text === undefined) return troubles.set(noTroubles);
      // The server names the model, not the price: each wrong field says itself what it takes.
      const wrong = new Map(inputs().map((input) => [input, problemOf(input)]));
      troubles.set({ inputs: wrong, whole: [...wrong.values()].every((one) => one === '') ? text : '' });
    },
    fill(body) {
      const all = [...(place.current?.querySelectorAll('.price-row') ?? [])].flatMap(priceIn);
      const models = all.map(([model]) => model);
      // A model cannot have two prices. The second one is sent as null, so that the server reports the error.
      body.prices = Object.fromEntries(
        all.map(([model, price]) => [model, models.filter((one) => one === model).length > 1 ? null : price]),
      );
    },
  };
}

/** Returns the model and the price of a row, unless the row is empty. */
function priceIn(row: Element): [model: string, price: object][] {
  const { model = '', other = '', ...numbers } = textsOf(row);
  if (model === '' && Object.values(numbers).every((text) => text === '')) return [];
  const price = Object.entries(numbers).filter(
    ([name, text]) => text !== '' || (name !== 'cached_input' && other === ''),
  );
  const all = [...price, ...othersIn(other)].map(([name, text]) => [name, numberOf(text ?? '')]);
  return [[model, Object.fromEntries(all)]];
}

const advice =
  'US dollars per million tokens. If “Cached” is empty, cached input costs the input price. Further prices: reasoning 12 cache_write 3 audio_input 40 audio_output 80; for one, per_call 0.01, per_second, per_image, per_character, per_page; tools {"web_search":0.01}. “Model” can be a custom endpoint (/v1/ocr), mcp:PREFIX or mcp:PREFIX/TOOL.';

interface Options {
  place: RefObject<HTMLFieldSetElement | null>;
  troubles: Shared<Troubles>;
  first: [model: string, price: Price][];
  unpriced: string[];
}

function Prices({ place, troubles, first, unpriced }: Options) {
  const [rows, setRows] = useState(() => first.map(([model, price]) => ({ id: uniqueId('price'), model, price })));
  const [begun, setBegun] = useState('');
  const [isOffered, offer] = useState(unpriced.length > 0);
  const add = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => document.getElementById(begun)?.querySelector('input')?.focus(), [begun]);
  const append = (models: string[]) => {
    const more = models.map((model) => ({ id: uniqueId('price'), model, price: {} }));
    setRows([...rows, ...more]);
    setBegun(more[0]?.id ?? '');
  };
  return (
    <fieldset class="field" ref={place}>
      <legend>Prices</legend>
      <p class="hint">{advice}</p>
      <div class="price-rows">
        {rows.map(({ id, model, price }) => (
          <PriceRow key={id} {...{ id, model, price, troubles }} remove={() => remove(id)} />
        ))}
      </div>
      <div class="buttons">
        <button type="button" ref={add} onClick={() => append([''])}>
          Add a price
        </button>
        {isOffered && (
          <button type="button" onClick={() => [append(unpriced), offer(false)]}>
            Add the {unpriced.length} models without a price
          </button>
        )}
      </div>
      <p class="trouble" role="alert">
        {troubles.use().whole}
      </p>
    </fieldset>
  );

  function remove(id: string) {
    setRows(rows.filter((row) => row.id !== id));
    add.current?.focus();
  }
}

interface Row {
  id: string;
  model: string;
  price: Price;
  troubles: Shared<Troubles>;
  remove: () => void;
}

function PriceRow({ id, model, price, troubles, remove }: Row) {
  const others = Object.entries(price).filter(([name]) => !known.has(name));
  const further = others.map(([name, amount]) => `${name} ${written(amount)}`).join(' ');
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a legend
    <div id={id} class="price-row" role="group" aria-label={model === '' ? 'A new price' : `Price of ${model}`}>
      <Cell name="model" label="Model" value={model} troubles={troubles} />
      {columns.map(([name, label]) => (
        <Cell name={name} label={label} value={String(price[name] ?? '')} troubles={troubles} />
      ))}
      <Cell name="other" label="Further" value={further} troubles={troubles} />
      {button(icon('close'), remove, 'quiet', `Remove the price: ${model}`)}
    </div>
  );
}

function Cell({ name, label, value, troubles }: Record<'name' | 'label' | 'value', string> & Pick<Row, 'troubles'>) {
  const [input] = useState(() => createRef<HTMLInputElement>());
  const id = useRef(uniqueId('trouble')).current;
  const { inputs } = troubles.use();
  const wrong = (input.current && inputs.get(input.current)) ?? '';
  return (
    <label>
      <span>{label}</span>
      <input
        ref={input}
        name={name}
        autocomplete="off"
        spellcheck={false}
        inputmode={known.has(name) ? 'decimal' : undefined}
        data-label={label}
        aria-label={label}
        aria-describedby={id}
        aria-invalid={wrong !== ''}
        defaultValue={value}
      />
      <span class="trouble" id={id}>
        {wrong}
      </span>
    </label>
  );
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

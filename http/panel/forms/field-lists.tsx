// Form controls for lists of values.

import { createRef, type RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Child, Field } from '../api/index.ts';
import { shared, uniqueId } from '../shell/index.ts';
import { areaField, choiceField, focusOn, hiddenIf } from './fields.tsx';
import { Rows } from './rows.tsx';

/**
 * A control for either everything or a list of values, one on each line.
 * @param options `wholeValue`: how the API says "everything". `known`: what there is to choose from, once that has come.
 */
export function allOrSomeField({
  name,
  legend,
  all,
  some,
  hint,
  value,
  wholeValue,
  known,
}: {
  name: string;
  legend: string;
  all: string;
  some: string;
  hint: string;
  value: string[] | 'all' | null;
  wholeValue: 'all' | string[] | null;
  known?: Promise<string[]>;
}): Field {
  const given = Array.isArray(value) ? value : [];
  const lines = linesField({
    name,
    rows: 4,
    optional: false,
    label: `${legend}, one per line`,
    hint,
    value: given,
    below: known === undefined ? undefined : <Offer known={known} isMeant={(id) => !given.includes(id)} />,
  });
  const whole = createRef<HTMLInputElement>();
  return {
    ...lines,
    element: (
      <Either
        legend={legend}
        choices={[all, some]}
        isFirst={String(value) === String(wholeValue)}
        first={whole}
        second={(isHidden) => hiddenIf(isHidden, lines)}
      />
    ),
    focus: () => (whole.current?.checked ? focusOn(whole.current) : lines.focus()),
    fill(body) {
      lines.fill(body);
      // Sends one empty value for an empty list if the API has no empty list, or takes it for "everything". The server
      // then reports the missing values.
      if (whole.current?.checked) body[name] = wholeValue;
      else if (String(body[name]) === '' && wholeValue !== 'all') body[name] = [''];
    },
  };
}

/** Two choices, the second of which shows something else to fill in. */
export function Either({
  legend,
  hint,
  choices,
  isFirst,
  first,
  second,
}: {
  legend: string;
  hint?: string;
  choices: [first: string, second: string];
  isFirst: boolean;
  first: RefObject<HTMLInputElement | null>;
  second: (isHidden: boolean) => Child | Child[];
}) {
  const [group] = useState(() => uniqueId('choice'));
  const [isHidden, hide] = useState(isFirst);
  const option = (text: string, isOne: boolean) => (
    <label class="option">
      <input
        type="radio"
        name={group}
        ref={isOne ? first : null}
        defaultChecked={isOne === isFirst}
        onChange={() => hide(isOne)}
      />
      {text}
    </label>
  );
  return (
    <fieldset class="field">
      <legend>{legend}</legend>
      {hint !== undefined && <p class="hint">{hint}</p>}
      {option(choices[0], true)}
      {option(choices[1], false)}
      {second(isHidden)}
    </fieldset>
  );
}

/** A choice that appends the selected value to the text area before it as a new line. */
function Offer({ known, isMeant }: { known: Promise<string[]>; isMeant: (id: string) => boolean }) {
  const [ids, setIds] = useState<string[]>([]);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => void known.then((all) => setIds(all.filter(isMeant))), []);
  if (ids.length === 0) return null;
  const picker = choiceField({
    name: '',
    label: 'Add',
    choices: ['', ...ids].map((id) => [id, id || '–']),
    onChange(id) {
      const area = place.current?.parentElement?.querySelector('textarea');
      if (area) area.value = [...new Set([...linesOf(area.value), id])].filter((line) => line !== '').join('\n');
      picker.set('');
    },
  });
  return <div ref={place}>{picker.element}</div>;
}

/** A control for a list of values, one on each line. */
export function linesField({
  name,
  value,
  rows = 3,
  optional = true,
  ...label
}: {
  name: string;
  label: Child;
  hint: string;
  value: string[];
  rows?: number;
  optional?: boolean;
  below?: Child;
}): Field {
  const area = areaField({ ...label, name, rows, optional, value: value.join('\n'), spellcheck: false });
  return {
    ...area,
    fill(body) {
      body[name] = linesOf(area.text());
    },
  };
}

/** Returns the allowed tools of MCP servers as lines. The prefix alone means that none of its tools is allowed. */
export function toolLines(value: Record<string, string[]>) {
  return Object.entries(value).flatMap(([prefix, tools]) =>
    tools.length === 0 ? [`${prefix}/`] : tools.map((tool) => `${prefix}/${tool}`),
  );
}

/** A control for the tools of MCP servers, one on each line. */
export function toolsField(value: Record<string, string[]>): Field {
  const field = linesField({
    name: 'mcp_tools',
    label: 'Tools of MCP servers, one per line',
    hint: 'The prefix and the tool: docs/search. All tools of servers that are not named here may be called; docs/ alone allows none of docs.',
    value: toolLines(value),
  });
  return {
    ...field,
    fill(body) {
      field.fill(body);
      const tools: Record<string, string[]> = {};
      for (const line of body.mcp_tools as string[]) {
        const [prefix = ''] = line.split('/', 1);
        const tool = line.slice(prefix.length + 1);
        tools[prefix] = [...(tools[prefix] ?? []), ...(tool === '' && line.endsWith('/') ? [] : [tool])];
      }
      body.mcp_tools = tools;
    },
  };
}

function linesOf(text: string) {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A control for pairs of names and values, such as a vector store's metadata. */
export function pairsField({ name, value }: { name: string; value: Record<string, string | number | boolean> }): Field {
  const place = createRef<HTMLFieldSetElement>();
  const trouble = shared<string | undefined>(undefined);
  const control = (label: string, text: string) => (
    <input aria-label={label} placeholder={label} defaultValue={text} dir="auto" spellcheck={false} />
  );
  return {
    element: (
      <fieldset class="field" ref={place}>
        <legend>
          Metadata<span class="soft"> (optional)</span>
        </legend>
        <p class="hint">
          Up to 16 key-value pairs. Numbers, true and false keep their type. Put quotes around a value to store it as
          text.
        </p>
        <Rows
          class="pairs"
          first={Object.entries(value)}
          blank={['', '']}
          add="Add a pair"
          remove="Remove this pair"
          row={([key, one]) => [control('Name', key), control('Value', key === '' ? '' : written(one))]}
        />
        <Trouble of={trouble} />
      </fieldset>
    ),
    names: [name],
    focus: () => focusOn(place.current?.querySelector('input, button')),
    setProblem: trouble.set,
    fill(body) {
      const rows = [...(place.current?.querySelectorAll('li') ?? [])];
      const pairs = rows.map((row) => [...row.querySelectorAll('input')].map((input) => input.value));
      body[name] = Object.fromEntries(
        pairs.filter(([key]) => key !== '').map(([key, text]) => [key, read(text ?? '')]),
      );
    },
  };
}

/** The place of the error of a control that has more than one input. */
export function Trouble({ of: text }: { of: ReturnType<typeof shared<string | undefined>> }) {
  return (
    <p class="trouble" role="alert">
      {text.use()}
    </p>
  );
}

/** Returns a metadata value as the form shows it. */
function written(value: string | number | boolean) {
  return typeof value === 'string' && typeof read(value) === 'string' && !isQuoted(value)
    ? value
    : JSON.stringify(value);
}

function read(text: string): string | number | boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  if (/^-?(0|[1-9]\d*)(\.\d+)?$/.test(text)) return Number(text);
  return isQuoted(text) ? JSON.parse(text) : text;
}

function isQuoted(text: string) {
  if (!/^".*"$/s.test(text)) return false;
  try {
    return typeof JSON.parse(text) === 'string';
  } catch {
    return false;
  }
}

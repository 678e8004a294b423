// Form controls for lists of values.

import type { Child, Field } from '../api/types.ts';
import { fill, h, uniqueId } from '../shell/dom.ts';
import { icon } from '../shell/icon.tsx';
import { choiceField, labelled } from './fields.ts';

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
  const lines = Array.isArray(value) ? value : [];
  const isAll = String(value) === String(wholeValue);
  const group = uniqueId(name);
  const area = h('textarea', { name, rows: 4, spellcheck: 'false', autocomplete: 'off' });
  area.defaultValue = lines.join('\n');
  const box = labelled(area, { label: `${legend}, one per line`, hint });
  void known?.then((ids) => offer(ids.filter((id) => !lines.includes(id))));
  const radio = (whole: boolean, text: string) =>
    h(
      'label',
      { class: 'option' },
      h('input', { type: 'radio', name: group, checked: whole === isAll, change: () => choose(whole) }),
      text,
    );
  const everything = radio(true, all);
  const element = h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, legend),
    everything,
    radio(false, some),
    box.element,
  );
  choose(isAll);
  return {
    element,
    names: [name],
    focus: () => (area.closest('[hidden]') === null ? area.focus() : everything.querySelector('input')?.focus()),
    setProblem: box.setProblem,
    fill(body) {
      const whole = everything.querySelector('input')?.checked === true;
      const some = linesOf(area);
      // Sends one empty value for an empty list if the API has no empty list, or takes it for "everything". The server
      // then reports the missing values.
      body[name] = whole ? wholeValue : some.length === 0 && wholeValue !== 'all' ? [''] : some;
    },
  };

  function choose(whole: boolean) {
    box.element.hidden = whole;
  }

  /** A choice that appends the selected value as a new line. */
  function offer(ids: string[]) {
    if (ids.length === 0) return;
    const choices = ids.map((id) => [id, id] as [string, string]);
    const { element: picker, select } = choiceField({ name: '', label: 'Add', choices: [['', '–'], ...choices] });
    select.addEventListener('change', () => {
      const written = area.value.split('\n').map((line) => line.trim());
      if (!written.includes(select.value))
        area.value = [...written.filter((line) => line !== ''), select.value].join('\n');
      select.value = '';
    });
    box.element.append(picker);
  }
}

/** A control for a list of values, one on each line. */
export function linesField({
  name,
  label,
  hint,
  value,
}: {
  name: string;
  label: Child;
  hint: string;
  value: string[];
}): Field {
  const area = h('textarea', { name, rows: 3, spellcheck: 'false', autocomplete: 'off' });
  area.defaultValue = value.join('\n');
  return {
    ...labelled(area, { label, hint, optional: true }),
    names: [name],
    fill(body) {
      body[name] = linesOf(area);
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

function linesOf(area: HTMLTextAreaElement) {
  return area.value
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** A control for pairs of names and values, such as a vector store's metadata. */
export function pairsField({ name, value }: { name: string; value: Record<string, string | number | boolean> }): Field {
  const rows = h('ul', { class: 'pairs' });
  const trouble = h('p', { class: 'trouble', role: 'alert' });
  const add = h('button', { type: 'button', click: () => addRow('', '').focus() }, 'Add a pair');
  const element = h(
    'fieldset',
    { class: 'field' },
    h('legend', {}, 'Metadata', h('span', { class: 'soft' }, ' (optional)')),
    h(
      'p',
      { class: 'hint' },
      'Up to 16 key-value pairs. Numbers, true and false keep their type. Put quotes around a value to store it as text.',
    ),
    rows,
    add,
    trouble,
  );
  for (const [key, one] of Object.entries(value)) addRow(key, written(one));
  return {
    element,
    names: [name],
    focus: () => (rows.querySelector('input') ?? add).focus(),
    setProblem: (text) => fill(trouble, text ?? ''),
    fill(body) {
      const pairs = [...rows.children].map((row) => [...row.querySelectorAll('input')].map((input) => input.value));
      body[name] = Object.fromEntries(
        pairs.filter(([key]) => key !== '').map(([key, text]) => [key, read(text ?? '')]),
      );
    },
  };

  function addRow(key: string, text: string) {
    const keyInput = h('input', {
      'aria-label': 'Name',
      placeholder: 'Name',
      value: key,
      dir: 'auto',
      spellcheck: 'false',
    });
    const textInput = h('input', {
      'aria-label': 'Value',
      placeholder: 'Value',
      value: text,
      dir: 'auto',
      spellcheck: 'false',
    });
    const remove = h('button', { type: 'button', class: 'quiet', 'aria-label': 'Remove this pair' }, icon('close'));
    const row = h('li', {}, keyInput, textInput, remove);
    remove.addEventListener('click', () => {
      row.remove();
      add.focus();
    });
    rows.append(row);
    return keyInput;
  }
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

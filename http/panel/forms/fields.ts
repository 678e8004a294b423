// Simple form controls.

import type { Child, Field } from '../api/types.ts';
import { h, uniqueId } from '../shell/dom.ts';
import { numberUnits } from '../shell/number-text.ts';

type Choice = [value: string, text: string];

/** Returns a label, a control, a hint and a place for errors, linked for screen readers. */
export function labelled(
  control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement,
  {
    label,
    hint,
    optional = false,
    beside,
  }: { label: Child; hint?: Child | undefined; optional?: boolean; beside?: Child },
) {
  const id = uniqueId('field');
  control.id = id;
  const trouble = h('p', { class: 'trouble', id: `${id}-trouble` });
  const told = [hint === undefined ? '' : `${id}-hint`, `${id}-trouble`].join(' ').trim();
  control.setAttribute('aria-describedby', told);
  const element = h(
    'div',
    { class: 'field' },
    h('label', { for: id }, label, optional && h('span', { class: 'soft' }, ' (optional)')),
    hint !== undefined && h('p', { class: 'hint', id: `${id}-hint` }, hint),
    beside === undefined ? control : h('div', { class: 'joined' }, control, beside),
    trouble,
  );
  return {
    element,
    focus: () => control.focus(),
    setProblem: (text: string | undefined) => {
      trouble.textContent = text ?? '';
      control.setAttribute('aria-invalid', String(text !== undefined));
    },
  };
}

/** @param options `whenEmpty`: what an empty text means. */
export function textField({
  name,
  value,
  type = 'text',
  whenEmpty = 'send',
  ...options
}: {
  name: string;
  label: Child;
  hint?: Child;
  value?: string | null;
  type?: string;
  autocomplete?: string;
  optional?: boolean;
  whenEmpty?: 'leave-out' | 'null' | 'send';
  readonly?: boolean;
  inputmode?: string;
}): Field & { input: HTMLInputElement } {
  const { label, hint, optional, autocomplete = 'off', readonly = false, inputmode } = options;
  const isText = type === 'text';
  const input = h('input', {
    type,
    name,
    autocomplete,
    readonly,
    inputmode,
    spellcheck: 'false',
    dir: isText ? 'auto' : null,
  });
  input.defaultValue = value ?? '';
  return {
    ...labelled(input, { label, hint, optional: optional ?? false }),
    input,
    names: [name],
    fill(body) {
      if (input.value !== '' || whenEmpty === 'send') body[name] = input.value;
      else if (whenEmpty === 'null') body[name] = null;
    },
  };
}

/** A field for a text of several lines. */
export function areaField({
  name,
  label,
  hint,
  value = '',
  optional = false,
  rows,
}: {
  name: string;
  label: Child;
  hint?: Child;
  value?: string;
  optional?: boolean;
  rows: number;
}): Field & { area: HTMLTextAreaElement } {
  const area = h('textarea', { name, rows, autocomplete: 'off', dir: 'auto' });
  area.defaultValue = value;
  return {
    ...labelled(area, { label, hint, optional }),
    area,
    names: [name],
    fill(body) {
      body[name] = area.value;
    },
  };
}

/** A field for a number, such as 500 or 10k. Empty means no value. */
export function numberField({
  name,
  label,
  hint,
  value,
  whenEmpty = 'leave-out',
  unit = 'number',
}: {
  name: string;
  label: Child;
  hint?: Child;
  value?: number | null;
  whenEmpty?: 'leave-out' | 'null';
  unit?: keyof typeof numberUnits;
}): Field {
  const { read, write } = numberUnits[unit];
  const input = h('input', { name, inputmode: unit === 'bytes' ? null : 'decimal', autocomplete: 'off' });
  input.defaultValue = value === null || value === undefined ? '' : write(value);
  return {
    ...labelled(input, { label, hint, optional: false }),
    names: [name],
    fill(body) {
      const text = input.value.trim();
      // Invalid numbers are sent unchanged, so that the server reports the error.
      if (text !== '') body[name] = read(text) ?? text;
      else if (whenEmpty === 'null') body[name] = null;
    },
  };
}

/**
 * A checkbox.
 * @param options `value`: whether it is checked.
 */
export function checkField({
  name,
  label,
  hint,
  value = false,
}: {
  name: string;
  label: Child;
  hint?: Child;
  value?: boolean;
}): Field {
  const input = h('input', { type: 'checkbox', name, checked: value });
  return {
    ...labelled(input, { label, hint }),
    names: [name],
    fill(body) {
      body[name] = input.checked;
    },
  };
}

/** A password field with a button that shows the password. */
export function passwordField({
  name,
  label,
  hint,
  autocomplete,
}: {
  name: string;
  label: Child;
  hint?: Child;
  autocomplete: 'current-password' | 'new-password';
}): Field {
  const input = h('input', { type: 'password', name, autocomplete, spellcheck: 'false' });
  const toggle = h('button', { type: 'button', 'aria-pressed': 'false', 'aria-label': 'Show the password' }, 'Show');
  toggle.addEventListener('click', () => {
    const shown = input.type === 'password';
    input.type = shown ? 'text' : 'password';
    toggle.setAttribute('aria-pressed', String(shown));
    toggle.textContent = shown ? 'Hide' : 'Show';
  });
  return {
    ...labelled(input, { label, hint, beside: toggle }),
    names: [name],
    fill(body) {
      body[name] = input.value;
    },
  };
}

/**
 * A select field.
 * @param options `groups`: further choices with a heading.
 */
export function choiceField({
  name,
  label,
  hint,
  value,
  choices,
  groups = [],
}: {
  name: string;
  label: Child;
  hint?: Child;
  value?: string | undefined;
  choices: Choice[];
  groups?: [label: string, choices: Choice[]][];
}): Field & { select: HTMLSelectElement } {
  const select = h(
    'select',
    { name },
    choices.map(option),
    groups.map(([title, ones]) => h('optgroup', { label: title }, ones.map(option))),
  );
  return {
    ...labelled(select, { label, hint }),
    select,
    names: [name],
    fill(body) {
      body[name] = select.value;
    },
  };

  function option([choice, text]: Choice) {
    return h('option', { value: choice, selected: choice === value }, text);
  }
}

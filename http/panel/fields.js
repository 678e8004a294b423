// Simple form controls.

/** @import { Child, Field } from './types.ts' */

import { h, uniqueId } from './dom.js';
import { numberUnits } from './number-text.js';

/** @typedef {[value: string, text: string]} Choice */

/**
 * Returns a label, a control, a hint and a place for errors, linked for screen readers.
 * @param {HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement} control
 * @param {{ label: Child, hint?: Child | undefined, optional?: boolean, beside?: Child }} texts
 */
export function labelled(control, { label, hint, optional = false, beside }) {
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
    setProblem: (/** @type {string | undefined} */ text) => {
      trouble.textContent = text ?? '';
      control.setAttribute('aria-invalid', String(text !== undefined));
    },
  };
}

/**
 * @param {{
 *   name: string, label: Child, hint?: Child, value?: string | null, type?: string, autocomplete?: string,
 *   optional?: boolean, whenEmpty?: 'leave-out' | 'null' | 'send', readonly?: boolean, inputmode?: string,
 * }} options `whenEmpty`: what an empty text means.
 * @returns {Field & { input: HTMLInputElement }}
 */
export function textField({ name, value, type = 'text', whenEmpty = 'send', ...options }) {
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

/**
 * A field for a text of several lines.
 * @param {{ name: string, label: Child, hint?: Child, value?: string, optional?: boolean, rows: number }} options
 * @returns {Field & { area: HTMLTextAreaElement }}
 */
export function areaField({ name, label, hint, value = '', optional = false, rows }) {
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

/**
 * A field for a number, such as 500 or 10k. Empty means no value.
 * @param {{
 *   name: string, label: Child, hint?: Child, value?: number | null, whenEmpty?: 'leave-out' | 'null',
 *   unit?: keyof typeof numberUnits,
 * }} options
 * @returns {Field}
 */
export function numberField({ name, label, hint, value, whenEmpty = 'leave-out', unit = 'number' }) {
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
 * @param {{ name: string, label: Child, hint?: Child, value?: boolean }} options `value`: whether it is checked.
 * @returns {Field}
 */
export function checkField({ name, label, hint, value = false }) {
  const input = h('input', { type: 'checkbox', name, checked: value });
  return {
    ...labelled(input, { label, hint }),
    names: [name],
    fill(body) {
      body[name] = input.checked;
    },
  };
}

/**
 * A password field with a button that shows the password.
 * @param {{ name: string, label: Child, hint?: Child, autocomplete: 'current-password' | 'new-password' }} options
 * @returns {Field}
 */
export function passwordField({ name, label, hint, autocomplete }) {
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
 * @param {{
 *   name: string, label: Child, hint?: Child, value?: string | undefined, choices: Choice[],
 *   groups?: [label: string, choices: Choice[]][],
 * }} options `groups`: further choices with a heading.
 * @returns {Field & { select: HTMLSelectElement }}
 */
export function choiceField({ name, label, hint, value, choices, groups = [] }) {
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

  /** @param {Choice} choice */
  function option([choice, text]) {
    return h('option', { value: choice, selected: choice === value }, text);
  }
}

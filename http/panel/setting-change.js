// The dialog that changes one setting at run time.

/** @import { Field } from './types.ts' */
/** @import { Setting } from './settings.js' */

import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField, numberField, textField } from './fields.js';
import { form } from './form.js';
import { code } from './format.js';

/**
 * @param {Setting} setting
 * @param {(value: unknown) => Promise<unknown>} change
 */
export function openChange({ id, value, origin }, change) {
  const field = controlFor(value, origin.secret);
  openDialog('Change the setting', (close) => [
    h('p', {}, code(id), ' ', origin.about),
    form({
      // The server reports a problem at the top-level part of the configuration that contains the setting.
      fields: [{ ...field, names: [id.split('.')[0] ?? ''] }],
      submit: 'Change',
      cancel: close,
      async run(body) {
        await change(body.value);
        close();
      },
    }),
  ]);
}

/**
 * @param {unknown} value
 * @param {boolean} isSecret
 * @returns {Field}
 */
function controlFor(value, isSecret) {
  const name = 'value';
  const label = 'Value';
  if (isSecret) return textField({ name, label, type: 'password', hint: 'Replaces the current value.' });
  if (typeof value === 'number') return numberField({ name, label, value });
  if (typeof value !== 'boolean') return textField({ name, label, value: value === null ? '' : String(value) });
  const choice = choiceField({
    name,
    label,
    value: String(value),
    choices: [
      ['true', 'yes'],
      ['false', 'no'],
    ],
  });
  return {
    ...choice,
    fill(body) {
      body[name] = choice.select.value === 'true';
    },
  };
}

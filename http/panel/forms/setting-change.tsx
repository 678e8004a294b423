// The dialog that changes one setting at run time.

import type { Field } from '../api/types.ts';
import { code } from '../shell/format.tsx';
import { openDialog } from './dialog.ts';
import { choiceField, numberField, textField } from './fields.ts';
import { form } from './form.ts';
import type { Setting } from './settings.ts';

export function openChange({ id, value, origin }: Setting, change: (value: unknown) => Promise<unknown>) {
  const field = controlFor(value, origin.secret);
  openDialog('Change the setting', (close) => [
    <p>
      {code(id)} {origin.about}
    </p>,
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

function controlFor(value: unknown, isSecret: boolean): Field {
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

// The dialogs that change, reset and reveal one setting.

import type { AccountContext, Field } from '../api/types.ts';
import { announce } from '../shell/announce.tsx';
import { copyable } from '../shell/copy.tsx';
import { code } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { confirmAction } from './confirm.tsx';
import { openDialog } from './dialog.tsx';
import { choiceField, numberField, textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';
import { changeOf, type Setting } from './settings.ts';

export function changeSetting({ id, value, origin }: Setting, context: AccountContext) {
  const field = controlFor(value, origin.secret);
  formDialog('Change the setting', {
    lead: (
      <p>
        {code(id)} {origin.about}
      </p>
    ),
    // The server reports a problem at the top-level part of the configuration that contains the setting.
    fields: [{ ...field, names: [id.split('.')[0] ?? ''] }],
    submit: 'Change',
    run: (body) => change(id, body.value, context),
  });
}

async function change(id: string, value: unknown, { api, reload }: AccountContext) {
  await api.patch('/admin/config', { body: changeOf(id, value) });
  reload();
  announce(code(id), ' was changed. Other servers apply it within seconds.');
}

export function confirmReset(id: string, context: AccountContext) {
  confirmAction({
    title: 'Reset the setting?',
    text: [code(id), ' returns to the value of the configuration file, or to the default.'],
    action: 'Reset',
    dangerous: false,
    run: () => change(id, null, context),
    onDone: () => undefined,
  });
}

export function confirmReveal(id: string, { api }: AccountContext) {
  let value = '';
  confirmAction({
    title: 'Reveal the secret?',
    text: [code(id), ' will be shown on this screen. The audit log records that you revealed it.'],
    action: 'Reveal',
    dangerous: false,
    async run() {
      value = (await api.get('/admin/config/reveal/{path}', { params: { path: id } })).value;
    },
    onDone: () =>
      openDialog('A secret', (close) => [
        <p>{code(id)}</p>,
        copyable(value, 'secret'),
        <div class="buttons">{button('Hide', close, 'primary')}</div>,
      ]),
  });
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
      body[name] = choice.text() === 'true';
    },
  };
}

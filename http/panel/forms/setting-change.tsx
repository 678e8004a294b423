// The dialogs that change, reset and reveal one setting.

import type { AccountContext, Field, Schemas } from '../api/index.ts';
import { button, code, copyable } from '../shell/index.ts';
import { confirmAction } from './confirm.tsx';
import { openDialog } from './dialog.tsx';
import { choiceField, numberField, textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

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
    ...change(id, (body) => body.value, context),
  });
}

/** Returns how a form changes the setting. */
function change(id: string, read: (body: Record<string, unknown>) => unknown, { api, reload }: AccountContext) {
  return {
    run: (body: Record<string, unknown>) => api.patch('/admin/config', { body: changeOf(id, read(body)) }),
    onDone: reload,
    notice: () => [code(id), ' was changed. Other servers apply it within seconds.'],
  };
}

export function confirmReset(id: string, context: AccountContext) {
  confirmAction({
    title: 'Reset the setting?',
    text: [code(id), ' returns to the value of the configuration file, or to the default.'],
    action: 'Reset',
    dangerous: false,
    ...change(id, () => null, context),
  });
}

export function confirmReveal(id: string, { api }: AccountContext) {
  confirmAction({
    title: 'Reveal the secret?',
    text: [code(id), ' will be shown on this screen. The audit log records that you revealed it.'],
    action: 'Reveal',
    dangerous: false,
    run: () => api.get('/admin/config/reveal/{path}', { params: { path: id } }),
    onDone: ({ value }) =>
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
    texts: { true: 'yes', false: 'no' },
  });
  return {
    ...choice,
    fill(body) {
      body[name] = choice.text() === 'true';
    },
  };
}

/** The text that the server returns in place of a stored secret. */
const mask = '••••••••';

export interface Setting {
  /** Its dotted path. */
  id: string;
  value: unknown;
  /** True if there is a value that can be revealed. */
  isSecret: boolean;
  origin: Schemas['SettingProvenance'];
}

/** Returns all settings, grouped by their part of the configuration. Lists appear item by item. */
export function sections(
  config: Schemas['AdminConfig'],
  { settings }: Schemas['ConfigProvenance'],
): Map<string, Setting[]> {
  const found: Map<string, Setting[]> = new Map();
  for (const origin of settings) {
    const section = origin.path.split('.')[0] ?? '';
    const rows = leaves(valueAt(config, origin.path), origin.path).map(([id, value]) => ({
      id,
      value,
      isSecret: value === mask,
      origin,
    }));
    found.set(section, [...(found.get(section) ?? []), ...rows]);
  }
  return found;
}

/**
 * Returns the change of one setting as the nested object that the server expects.
 * @param value null: back to what the file or the default says.
 */
function changeOf(path: string, value: unknown): Record<string, unknown> {
  const keys = path.split('.');
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value) as Record<string, unknown>;
}

function leaves(value: unknown, path: string): [path: string, value: unknown][] {
  const isList = Array.isArray(value) && value.some((item) => typeof item === 'object' && item !== null);
  if (!isList && !isMapping(value)) return [[path, value]];
  return Object.entries(value as object).flatMap(([key, one]) => leaves(one, `${path}.${key}`));
}

function isMapping(value: unknown) {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function valueAt(config: unknown, path: string) {
  let value = config;
  for (const key of path.split('.')) value = (value as Record<string, unknown> | undefined)?.[key];
  return value;
}

// The rules of a key: its permissions, its models and the networks from which it is accepted.

import type { Field, Schemas } from '../api/index.ts';
import { countOf } from '../shell/index.ts';
import { allOrSomeField } from './field-lists.tsx';
import { choiceField } from './fields.tsx';
import { permissionsField } from './permissions.tsx';

const daySeconds = 86_400;
const lives = [7, 30, 90, 365];

type KeyRules = Pick<Schemas['AdminApiKey'], 'scopes' | 'models' | 'allowed_cidrs'>;

/**
 * Returns the fields of the rules.
 * @param options `models`: the models to choose from.
 */
export function ruleFields(
  rules: KeyRules | undefined,
  { isOfProject, models }: { isOfProject: boolean; models?: (() => Promise<string[]>) | undefined },
): Field[] {
  const { scopes = null, models: chosen = null, allowed_cidrs: networks = null } = rules ?? {};
  return [
    permissionsField({
      name: 'scopes',
      hint: 'A call that needs another permission is refused.',
      value: scopes,
      whole: 'All that the maker of the key has',
      isOfProject,
    }),
    allOrSomeField({
      name: 'models',
      legend: 'Models',
      all: 'All models of the project',
      some: 'Only these',
      hint: 'For example gpt-4o-mini.',
      value: chosen,
      wholeValue: null,
      ...(models === undefined ? {} : { known: models() }),
    }),
    allOrSomeField({
      name: 'allowed_cidrs',
      legend: 'Networks',
      all: 'From everywhere',
      some: 'Only from these',
      hint: 'Address ranges such as 203.0.113.0/24.',
      value: networks,
      wholeValue: null,
    }),
  ];
}

/** Returns the rules in a few words: "3 permissions, 1 network". */
export function rulesText({ scopes, models, allowed_cidrs: networks }: KeyRules) {
  return [
    scopes !== null && countOf(scopes.length, ['permission', 'permissions']),
    models !== null && countOf(models.length, ['model', 'models']),
    networks !== null && countOf(networks.length, ['network', 'networks']),
  ]
    .filter((text) => text !== false)
    .join(', ');
}

/**
 * The choice of the key's lifetime.
 * @param unchanged what to say of leaving it as it is.
 */
export function lifeField(unchanged: Record<string, string>, more: Record<string, string> = {}): Field {
  const field = choiceField({
    name: 'expires_in_seconds',
    label: 'Expires',
    hint: 'The key stops working at this time.',
    texts: unchanged,
    choices: [...lives.map((days): [string, string] => [String(days), `in ${days} days`]), ...Object.entries(more)],
  });
  return {
    ...field,
    fill(body) {
      const value = field.text();
      if (value !== '') body.expires_in_seconds = value === 'never' ? null : Number(value) * daySeconds;
    },
  };
}

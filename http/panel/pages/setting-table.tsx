// The settings of a part of the configuration, with what can be done with them.

import type { AccountContext } from '../api/index.ts';
import { changeSetting, confirmReset, confirmReveal, type Setting } from '../forms/index.ts';
import { table } from '../lists/index.ts';
import { badge, breakable, button, code, duration, href, moment, sizeText } from '../shell/index.ts';

export function settingTable(title: string, settings: Setting[], context: AccountContext) {
  return table(settings, title, {
    Setting: ({ id, origin }) => [<code class="path">{breakable(id)}</code>, <p class="soft small">{origin.about}</p>],
    Value: shown,
    Source: source,
    Actions: { actions: (setting) => actions(setting, context) },
  });
}

/** Returns what the page shows of a setting, by which it is found. */
export function textOf(setting: Setting) {
  const { id, origin } = setting;
  const from = origin.source === 'stored' ? 'changed' : origin.source;
  return [id, origin.about, ...valueTexts(setting), origin.env ?? '', from].join('\n').replaceAll('\u00a0', ' ');
}

function shown(setting: Setting) {
  const { value, isSecret } = setting;
  const [text, inUnit] = valueTexts(setting);
  if (isSecret)
    return (
      <span>
        {text}
        <span class="hidden"> (secret, set)</span>
      </span>
    );
  if (typeof value === 'boolean' || isEmpty(value)) return text;
  return [<code class="value-text">{text}</code>, <p class="soft small">{inUnit}</p>];
}

/** Returns the value as a text, and sizes and durations also in units that a person reads at once. */
function valueTexts({ value, isSecret, origin: { path, secret } }: Setting): string[] {
  if (value === null && secret) return ['not set'];
  if (isEmpty(value)) return ['empty'];
  if (isSecret) return [String(value)];
  if (typeof value === 'boolean') return [value ? 'yes' : 'no'];
  if (typeof value !== 'number') return [Array.isArray(value) ? value.join(', ') : String(value)];
  if (path.endsWith('_bytes') && value >= 1000) return [String(value), sizeText(value)];
  return path.endsWith('_seconds') && value >= 60 ? [String(value), duration(value)] : [String(value)];
}

function isEmpty(value: unknown) {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

function source({ origin: { source: from, env, live, updated_at: at } }: Setting) {
  const variable = env !== null && <p class="small">{code(env)}</p>;
  switch (from) {
    case 'environment':
      return [badge('environment', 'quiet'), variable];
    case 'stored':
      return [badge('changed', 'busy'), <p class="small">{moment(at)}</p>];
    case 'file':
      return [badge('file', 'quiet'), !live && variable];
    case 'default':
      return [<span class="small">default</span>, !live && variable];
  }
}

function actions(setting: Setting, context: AccountContext) {
  const { id, isSecret, origin } = setting;
  const act = (text: string, click: () => void) => button(text, click, undefined, `${text}: ${id}`);
  const isFixed = origin.source === 'environment';
  const reveal = isSecret && act('Reveal', () => confirmReveal(id, context));
  // This setting changes as a whole, and has its own page.
  if (origin.path === 'upstreams') {
    const there = (
      <a href={href('/server/upstreams')} aria-label={`Change under Upstreams: ${id}`}>
        Change
      </a>
    );
    return [reveal, !isFixed && there];
  }
  return [
    reveal,
    origin.live && !isFixed && act('Change', () => changeSetting(setting, context)),
    origin.live && origin.source === 'stored' && act('Reset', () => confirmReset(id, context)),
    origin.live && isFixed && <span class="soft small">set by environment variable</span>,
    !origin.live && !isSecret && <span class="soft small">requires a restart</span>,
  ];
}

// The settings of a part of the configuration, with what can be done with them.

import type { AccountContext } from '../api/types.ts';
import { changeSetting, confirmReset, confirmReveal } from '../forms/setting-change.tsx';
import type { Setting } from '../forms/settings.ts';
import { table } from '../lists/table.tsx';
import { href } from '../shell/address.ts';
import { badge, breakable, code, duration, moment, size } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';

export function settingTable(title: string, settings: Setting[], context: AccountContext) {
  return table(settings, {
    label: title,
    columns: [
      {
        title: 'Setting',
        cell: ({ id, origin }) => [<code class="path">{breakable(id)}</code>, <p class="soft small">{origin.about}</p>],
      },
      { title: 'Value', cell: shown },
      { title: 'Source', cell: source },
      { title: 'Actions', kind: 'actions', cell: (setting) => actions(setting, context) },
    ],
  });
}

/** Returns the texts by which a setting is found. */
export function textOf({ id, value, isSecret, origin: { about, env, source } }: Setting) {
  return [id, about, isSecret ? '' : String(value), env ?? '', source === 'stored' ? 'changed' : source].join('\n');
}

function shown({ value, isSecret, origin }: Setting) {
  if (isSecret)
    return (
      <span>
        {String(value)}
        <span class="hidden"> (secret, set)</span>
      </span>
    );
  if (value === null && origin.secret) return 'not set';
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return [<code class="value-text">{text}</code>, <p class="soft small">{withUnit(origin.path, value)}</p>];
}

/** Returns a size or a duration in units that a person reads at once. */
function withUnit(path: string, value: unknown) {
  if (typeof value !== 'number') return undefined;
  if (path.endsWith('_bytes') && value >= 1000) return size(value);
  if (path.endsWith('_seconds') && value >= 60) return duration(value);
  return undefined;
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

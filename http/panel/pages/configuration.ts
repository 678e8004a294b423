import type { AccountContext, Page } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { openDialog } from '../forms/dialog.ts';
import { textField } from '../forms/fields.ts';
import { openChange } from '../forms/setting-change.tsx';
import type { Setting } from '../forms/settings.ts';
import { changeOf, sections } from '../forms/settings.ts';
import { table } from '../lists/table.tsx';
import { href } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { copyable } from '../shell/copy.tsx';
import { h } from '../shell/dom.ts';
import { badge, code, duration, moment, size } from '../shell/format.tsx';
import { heading } from '../shell/heading.tsx';

/** The titles of the parts of the configuration. */
const titles: Record<string, string> = {
  audit: 'Audit log',
  broker: 'Message broker',
  collections: 'Vector collections',
  data_dir: 'Data directory',
  database: 'Database',
  embeddings: 'Embedding models',
  file_search: 'File search',
  files: 'Files',
  ingestion: 'Ingestion',
  invitations: 'Invitations',
  limits: 'Request limits',
  log: 'Log',
  metrics: 'Metrics',
  responses: 'Stored responses',
  search: 'Search',
  secrets: 'Secrets key',
  server: 'HTTP server',
  smtp: 'Mail',
  sso: 'Identity providers',
  tokens: 'Tokens and sessions',
  tracing: 'Traces',
  upstream: 'Upstream calls',
  upstreams: 'Upstreams',
  usage: 'Usage',
  webhook: 'Webhooks',
  worker: 'Fine-tuning workers',
  workers: 'Background workers',
};

export const configurationPage: Page = {
  scope: 'admin',
  path: '/server/configuration',
  title: 'Configuration',
  label: 'Configuration',
  shortcut: 'c',
  async render(context) {
    const [config, provenance] = await Promise.all([
      context.api.get('/admin/config'),
      context.api.get('/admin/config/provenance'),
    ]);
    const settings = [...sections(config, provenance)];
    const changeable = groups(settings, isChangeable, context);
    const others = groups(settings, (setting) => !isChangeable(setting), context);
    const fold = h(
      'details',
      { class: 'below' },
      h('summary', {}, 'Settings that require a restart'),
      h(
        'p',
        { class: 'lead' },
        'Set these in environment variables or in the configuration file. Restart the server after a change.',
      ),
      ...others,
    );
    const nothing = h('p', { class: 'lead', hidden: true }, 'No setting contains this text.');
    const search = textField({ name: 'find', label: 'Find a setting', type: 'search' });
    search.input.addEventListener('input', () => {
      const hasFirst = find(search.input.value, changeable);
      const hasOthers = find(search.input.value, others);
      fold.hidden = !hasOthers;
      fold.open = hasOthers && search.input.value.trim() !== '';
      nothing.hidden = hasFirst || hasOthers;
    });
    return [
      heading('Configuration', {
        lead: 'The settings that you can change here come first. All servers apply a change within seconds.',
      }),
      h('div', { class: 'filters', role: 'search' }, search.element),
      nothing,
      ...changeable,
      fold,
    ];
  },
};

function isChangeable({ origin }: Setting) {
  return origin.live && origin.source !== 'environment';
}

/** Shows only the settings whose name, description or origin contains the text. Returns whether there are any. */
function find(text: string, parts: HTMLElement[]) {
  const wanted = text.trim().toLowerCase();
  for (const section of parts) {
    const rows = [...section.querySelectorAll('tbody tr')];
    for (const row of rows) {
      if (row instanceof HTMLElement) row.hidden = !(row.textContent ?? '').toLowerCase().includes(wanted);
    }
    section.hidden = rows.every((row) => row instanceof HTMLElement && row.hidden);
  }
  return parts.some(({ hidden }) => !hidden);
}

function groups(
  parts: [name: string, settings: Setting[]][],
  isWanted: (setting: Setting) => boolean,
  context: AccountContext,
) {
  return parts.flatMap(([name, all]) => {
    const settings = all.filter(isWanted);
    return settings.length === 0 ? [] : [group(titles[name] ?? name, settings, context)];
  });
}

function group(title: string, settings: Setting[], context: AccountContext) {
  return h(
    'section',
    { class: 'part' },
    h('h2', { class: 'below' }, title),
    table(settings, {
      label: title,
      columns: [
        {
          title: 'Setting',
          cell: ({ id, origin }) => [h('code', { class: 'path' }, id), h('p', { class: 'soft small' }, origin.about)],
        },
        { title: 'Value', cell: shown },
        { title: 'Source', cell: source },
        { title: 'Actions', kind: 'actions', cell: (setting) => actions(setting, context) },
      ],
    }),
  );
}

function shown({ value, isSecret, origin }: Setting) {
  if (isSecret) return h('span', {}, String(value), h('span', { class: 'hidden' }, ' (secret, set)'));
  if (value === null && origin.secret) return 'not set';
  if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0))
    return 'empty';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = Array.isArray(value) ? value.join(', ') : String(value);
  return [h('code', { class: 'value-text' }, text), h('p', { class: 'soft small' }, withUnit(origin.path, value))];
}

/** Returns a size or a duration in units that a person reads at once. */
function withUnit(path: string, value: unknown) {
  if (typeof value !== 'number') return undefined;
  if (path.endsWith('_bytes') && value >= 1000) return size(value);
  if (path.endsWith('_seconds') && value >= 60) return duration(value);
  return undefined;
}

function source({ origin: { source: from, env, live, updated_at: at } }: Setting) {
  const variable = env !== null && h('p', { class: 'small' }, code(env));
  switch (from) {
    case 'environment':
      return [badge('environment', 'quiet'), variable];
    case 'stored':
      return [badge('changed', 'busy'), h('p', { class: 'small' }, moment(at))];
    case 'file':
      return [badge('file', 'quiet'), !live && variable];
    case 'default':
      return [h('span', { class: 'small' }, 'default'), !live && variable];
  }
}

function actions(setting: Setting, context: AccountContext) {
  const { id, isSecret, origin } = setting;
  const button = (text: string, click: () => void) =>
    h('button', { type: 'button', 'aria-label': `${text}: ${id}`, click }, text);
  const isFixed = origin.source === 'environment';
  // This setting changes as a whole, and has its own page.
  if (origin.path === 'upstreams') {
    return [
      isSecret && button('Reveal', () => confirmReveal(id, context)),
      !isFixed && h('a', { href: href('/server/upstreams'), 'aria-label': `Change under Upstreams: ${id}` }, 'Change'),
    ];
  }
  return [
    isSecret && button('Reveal', () => confirmReveal(id, context)),
    origin.live && !isFixed && button('Change', () => openChange(setting, (value) => change(id, value, context))),
    origin.live && origin.source === 'stored' && button('Reset', () => confirmReset(id, context)),
    origin.live && isFixed && h('span', { class: 'soft small' }, 'set by environment variable'),
    !origin.live && !isSecret && h('span', { class: 'soft small' }, 'requires a restart'),
  ];
}

async function change(id: string, value: unknown, { api, reload }: AccountContext) {
  await api.patch('/admin/config', { body: changeOf(id, value) });
  reload();
  announce(code(id), ' was changed. Other servers apply it within seconds.');
}

function confirmReset(id: string, context: AccountContext) {
  confirmAction({
    title: 'Reset the setting?',
    text: [code(id), ' returns to the value of the configuration file, or to the default.'],
    action: 'Reset',
    dangerous: false,
    run: () => change(id, null, context),
    onDone: () => undefined,
  });
}

function confirmReveal(id: string, { api }: AccountContext) {
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
      void openDialog('A secret', (close) => [
        h('p', {}, code(id)),
        copyable(value, 'secret'),
        h('div', { class: 'buttons' }, h('button', { type: 'button', class: 'primary', click: close }, 'Hide')),
      ]),
  });
}

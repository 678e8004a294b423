// The list of the audit log, shared by the organization's page and the server's page.

import type { AccountContext, Child, ListOf, ListWindow, Schemas } from '../api/types.ts';
import { openDialog } from '../forms/dialog.ts';
import { choiceField } from '../forms/fields.ts';
import { identifier } from '../shell/copy.ts';
import { h } from '../shell/dom.ts';
import { code, facts, moment, named } from '../shell/format.ts';
import { changeTable } from './audit-changes.ts';
import { eventTypeGroups } from './audit-event-types.ts';
import { exportButton } from './audit-export.ts';
import { list } from './list.ts';

type Entry = Schemas['AuditLog'];
type Query = ListWindow & { event_types?: string[]; 'effective_at[gte]'?: number };

const daySeconds = 86_400;

const periods: [string, string][] = [
  ['', 'at any time'],
  ['1', 'last 24 hours'],
  ['7', 'last 7 days'],
  ['30', 'last 30 days'],
];

export function auditList(
  context: AccountContext,
  load: (query: Query) => Promise<ListOf<Entry>>,
  { isOfServer }: { isOfServer: boolean },
): Child[] {
  const filters = [
    choiceField({ name: 'event', label: 'Event', choices: [['', 'all event types']], groups: eventTypeGroups }),
    choiceField({ name: 'days', label: 'Time', choices: periods }),
  ];
  const entries = list(context, (window, chosen) => load({ ...window, ...queryOf(chosen) }), {
    of: ['entry', 'entries'],
    isCounted: false,
    filters,
    beside: (part) => exportButton(context, part),
    empty: [
      h('p', {}, h('strong', {}, 'No entries yet.')),
      h('p', {}, 'Changes to projects, keys, members and settings appear here.'),
    ],
    columns: columns(isOfServer),
  });
  return [h('div', { class: 'log' }, entries.element)];
}

function queryOf({ event, days }: Record<string, string>): Omit<Query, 'limit' | 'order'> {
  return {
    ...(event === undefined ? {} : { event_types: [event] }),
    ...(days === undefined ? {} : { 'effective_at[gte]': Math.floor(Date.now() / 1000) - Number(days) * daySeconds }),
  };
}

function columns(isOfServer: boolean): import('./list.ts').ListOptions<Entry>['columns'] {
  return [
    { title: 'Event', cell: ({ type }) => named(type) },
    { title: 'Actor', cell: who },
    {
      title: 'Resource',
      cell: ({ target_id: target, target_name: name, organization_id: id, organization_name: organization }) => [
        target === null ? '–' : nameOr(name, code(target)),
        isOfServer && h('p', { class: 'small' }, id === null ? 'of the server' : nameOr(organization, code(id))),
      ],
    },
    { title: 'Time', cell: ({ effective_at: at }) => moment(at) },
    {
      title: 'Actions',
      kind: 'actions',
      cell: (entry) =>
        h(
          'button',
          { type: 'button', 'aria-label': `Show ${entry.type}, ${entry.id}`, click: () => open(entry) },
          'Show',
        ),
    },
  ];
}

/** @param name null or empty: it has none, or was deleted. */
function nameOr(name: string | null, id: Child): Child {
  return name === null || name === '' ? id : named(name);
}

function who({ actor: { session, api_key: key } }: Entry) {
  if (key !== undefined) return ['key ', nameOr(key.name, code(key.id))];
  if (session === undefined) return '–';
  return session.user.email === null ? code(session.user.id ?? 'unknown') : named(session.user.email);
}

function nameAndId(name: string | null, id: string): Child[] {
  return [name !== null && name !== '' && h('p', {}, named(name)), identifier(id)];
}

function open(entry: Entry) {
  const { type, organization_id: organization, project, target_id: target, ip_address: from, actor } = entry;
  const actorId = actor.api_key?.id ?? actor.session?.user.id ?? null;
  openDialog(type, (close) => [
    facts([
      ['Time', moment(entry.effective_at)],
      ['Actor', [who(entry)].flat().concat(actorId === null ? [] : [h('br'), identifier(actorId)])],
      ['IP address', from === '' ? 'command line on the server' : code(from)],
      ['Resource', target === null ? '–' : nameAndId(entry.target_name, target)],
      ['Organization', organization === null ? 'the server' : nameAndId(entry.organization_name, organization)],
      ['Project', project === null ? '–' : nameAndId(project.name, project.id)],
      ['Request', identifier(entry.request_id)],
      ['Entry', identifier(entry.id)],
    ]),
    changeTable(entry),
    h(
      'details',
      {},
      h('summary', {}, 'Details as JSON'),
      h(
        'pre',
        { class: 'text', tabindex: 0, role: 'group', 'aria-label': 'Details' },
        JSON.stringify(entry[type] ?? {}, null, 2),
      ),
    ),
    h('div', { class: 'buttons' }, h('button', { type: 'button', click: close }, 'Close')),
  ]);
}

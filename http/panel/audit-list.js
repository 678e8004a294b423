// The list of the audit log, shared by the organization's page and the server's page.

/** @import { AccountContext, Child, ListOf, ListWindow, Schemas } from './types.ts' */

import { changeTable } from './audit-changes.js';
import { eventTypeGroups } from './audit-event-types.js';
import { exportButton } from './audit-export.js';
import { identifier } from './copy.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField } from './fields.js';
import { code, facts, moment, named } from './format.js';
import { list } from './list.js';

/** @typedef {Schemas['AuditLog']} Entry */
/** @typedef {ListWindow & { event_types?: string[], 'effective_at[gte]'?: number }} Query */

const daySeconds = 86_400;

/** @type {[string, string][]} */
const periods = [
  ['', 'at any time'],
  ['1', 'last 24 hours'],
  ['7', 'last 7 days'],
  ['30', 'last 30 days'],
];

/**
 * @param {AccountContext} context
 * @param {(query: Query) => Promise<ListOf<Entry>>} load
 * @param {{ isOfServer: boolean }} options
 * @returns {Child[]}
 */
export function auditList(context, load, { isOfServer }) {
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

/**
 * @param {Record<string, string>} chosen
 * @returns {Omit<Query, 'limit' | 'order'>}
 */
function queryOf({ event, days }) {
  return {
    ...(event === undefined ? {} : { event_types: [event] }),
    ...(days === undefined ? {} : { 'effective_at[gte]': Math.floor(Date.now() / 1000) - Number(days) * daySeconds }),
  };
}

/**
 * @param {boolean} isOfServer
 * @returns {import('./list.js').ListOptions<Entry>['columns']}
 */
function columns(isOfServer) {
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

/**
 * @param {string | null} name null or empty: it has none, or was deleted.
 * @param {Child} id
 * @returns {Child}
 */
function nameOr(name, id) {
  return name === null || name === '' ? id : named(name);
}

/** @param {Entry} entry */
function who({ actor: { session, api_key: key } }) {
  if (key !== undefined) return ['key ', nameOr(key.name, code(key.id))];
  if (session === undefined) return '–';
  return session.user.email === null ? code(session.user.id ?? 'unknown') : named(session.user.email);
}

/**
 * @param {string | null} name
 * @param {string} id
 * @returns {Child[]}
 */
function nameAndId(name, id) {
  return [name !== null && name !== '' && h('p', {}, named(name)), identifier(id)];
}

/** @param {Entry} entry */
function open(entry) {
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

// The list of the audit log, shared by the organization's page and the server's page.

/** @import { AccountContext, Child, ListOf, ListWindow, Schemas } from './types.ts' */

import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField, textField } from './fields.js';
import { filters } from './filters.js';
import { code, facts, moment, named } from './format.js';
import { list } from './list.js';

/** @typedef {Schemas['AuditLog']} Entry */
/** @typedef {ListWindow & { event_types?: string[], actor_emails?: string[], resource_ids?: string[], 'effective_at[gte]'?: number }} Query */

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
  const choice = filters(context.query, controls(), () => void entries.restart());
  const entries = list(context, (window) => load({ ...window, ...queryOf(choice.values()) }), {
    label: 'Entries',
    filter: choice.values,
    empty: [
      h('p', {}, h('strong', {}, 'No entries yet.')),
      h('p', {}, 'Changes to projects, keys, members and settings appear here.'),
    ],
    columns: columns(isOfServer),
  });
  return [choice.element, h('div', { class: 'log' }, entries.element)];
}

function controls() {
  return [
    textField({ name: 'event', label: 'What', type: 'search', whenEmpty: 'leave-out' }),
    textField({ name: 'actor', label: 'Actor (e-mail)', type: 'search', whenEmpty: 'leave-out' }),
    textField({ name: 'resource', label: 'Resource (id)', type: 'search', whenEmpty: 'leave-out' }),
    choiceField({ name: 'days', label: 'When', choices: periods }),
  ];
}

/**
 * @param {Record<string, string>} chosen
 * @returns {Omit<Query, 'limit'>}
 */
function queryOf({ event, actor, resource, days }) {
  return {
    ...(event === undefined ? {} : { event_types: [event.trim()] }),
    ...(actor === undefined ? {} : { actor_emails: [actor.trim()] }),
    ...(resource === undefined ? {} : { resource_ids: [resource.trim()] }),
    ...(days === undefined ? {} : { 'effective_at[gte]': Math.floor(Date.now() / 1000) - Number(days) * daySeconds }),
  };
}

/**
 * @param {boolean} isOfServer
 * @returns {import('./list.js').ListOptions<Entry>['columns']}
 */
function columns(isOfServer) {
  return [
    { title: 'What', cell: ({ type }) => named(type) },
    { title: 'Who', cell: who },
    {
      title: 'To what',
      cell: ({ target_id: target, organization_id: id }) => [
        target === null ? '–' : code(target),
        isOfServer && h('p', { class: 'small' }, id === null ? 'of the server' : code(id)),
      ],
    },
    { title: 'When', cell: ({ effective_at: at }) => moment(at) },
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

/** @param {Entry} entry */
function who({ actor: { session, api_key: key } }) {
  if (key !== undefined) return code(key.id);
  if (session === undefined) return '–';
  return session.user.email === null ? code(session.user.id ?? 'unknown') : named(session.user.email);
}

/** @param {Entry} entry */
function open(entry) {
  const {
    id,
    type,
    organization_id: organization,
    project,
    target_id: target,
    ip_address: from,
    request_id: request,
  } = entry;
  const details = JSON.stringify(entry[type] ?? {}, null, 2);
  openDialog(type, (close) => [
    facts([
      ['When', moment(entry.effective_at)],
      ['Who', who(entry)],
      ['IP address', from === '' ? 'command line on the server' : code(from)],
      ['Resource', target === null ? '–' : code(target)],
      ['Organization', organization === null ? 'the server' : code(organization)],
      ['Project', project === null ? '–' : code(project.id)],
      ['Request', code(request)],
      ['Entry', code(id)],
    ]),
    h('pre', { class: 'text', tabindex: 0, role: 'group', 'aria-label': 'Details' }, details),
    h('div', { class: 'buttons' }, h('button', { type: 'button', click: close }, 'Close')),
  ]);
}

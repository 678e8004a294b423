// The list of the audit log, shared by the organization's page and the server's page.

import type { AccountContext, Child, ListOf, ListWindow, Schemas } from '../api/index.ts';
import { choiceField, openDialog } from '../forms/index.ts';
import { button, code, facts, identifier, logMoment, named, scrolled } from '../shell/index.ts';
import { changeTable } from './audit-changes.tsx';
import { eventTypeGroups } from './audit-event-types.ts';
import { ExportButton } from './audit-export.tsx';
import { list } from './list.tsx';
import type { Columns } from './table.tsx';

type Entry = Schemas['AuditLog'];
type Query = ListWindow & { event_types?: string[]; 'effective_at[gte]'?: number };

const daySeconds = 86_400;
/** The reader asks for more than 100,000 entries with a click. */
const mostReads = 10;

export function auditList(
  context: AccountContext,
  load: (query: Query) => Promise<ListOf<Entry>>,
  { isOfServer }: { isOfServer: boolean },
): Child[] {
  const filters = [
    choiceField({ name: 'event', label: 'Event', texts: { '': 'all event types' }, groups: eventTypeGroups }),
    choiceField({
      name: 'days',
      label: 'Time',
      texts: { '': 'at any time' },
      choices: [
        ['1', 'last 24 hours'],
        ['7', 'last 7 days'],
        ['30', 'last 30 days'],
      ],
    }),
  ];
  const entries = list(context, (window, chosen) => readOn(load, { ...window, ...queryOf(chosen) }), {
    of: ['entry', 'entries'],
    isCounted: false,
    filters,
    beside: (part) => <ExportButton context={context} load={part} />,
    empty: ['No entries yet.', 'Changes to projects, keys, members and settings appear here.'],
    columns: columns(isOfServer),
    name: ({ type, id }) => `${type}, ${id}`,
    actions: (entry) => [['Show', () => open(entry)]],
  });
  return [<div class="log">{entries.element}</div>];
}

/**
 * Loads the first page with an entry. For each page the server looks at 10,000 entries at most, and the answer is empty
 * if none of them has what the filters ask for.
 */
async function readOn(load: (query: Query) => Promise<ListOf<Entry>>, query: Query) {
  let page = await load(query);
  for (let reads = 1; reads < mostReads && query.before === undefined; reads += 1) {
    if (page.data.length > 0 || !page.has_more || page.last_id === null) break;
    page = await load({ ...query, after: page.last_id });
  }
  return page;
}

function queryOf({ event, days }: Record<string, string>): Omit<Query, 'limit' | 'order'> {
  return {
    ...(event === undefined ? {} : { event_types: [event] }),
    ...(days === undefined ? {} : { 'effective_at[gte]': Math.floor(Date.now() / 1000) - Number(days) * daySeconds }),
  };
}

function columns(isOfServer: boolean): Columns<Entry> {
  return {
    Event: ({ type }) => named(type),
    Actor: who,
    Resource: ({ target_id: target, target_name: name, organization_id: id, organization_name: organization }) => [
      target === null ? '–' : nameOr(name, code(target)),
      isOfServer && <p class="small">{id === null ? 'of the server' : nameOr(organization, code(id))}</p>,
    ],
    Time: ({ effective_at: at }) => logMoment(at),
  };
}

/** @param name null or empty: it has none, or was deleted. */
function nameOr(name: string | null, id: Child): Child {
  return name === null || name === '' ? id : named(name);
}

const origins = { command_line: 'command line on the server', server: 'the server' };

function who({ actor: { session, api_key: key } }: Entry) {
  if (key !== undefined) return ['key ', nameOr(key.name, code(key.id))];
  if (session === undefined) return '–';
  const { user, origin } = session;
  if (user.email !== null) return named(user.email);
  return user.id === null && origin !== undefined ? origins[origin] : code(user.id ?? 'unknown');
}

function nameAndId(name: string | null, id: string): Child[] {
  return [name !== null && name !== '' && <p>{named(name)}</p>, identifier(id)];
}

function open(entry: Entry) {
  const { type, organization_id: organization, project, target_id: target, ip_address: from, actor } = entry;
  const actorId = actor.api_key?.id ?? actor.session?.user.id ?? null;
  openDialog(type, (close) => [
    facts([
      ['Time', logMoment(entry.effective_at)],
      ['Actor', [who(entry)].flat().concat(actorId === null ? [] : [<br />, identifier(actorId)])],
      ['IP address', from === '' ? '–' : code(from)],
      ['Resource', target === null ? '–' : nameAndId(entry.target_name, target)],
      ['Organization', organization === null ? 'the server' : nameAndId(entry.organization_name, organization)],
      ['Project', project === null ? '–' : nameAndId(project.name, project.id)],
      ['Request', identifier(entry.request_id)],
      ['Entry', identifier(entry.id)],
    ]),
    changeTable(entry),
    <details>
      <summary>Details as JSON</summary>
      {scrolled('Details', JSON.stringify(entry[type] ?? {}, null, 2))}
    </details>,
    <div class="buttons">{button('Close', close)}</div>,
  ]);
}

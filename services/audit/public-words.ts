// The public API's words for event types. Entries keep the server's own words, because their seals cover them; the log
// shows the public word as the type, and the details under both. Filters take either word.

/** The public API's word for an event type that has another word here. */
const publicTypes: Readonly<Record<string, string>> = {
  'invitation.created': 'invite.sent',
  'invitation.accepted': 'invite.accepted',
  'invitation.deleted': 'invite.deleted',
  'member.updated': 'user.updated',
  'member.deleted': 'user.deleted',
};

/** Returns the type of an entry as the log shows it. */
export function publicTypeOf(type: string): string {
  return publicTypes[type] ?? type;
}

/** Returns the filters that find the entries of a filter in either word. */
export function eitherWord(filter: string): string[] {
  const prefix = filter.endsWith('*') ? filter.slice(0, -1) : undefined;
  const isMeant = (word: string): boolean => (prefix === undefined ? word === filter : word.startsWith(prefix));
  const own = Object.entries(publicTypes).flatMap(([type, word]) => (isMeant(word) ? [type] : []));
  return [filter, ...own];
}

/** Returns the details with the members that the public API has: `data` of something new, and `title` for a name. */
export function publicDetails(type: string, details: Record<string, unknown>): Record<string, unknown> {
  const changes = details.changes_requested;
  if (typeof changes === 'object' && changes !== null) return { ...details, changes_requested: titled(changes) };
  return /\.(created|sent|added)$/.test(type) ? { ...details, data: titled(details) } : details;
}

function titled(values: object): object {
  return 'name' in values ? { ...values, title: values.name } : values;
}

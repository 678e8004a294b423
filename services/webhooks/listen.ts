// Reads the events of a project in order, without loss. Events get their positions when somebody reads them, in a
// transaction that holds the project's row of webhook_positions. So a reader that has seen a position has seen every
// event of all positions before it, whichever server committed them, and adding events costs nothing.

import { setTimeout as wait } from 'node:timers/promises';
import { transaction } from '../../models/connection.ts';
import type { ProjectRow } from '../../models/project.ts';
import { type EventCursor, WebhookEvent, type WebhookEventRow } from '../../models/webhook-event.ts';
import { WebhookPosition } from '../../models/webhook-position.ts';

const pageSize = 100;
/** The number of events that get a position in one transaction. */
const placeBatch = 1000;
/**
 * The polling interval of a waiting reader in milliseconds. It polls the database, because other servers add events
 * too.
 */
const pollMs = 500;
/** Sorts after every id, so that a cursor without an id is behind all events of its position. */
const afterAllIds = '~';

export interface EventPage {
  events: WebhookEventRow[];
  hasMore: boolean;
  cursor: string;
}

/**
 * Returns the events after the cursor. If there are none, waits for the first one.
 * @param cursor undefined: returns no events, but the current cursor.
 * @param isOver returns true if the reader should stop waiting.
 */
export async function readEvents(
  { id: projectId }: Pick<ProjectRow, 'id'>,
  cursor: string | undefined,
  waitMs: number,
  isOver: () => boolean,
): Promise<EventPage> {
  if (cursor === undefined) {
    await placeAll(projectId);
    return { events: [], hasMore: false, cursor: String(await WebhookPosition.last(projectId)) };
  }
  const after = parse(cursor);
  const end = performance.now() + waitMs;
  for (;;) {
    await placeAll(projectId);
    const events = await WebhookEvent.after(projectId, after, pageSize + 1);
    const leftMs = end - performance.now();
    if (events.length > 0 || leftMs <= 0 || isOver()) return pageOf(events, cursor);
    await wait(Math.min(pollMs, leftMs));
  }
}

function pageOf(events: WebhookEventRow[], cursor: string): EventPage {
  const hasMore = events.length > pageSize;
  if (hasMore) events.pop();
  const last = events.at(-1);
  return { events, hasMore, cursor: last === undefined ? cursor : `${last.position}.${last.id}` };
}

/** Gives every visible event a position. */
async function placeAll(projectId: string): Promise<void> {
  while (await WebhookEvent.hasUnplaced(projectId)) {
    await transaction(async (tx) => {
      const position = await WebhookPosition.take(projectId, tx);
      await WebhookEvent.place(projectId, position, placeBatch, tx);
    });
  }
}

function parse(cursor: string): EventCursor {
  const [position = '', id = afterAllIds] = cursor.split('.');
  return { position: Number(position), id };
}

// The laws of `search` and `include_total`, tried on the rows that the paging rule has made.

import type { Subject } from './list-subjects.ts';
import { expectedPage, type ListOptions, type Window } from './pages.ts';
import type { Trial } from './rule.ts';

const fewRows = 3;

/** Searches the list by ids, whole and in parts, and compares the rows, the pages and the totals. */
export async function judgeSearches(trial: Trial, subject: Subject, options: ListOptions): Promise<void> {
  const rows = await subject.rows();
  const middle = rows[rows.length >> 1];
  if (middle === undefined) return;
  const ulid = middle.slice(-26);
  for (const search of [middle, middle.toLowerCase(), middle.toUpperCase()]) {
    const { ids, total } = await searchFor(trial, subject, { search, include_total: 'true' });
    trial.equal('a search by an id finds its row alone', ids, [middle]);
    trial.equal('the total of a search by an id', total, 1);
  }
  const part = await searchFor(trial, subject, { search: ulid.slice(12).toLowerCase() });
  trial.expect(part.ids.includes(middle), 'a search by the end of an id', middle, part.ids);
  trial.equal('total without include_total', part.total, undefined);
  const wildcard = await searchFor(trial, subject, { search: '%' });
  trial.equal(
    'a search takes % for a wildcard',
    wildcard.rows.filter((row) => !row.includes('%')),
    [],
  );
  const none = await searchFor(trial, subject, { search: `${ulid}_${ulid}`, include_total: 'true' });
  trial.equal('a search for a text that no row has', [none.ids, none.total], [[], 0]);
  // Others add rows to a list of the whole server.
  if (subject.isShared !== true) await judgePages(trial, subject, rows, options);
}

/** All ids begin with the same letters, so a search for them shows the pages of the whole list. */
async function judgePages(trial: Trial, subject: Subject, rows: string[], options: ListOptions): Promise<void> {
  const search = (rows[0] ?? '').slice(0, -26).toUpperCase();
  const edge = rows[rows.length >> 1] ?? '';
  const windows: Window[] = (['asc', 'desc'] as const).flatMap((order) => [
    { order, limit: fewRows },
    { order, limit: fewRows, after: edge },
    { order, limit: fewRows, before: edge },
  ]);
  for (const window of windows)
    for (const query of [{ search }, {}]) {
      const found = await searchFor(trial, subject, { ...window, ...query, include_total: 'true' });
      const wanted = expectedPage(rows, window, options);
      const at = JSON.stringify({ ...window, ...query });
      trial.equal(`the page ${at}`, [found.ids, found.hasMore], [wanted.ids, wanted.hasMore]);
      trial.equal(`the total of ${at}`, found.total, rows.length);
    }
}

async function searchFor(trial: Trial, subject: Subject, query: Record<string, string | number>) {
  const answer = await trial.ask('GET', subject.path, { ...subject.options, query });
  trial.status(answer, 200, undefined, 'a search of a list');
  const data: { id?: unknown }[] = Array.isArray(answer.body?.data) ? answer.body.data : [];
  return {
    ids: data.map(({ id }) => String(id)),
    rows: data.map((row) => JSON.stringify(row)),
    hasMore: answer.body?.has_more,
    total: answer.body?.total,
  };
}

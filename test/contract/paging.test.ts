// Tests paging of every list in the document. `expectedPage` computes each page from a plain array, and every response is
// compared with it.

import t from 'tap';
import { document, operations } from '../../scripts/contract/answers.ts';
import { expectedPage, type ListOptions, type Page, type Window } from '../../scripts/contract/rules/pages.ts';
import { listOptionsOf } from '../../scripts/contract/rules/paging.ts';
import { parametersOf } from '../../scripts/document/document.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { startApp } from '../harness/app.ts';
import { signUp } from '../harness/world.ts';
import { isList } from './document-rules.ts';
import { derivedSubject, type Subject, subjects } from './paging-subjects.ts';

/** More rows than the default limit, so that the limit has an effect. */
const rowCount = 23;
const fewestAdded = 12;
const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true });

const opener = (operationId: string): (typeof subjects)[string] | undefined =>
  subjects[operationId] ?? derivedSubject(operationId);

const walkable = operations.filter(
  ({ operation }) =>
    isList(document, operation) &&
    parametersOf(document, operation).some(({ name }) => name === 'after') &&
    operation.operationId !== 'listInputItems',
);

t.test('this file tests every pageable list', async (t) => {
  const walked = walkable.map(({ operation }) => operation.operationId);
  t.strictSame(
    walked.filter((id) => opener(id) === undefined),
    [],
    'a list whose items no operation creates and deletes has an entry in paging-subjects.ts',
  );
  t.strictSame(
    Object.keys(subjects).filter((id) => !walked.includes(id)),
    [],
    'every entry is a list of the document',
  );
});

for (const { operation } of walkable) {
  const { operationId } = operation;
  const open = opener(operationId);
  if (open === undefined) continue;
  const options = listOptionsOf(operation);
  const orders = options.names.has('order') ? (['asc', 'desc'] as const) : [options.order];

  t.test(`${operationId} shows exactly the rows of every window, and walks from end to end both ways`, async (t) => {
    const subject = await open(app, admin);
    const { cursors } = await fill(subject);
    const ids = await subject.rows();
    t.ok(ids.length >= rowCount, 'more rows than the default limit');
    const befores = options.names.has('before') ? [undefined, ...cursors] : [undefined];
    const limits = [1, 2, 3, ids.length - 1, ids.length, ids.length + 1, 100];
    const windows: Window[] = [{}];
    for (const order of orders) {
      for (const [index, after] of [undefined, ...cursors].entries()) {
        for (const [offset, before] of befores.entries()) {
          // Each pair of two cursors is tested with one limit, in turn.
          const inTurn = limits[(index + offset) % limits.length] as number;
          const few = after === undefined || before === undefined ? limits : [inTurn];
          for (const limit of few) windows.push(windowOf({ after, before, limit, order }, options));
        }
      }
    }
    const wrong = await inParallel(4, windows, async (window) => {
      const [got, wanted] = [await read(subject, window), expectedPage(ids, window, options)];
      return isSame(got, wanted) ? undefined : { window, got, wanted };
    });
    t.strictSame(wrong.filter(Boolean).slice(0, 3), [], `${windows.length} windows`);
    const walks = orders.flatMap((order) => limits.map((limit) => ({ order, limit })));
    await inParallel(4, walks, async ({ order, limit }) => {
      const wanted = order === 'asc' ? ids : ids.toReversed();
      const name = `${order}, ${limit} at a time`;
      t.strictSame(await walk(subject, windowOf({ limit, order }, options)), wanted, name);
      if (options.names.has('before'))
        t.strictSame(await walkBack(subject, { limit, order }), wanted, `${name}, backward`);
    });
  });

  t.test(`${operationId} neither skips nor repeats a row while rows are added and deleted`, async (t) => {
    for (const order of orders) {
      const subject = await open(app, admin);
      const { made } = await fill(subject);
      const before = await subject.rows();
      const removed = new Set<string>();
      const added: string[] = [];
      let pages = 0;
      const seen = await walk(
        subject,
        windowOf({ limit: 3, order }, options),
        async (page, rest) => {
          pages += 1;
          if (pages > 4) return;
          added.push(await subject.add());
          // The row of the cursor, a row that was already returned, and one that was not.
          for (const id of [page.at(-1), page[0], rest.filter((one) => made.has(one))[1]]) {
            if (id === undefined || !made.delete(id)) continue;
            removed.add(id);
            await subject.remove(id);
          }
        },
        order === 'asc' ? before : before.toReversed(),
      );
      t.ok(added.length === 4 && removed.size >= 4, `${order}: rows were added and deleted`);
      t.equal(new Set(seen).size, seen.length, `${order}: no row twice`);
      const survivors = before.filter((id) => !removed.has(id));
      t.strictSame(
        survivors.filter((id) => !seen.includes(id)),
        [],
        `${order}: every remaining row is returned`,
      );
      t.strictSame(
        added.filter((id) => seen.includes(id)),
        order === 'asc' ? added : [],
        `${order}: new rows are at the newer end`,
      );
      t.strictSame(seen, order === 'asc' ? seen.toSorted() : seen.toSorted().toReversed(), `${order}: in order`);
    }
  });
}

/**
 * Fills the list, with rows of other tenants in between. `cursors`: ids of rows, of nothing, of deleted rows and of
 * other tenants' rows.
 */
async function fill(subject: Subject): Promise<{ made: Set<string>; cursors: string[] }> {
  const strangers: string[] = [];
  const made: string[] = [];
  const wanted = Math.max(fewestAdded, rowCount + 2 - (await subject.rows()).length);
  while (made.length < wanted) {
    made.push(await subject.add());
    if (made.length % 5 === 0 && subject.addElsewhere !== undefined) strangers.push(await subject.addElsewhere());
  }
  const gone = [made[0], made[6]] as [string, string];
  for (const id of gone) await subject.remove(id);
  const ids = await subject.rows();
  const prefix = gone[0].slice(0, -26);
  const picked = [0, 1, ids.length - 6, ids.length - 2, ids.length - 1].map((index) => ids[index] as string);
  const beyond = [`${prefix}${'0'.repeat(26)}`, `${prefix}7${'Z'.repeat(25)}`];
  const cursors = [...picked, ...beyond, ...gone, ...strangers.slice(1, 2)];
  return { made: new Set(made.filter((id) => !gone.includes(id))), cursors };
}

async function read({ path, token }: Subject, window: Window): Promise<Page> {
  const { status, body, text } = await app.request('GET', path, { token, query: { ...window } });
  if (status !== 200) throw new Error(text);
  const ids = body.data.map(({ id }: { id: string }) => id);
  return { ids, hasMore: body.has_more, first: body.first_id, last: body.last_id };
}

/**
 * Pages through the list to its end. Calls `between` with each page and the remaining rows of those known at the start.
 */
async function walk(
  subject: Subject,
  window: Window,
  between: (page: string[], rest: string[]) => Promise<void> = async () => undefined,
  known: string[] = [],
): Promise<string[]> {
  const seen: string[] = [];
  for (
    let page = await read(subject, window);
    ;
    page = await read(subject, { ...window, after: seen.at(-1) as string })
  ) {
    seen.push(...page.ids);
    if (!page.hasMore) return seen;
    if (page.ids.length !== window.limit) throw new Error('A page that is not the last one is not full');
    await between(
      page.ids,
      known.filter((id) => !seen.includes(id)),
    );
  }
}

/** Pages through the list from its end to its beginning. */
async function walkBack(subject: Subject, window: Required<Pick<Window, 'limit' | 'order'>>): Promise<string[]> {
  const end = await read(subject, { limit: 1, order: window.order === 'asc' ? 'desc' : 'asc' });
  const seen = end.ids;
  for (;;) {
    const page = await read(subject, { ...window, before: seen[0] as string });
    seen.unshift(...page.ids);
    if (!page.hasMore) return seen;
  }
}

/** Returns the window without parameters that the list does not have. */
function windowOf(window: { [Name in keyof Window]: Window[Name] | undefined }, { names }: ListOptions): Window {
  return Object.fromEntries(Object.entries(window).filter(([name, value]) => value !== undefined && names.has(name)));
}

function isSame(a: Page, b: Page): boolean {
  return JSON.stringify([a.ids, a.hasMore, a.first, a.last]) === JSON.stringify([b.ids, b.hasMore, b.first, b.last]);
}

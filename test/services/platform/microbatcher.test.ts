// Tests micro-batching: small pieces of work are done in few large batches.

import t from 'tap';
import { Microbatcher } from '../../../services/platform/microbatcher.ts';

t.test('items requested at once form one batch, and items that arrive meanwhile the next one', async (t) => {
  const batches: number[][] = [];
  const first = Promise.withResolvers<void>();
  const work = new Microbatcher(async (items: number[]) => {
    batches.push(items);
    if (batches.length === 1) await first.promise;
    return items.map((item) => item * 10);
  });
  const results = [1, 2, 3].map((item) => work.add(item));
  await new Promise(setImmediate);
  results.push(...[4, 5].map((item) => work.add(item)));
  first.resolve();
  t.strictSame(await Promise.all(results), [10, 20, 30, 40, 50]);
  t.strictSame(batches, [
    [1, 2, 3],
    [4, 5],
  ]);
});

t.test('a delayed batch does not delay others', async (t) => {
  const never = Promise.withResolvers<void>();
  const work = new Microbatcher(async (items: string[]) => {
    if (items.includes('stuck')) await never.promise;
    return items;
  });
  const stuck = work.add('stuck');
  await new Promise(setImmediate);
  t.equal(await work.add('free'), 'free');
  t.equal(await work.add('free too'), 'free too');
  never.resolve();
  t.equal(await stuck, 'stuck');
});

t.test('if a batch fails, each item is retried alone, and only the bad ones fail', async (t) => {
  const work = new Microbatcher(async (items: string[]) => {
    if (items.includes('bad')) throw new Error('bad');
    return items;
  });
  const results = await Promise.allSettled(['good', 'bad', 'fine'].map((item) => work.add(item)));
  t.strictSame(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  );
});

// Tests the turns of large answers.

import t from 'tap';
import { readInTurn } from '../../../services/platform/index.ts';

const large = 8 * 1024 * 1024;

function reader(id: string) {
  let leave = (): void => undefined;
  const onGone = (listener: () => void): void => {
    leave = listener;
  };
  return { project: { id }, onGone, leave: () => leave() };
}

t.test('at most two large answers are read at once, and those of callers who left are not read', async (t) => {
  const gates: (() => void)[] = [];
  const began: string[] = [];
  let [now, most] = [0, 0];
  const read = (name: string) => async () => {
    began.push(name);
    now += 1;
    most = Math.max(most, now);
    await new Promise<void>((resolve) => gates.push(resolve));
    now -= 1;
    return name;
  };
  const callers = Array.from({ length: 10 }, () => reader('a'));
  const other = reader('b');
  const reads = callers.map((caller, place) => readInTurn(caller, large, read(`a${place}`)));
  const last = readInTurn(other, large, read('b'));
  const outcomes = Promise.allSettled([...reads, last]);
  t.equal(await readInTurn(reader('a'), 1000, async () => 'small'), 'small', 'a small answer does not wait');
  for (const caller of callers.slice(4)) caller.leave();
  while (began.length < 5) {
    gates.shift()?.();
    await new Promise(setImmediate);
  }
  for (const open of gates) open();
  const statuses = (await outcomes).map(({ status }) => status);
  t.equal(most, 2);
  t.ok(began.indexOf('b') <= 2, 'projects take turns');
  t.strictSame(began.toSorted(), ['a0', 'a1', 'a2', 'a3', 'b']);
  t.equal(statuses.filter((status) => status === 'rejected').length, 6);
});

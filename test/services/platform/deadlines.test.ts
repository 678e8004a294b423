import { stat } from 'node:fs';
import t from 'tap';
import { Deadline } from '../../../services/platform/deadlines.ts';
import { until } from '../../harness/process.ts';

/** Returns a deadline after `ms` milliseconds, and the list of its expiries. */
function waitingFor(ms: number): { deadline: Deadline; atMs: number; expired: number[] } {
  const expired: number[] = [];
  const atMs = performance.now() + ms;
  return { deadline: new Deadline(atMs, () => expired.push(performance.now())), atMs, expired };
}

t.test('a deadline expires once after its time, and not before', async (t) => {
  const [later, soon] = [waitingFor(2000), waitingFor(20)];
  await until(() => (later.expired.length > 0 ? true : undefined));
  for (const { expired, atMs } of [soon, later]) {
    t.equal(expired.length, 1);
    t.ok((expired[0] as number) >= atMs, `${expired[0]} for ${atMs}`);
  }
  t.ok((soon.expired[0] as number) < later.atMs, 'a short deadline does not wait for a long one');
});

t.test('a cancelled or extended deadline does not expire', async (t) => {
  const [happened, moved, last] = [waitingFor(20), waitingFor(20), waitingFor(150)];
  happened.deadline.forget();
  moved.deadline.atMs = Number.POSITIVE_INFINITY;
  await until(() => (last.expired.length > 0 ? true : undefined));
  t.strictSame([happened.expired, moved.expired], [[], []]);
  moved.deadline.forget();
});

t.test('an event that arrives while the event loop is blocked is in time', async (t) => {
  // Runs in the turn in which expired deadlines are checked, so that the next check comes after the input, however long
  // the event loop is blocked.
  await new Promise<void>((resolve) => new Deadline(0, resolve));
  const thing = waitingFor(60);
  // The result is available long before the event loop polls for it.
  stat('.', () => thing.deadline.forget());
  while (performance.now() < thing.atMs + 400);
  const last = waitingFor(60);
  await until(() => (last.expired.length > 0 ? true : undefined));
  t.strictSame(thing.expired, []);
});

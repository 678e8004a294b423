import { stat } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import t from 'tap';
import { type Awaited, awaitUntilDeadline, forgetDeadline } from '../../services/deadlines.ts';
import { until } from '../harness/process.ts';

/** Something with so much time, and when it expired, each time. */
function waitingFor(ms: number): Awaited & { expired: number[] } {
  const expired: number[] = [];
  return { deadlineMs: performance.now() + ms, expire: () => expired.push(performance.now()), expired };
}

t.test('what does not happen in its time expires, once, and not before', async (t) => {
  const [soon, later] = [waitingFor(20), waitingFor(200)];
  awaitUntilDeadline(later);
  awaitUntilDeadline(soon);
  await until(() => (later.expired.length > 0 ? true : undefined));
  for (const { expired, deadlineMs } of [soon, later]) {
    t.equal(expired.length, 1);
    t.ok((expired[0] as number) >= deadlineMs, `${expired[0]} for ${deadlineMs}`);
  }
  t.ok((soon.expired[0] as number) < later.deadlineMs, 'a short time does not wait for a long one');
});

t.test('what has happened, or has been given more time, does not expire', async (t) => {
  const [happened, moved, last] = [waitingFor(20), waitingFor(20), waitingFor(150)];
  for (const thing of [happened, moved, last]) awaitUntilDeadline(thing);
  forgetDeadline(happened);
  moved.deadlineMs = Number.POSITIVE_INFINITY;
  await until(() => (last.expired.length > 0 ? true : undefined));
  t.strictSame([happened.expired, moved.expired], [[], []]);
  forgetDeadline(moved);
});

t.test('what came while the event loop was held up has come in time', async (t) => {
  const thing = waitingFor(60);
  awaitUntilDeadline(thing);
  await nextTurn();
  // It is there long before the loop looks at what has come.
  stat('.', () => forgetDeadline(thing));
  while (performance.now() < thing.deadlineMs + 100);
  const last = waitingFor(60);
  awaitUntilDeadline(last);
  await until(() => (last.expired.length > 0 ? true : undefined));
  t.strictSame(thing.expired, []);
});

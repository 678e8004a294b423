// Tests the job queue with several workers on one database.

import t, { type Test } from 'tap';
import { transaction } from '../../../models/connection.ts';
import { Job } from '../../../models/job.ts';
import { Organization } from '../../../models/organization.ts';
import { auditEvent, follow, type Trail } from '../../../services/audit/audit.ts';
import { createLog } from '../../../services/platform/log.ts';
import { type JobKind, LeaseLostError, Postpone, Queue } from '../../../services/platform/queue/index.ts';
import { startApp } from '../../harness/app.ts';
import { until } from '../../harness/process.ts';
import { signUp } from '../../harness/world.ts';

const app = await startApp(t);
const { id: userId } = await signUp(app);
const log = await createLog('silent');

/** Returns a job kind for a single test. */
function kindOf(name: string, run: JobKind<string>['run'], rest: Partial<JobKind<string>> = {}): JobKind<string> {
  return { name, concurrency: 4, leaseMs: 30_000, maxAttempts: 3, retryDelayMs: () => 1, run, ...rest };
}

async function startQueue(t: Test, ...kinds: JobKind<string>[]): Promise<Queue> {
  const queue = new Queue(log);
  for (const kind of kinds) queue.register(kind);
  t.teardown(() => queue.stop());
  await queue.start();
  return queue;
}

const left = (kind: string): Promise<number> => Job.count({ where: { kind } });
const none = (kind: string): Promise<true> => until(async () => ((await left(kind)) === 0 ? true : undefined));

t.test('a job added in a transaction runs after the commit, and never after a rollback', async (t) => {
  const done: string[] = [];
  const kind = kindOf('commit', async (payload) => void done.push(payload));
  const queue = await startQueue(t, kind);
  await t.rejects(
    transaction(async (tx) => {
      await queue.add(kind, 'rolled back', { transaction: tx });
      throw new Error('no');
    }),
  );
  await transaction((tx) => queue.add(kind, 'committed', { transaction: tx }));
  await none('commit');
  t.strictSame(done, ['committed']);
});

t.test('the audit context of the call that adds a job does not apply to the job', async (t) => {
  const noted: string[] = [];
  const kind = kindOf('noting', (payload) => auditEvent({ type: `${payload}.done` }));
  const queue = await startQueue(t, kind);
  const trail: Trail = {
    writer: { append: async (_trail, events) => void noted.push(...events.map(({ type }) => type)) },
    actor: { kind: 'user', id: userId, userId, email: null },
    address: '',
    requestId: '',
    organizationId: null,
    projectId: null,
    change: undefined,
    noted: false,
    onNote: undefined,
  };
  await follow(trail, async () => {
    await queue.add(kind, 'job');
    await none('noting');
    await auditEvent({ type: 'call.done' });
  });
  t.strictSame(noted, ['call.done']);
});

t.test('200 jobs and four workers: each job runs once', async (t) => {
  const done: string[] = [];
  const kind = kindOf('many', async (payload) => void done.push(payload));
  const queues = await Promise.all([1, 2, 3, 4].map(() => startQueue(t, kind)));
  const jobs = Array.from({ length: 200 }, (_, index) => `job ${index}`);
  await Promise.all(jobs.map((job, index) => queues[index % 4]?.add(kind, job)));
  await none('many');
  t.strictSame(done.sort(), jobs.sort());
});

t.test('a failed attempt is retried, and after the last one the job is given up in one transaction', async (t) => {
  const attempts: number[] = [];
  const kind = kindOf(
    'fails',
    async (_payload, { attempt }) => {
      attempts.push(attempt);
      throw new Error(`try ${attempt}`);
    },
    {
      giveUp: async (payload, reason, tx) => {
        await Organization.add(`${payload}: ${reason}`, userId, tx);
      },
    },
  );
  const queue = await startQueue(t, kind);
  await queue.add(kind, 'given up');
  await none('fails');
  t.strictSame(attempts, [1, 2, 3]);
  t.equal(await Organization.count({ where: { name: 'given up: try 3' } }), 1);
});

t.test('a job that is postponed waits, and the wait is not an attempt', async (t) => {
  const attempts: number[] = [];
  const kind = kindOf('waits', async (_payload, { attempt }) => {
    attempts.push(attempt);
    if (attempts.length < 6) throw new Postpone(1, 'not yet');
  });
  const queue = await startQueue(t, kind);
  await queue.add(kind, 'patience');
  await none('waits');
  t.strictSame(attempts, [1, 1, 1, 1, 1, 1]);
});

t.test('two jobs with one key are one job', async (t) => {
  const done: string[] = [];
  const kind = kindOf('unique', async (payload) => void done.push(payload));
  const queue = new Queue(log);
  queue.register(kind);
  await Promise.all(['first', 'second', 'third'].map((job) => queue.add(kind, job, { uniqueKey: 'one' })));
  t.equal(await left('unique'), 1);
  t.teardown(() => queue.stop());
  await queue.start();
  await none('unique');
  t.equal(done.length, 1);
});

t.test('the job of a dead worker is taken over when its lease ends, and its late writes are refused', async (t) => {
  const kind = kindOf('orphan', async (payload, { finish }) => {
    await transaction(async (tx) => {
      await finish(tx);
      await Organization.add(payload, userId, tx);
    });
  });
  await new Queue(log).add(kind, 'orphan');
  const [abandoned] = (await Job.claim('orphan', 1, 200)).jobs;
  await startQueue(t, kind);
  await none('orphan');
  t.equal(await Organization.count({ where: { name: 'orphan' } }), 1);
  t.ok(abandoned && !(await Job.finish(abandoned)));
  t.ok(abandoned && !(await Job.extend(abandoned, 1000)));
});

t.test('a slow job keeps its lease, and no other worker starts it', async (t) => {
  let runs = 0;
  const kind = kindOf(
    'slow',
    async (_payload, { signal }) => {
      runs += 1;
      await until(() => (performance.now() > began + 5000 || signal.aborted ? true : undefined));
    },
    { leaseMs: 2000 },
  );
  const [queue] = await Promise.all([startQueue(t, kind), startQueue(t, kind)]);
  const began = performance.now();
  await queue?.add(kind, 'slow');
  await none('slow');
  t.equal(runs, 1);
});

t.test('a worker that lost its lease is notified, and cannot commit', async (t) => {
  let outcome: unknown;
  const kind = kindOf(
    'robbed',
    async (payload, { signal, finish, attempt }) => {
      if (attempt > 1) return;
      // The row as another worker's claim would leave it, after a pause that was longer than the lease.
      await Job.update({ lease: 'robber', dueAt: Date.now() + 300 }, { where: { kind: 'robbed' } });
      await until(() => (signal.aborted ? true : undefined));
      outcome = await transaction(async (tx) => {
        await Organization.add(payload, userId, tx);
        await finish(tx);
      }).then(
        () => 'committed',
        (error: unknown) => error,
      );
    },
    { leaseMs: 900 },
  );
  const queue = await startQueue(t, kind);
  await queue.add(kind, 'robbed');
  await none('robbed');
  // Waits for the outcome and not for the job to be gone, because another worker may finish it before this one notices
  // the lost lease.
  await until(() => outcome);
  t.ok(outcome instanceof LeaseLostError);
  t.equal(await Organization.count({ where: { name: 'robbed' } }), 0);
});

t.test('a job that kills its workers is given up without killing another one', async (t) => {
  let runs = 0;
  let reason = '';
  const kind = kindOf(
    'poison',
    async () => {
      runs += 1;
    },
    {
      giveUp: async (_payload, why) => {
        reason = why;
      },
    },
  );
  await new Queue(log).add(kind, 'poison');
  for (let worker = 0; worker < 3; worker += 1) {
    await Job.update({ dueAt: 0 }, { where: { kind: 'poison' } });
    await Job.claim('poison', 1, 1);
  }
  await startQueue(t, kind);
  await none('poison');
  t.equal(runs, 0);
  t.equal(reason, 'its worker died');
});

t.test('a stopping server returns its jobs at once, without counting an attempt', async (t) => {
  const kind = kindOf(
    'stopped',
    async (_payload, { signal }) => {
      await until(() => (signal.aborted ? true : undefined));
      signal.throwIfAborted();
    },
    { leaseMs: 60_000 },
  );
  const queue = await startQueue(t, kind);
  await queue.add(kind, 'stopped');
  await until(async () => ((await Job.findOne({ where: { kind: 'stopped' } }))?.lease ? true : undefined));
  await queue.stop();
  const job = await Job.findOne({ where: { kind: 'stopped' } });
  t.match(job, { lease: null, attempts: 0 });
  t.ok(job && job.dueAt <= Date.now() + 100);
});

t.test('a recurring kind has one job, which is due again after each run', async (t) => {
  let runs = 0;
  const kind = kindOf(
    'repeats',
    async () => {
      runs += 1;
    },
    { repeatMs: 50 },
  );
  await Promise.all([startQueue(t, kind), startQueue(t, kind)]);
  await until(() => (runs >= 3 ? true : undefined));
  t.equal(await left('repeats'), 1);
});

t.test('a recurring job that was postponed while a clock was months ahead runs when the clock is right', async (t) => {
  const kind = kindOf('late', async () => undefined, { repeatMs: 60_000 });
  await Job.add({ kind: 'late', payload: 'null', uniqueKey: 'late', delayMs: 100 * 86_400_000 }, null);
  await startQueue(t, kind);
  const { attempts } = await until(async () => {
    const job = await Job.findOne({ where: { kind: 'late' }, rejectOnEmpty: true });
    return job.attempts > 0 && job.lease === null ? job : undefined;
  });
  t.equal(attempts, 1);
});

t.test('a recurring kind writes nothing while it has no work, and runs when it has', async (t) => {
  let [asked, runs] = [0, 0];
  let work = false;
  const hasWork = async (): Promise<boolean> => {
    asked += 1;
    return work;
  };
  const kind = kindOf(
    'idles',
    async () => {
      runs += 1;
      work = false;
    },
    { repeatMs: 50, hasWork },
  );
  const queue = await startQueue(t, kind);
  await until(() => (asked >= 3 ? true : undefined));
  const untouched = await Job.findOne({ where: { kind: 'idles' } });
  t.match(untouched, { attempts: 0, lease: null });
  t.equal(runs, 0);
  t.ok(((await Job.backlog(['idles'])).get('idles') as number) > 0, 'its job is due');
  t.equal((await queue.backlog()).get('idles'), 0, 'and is no backlog');
  work = true;
  await until(() => (runs === 1 ? true : undefined));
  const before = asked;
  await until(() => (asked >= before + 2 ? true : undefined));
  t.equal(runs, 1, 'once for the existing work');
  t.match(await Job.findOne({ where: { kind: 'idles' } }), { attempts: 1, lease: null });
});

t.test('jobs behind the many jobs of a full lane are found', async (t) => {
  const other = Promise.withResolvers<void>();
  const kind = kindOf(
    'crowd',
    async (payload) => {
      if (payload === 'other') other.resolve();
      else await other.promise;
    },
    { perLane: 1, leaseMs: 30_000 },
  );
  const queue = new Queue(log);
  queue.register(kind);
  t.teardown(() => queue.stop());
  await transaction(async (tx) => {
    for (let index = 0; index < 100; index += 1) await queue.add(kind, 'crowd', { transaction: tx, lane: 'crowd' });
  });
  await queue.add(kind, 'other', { lane: 'other' });
  await queue.start();
  await other.promise;
  t.ok((await left('crowd')) > 95, 'the other jobs of the lane still wait');
});

t.test('a job that has left its lane does not block the next one', async (t) => {
  const second = Promise.withResolvers<void>();
  const kind = kindOf(
    'leaves',
    async (payload, { leaveLane }) => {
      if (payload === 'second') return second.resolve();
      leaveLane();
      await second.promise;
    },
    { perLane: 1, leaseMs: 30_000 },
  );
  const queue = await startQueue(t, kind);
  await queue.add(kind, 'first', { lane: 'one' });
  await queue.add(kind, 'second', { lane: 'one' });
  await none('leaves');
});

t.test('while another lane waits, a lane in turn gets no place beyond half of them', async (t) => {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const kind = kindOf(
    'shares',
    (payload) => {
      begun.push(payload);
      return new Promise((resolve) => ends.set(payload, resolve));
    },
    { lanesInTurn: true },
  );
  const queue = await startQueue(t, kind);
  const add = async (lane: string, numbers: number[]): Promise<void> => {
    for (const number of numbers) await queue.add(kind, `${lane}${number}`, { lane });
  };
  /** Ends a job, and returns the one that begins in its place. */
  const end = (name: string): Promise<string | undefined> => {
    const { length } = begun;
    ends.get(name)?.();
    return until(() => begun[length]);
  };
  await add('a', [1, 2, 3, 4]);
  await until(() => (begun.length === 4 ? true : undefined));
  t.strictSame(begun, ['a1', 'a2', 'a3', 'a4'], 'a lane that is alone gets all places');
  await add('a', [5, 6, 7]);
  await add('b', [1, 2, 3]);
  t.equal(await end('a1'), 'b1');
  t.equal(await end('a2'), 'b2', 'the first lane has half of the places');
  t.equal(await end('b1'), 'b3');
  t.equal(await end('a3'), 'a5');
  t.equal(await end('b2'), 'a6', 'nobody else waits');
  for (const name of ['a4', 'a5', 'a6', 'b3']) ends.get(name)?.();
  await until(() => (begun.length === 10 ? true : undefined));
  ends.get('a7')?.();
  await none('shares');
});

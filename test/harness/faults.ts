// Webhook deliveries under faults. Events are emitted continuously, workers are separate processes, and in the end
// every event must have been delivered, whatever was killed meanwhile.

import type { Test } from 'tap';
import { database, sqlNowMs, transaction } from '../../models/connection.ts';
import { Job } from '../../models/job.ts';
import { WebhookAttempt } from '../../models/webhook-attempt.ts';
import { WebhookDelivery } from '../../models/webhook-delivery.ts';
import * as kinds from '../../services/webhooks/job-kinds.ts';
import type { TestApp } from './app.ts';
import { startWorker, until, type WorkerProcess } from './process.ts';
import { loopbackSettings, type Receiver, startReceiver } from './receiver.ts';
import { createHook, endBatch, type Hooked } from './webhooks.ts';

/** The number of times that each fault happens: 3 times in `npm test`, more often in `npm run test:faults`. */
export const rounds = Number(process.env.SVC_TEST_ROUNDS ?? 3);

export const faultSettings = {
  ...loopbackSettings,
  SVC_RUN_WORKERS: 'false',
  SVC_WEBHOOK_RETRY_SCHEDULE: '0.05,0.1,0.2,0.3,0.5,0.5,1,1',
};

export interface Field {
  receivers: Receiver[];
  hooks: Hooked[];
  /** The ids of all ended batches. */
  batches: string[];
  /** The ids of the batches whose event a receiver has accepted, with repetitions. */
  accepted: string[];
  /** Ends `count` batches, spread over the projects. */
  emit(count: number): Promise<void>;
  /** Starts a worker on the same database. */
  worker(): Promise<WorkerProcess>;
}

/** Creates projects with a receiver each. The receivers refuse every fifth request. */
export async function createField(
  t: Test,
  app: TestApp,
  organizationKey: string,
  { projects = 4, settings = {} as Record<string, string>, delayMs = 5 } = {},
): Promise<Field> {
  const field: Field = {
    receivers: [],
    hooks: [],
    batches: [],
    accepted: [],
    async emit(count) {
      for (let index = 0; index < count; index += 1) {
        const hook = field.hooks[index % field.hooks.length] as Hooked;
        field.batches.push((await endBatch(app, hook.projectId)).id);
      }
    },
    async worker() {
      const { dataDir, url } = app.database;
      const worker = await startWorker({
        ...faultSettings,
        SVC_DATA_DIR: dataDir,
        SVC_DATABASE_URL: url,
        SVC_LOG_LEVEL: 'warn',
        ...settings,
      });
      t.teardown(() => worker.child.exitCode ?? worker.end('SIGKILL'));
      return worker;
    },
  };
  let posts = 0;
  for (let index = 0; index < projects; index += 1) {
    const receiver = await startReceiver(t, {
      behaviour: (response, { event }) => {
        posts += 1;
        const takes = posts % 5 !== 0;
        setTimeout(() => {
          if (takes) field.accepted.push(event.data.id);
          response.writeHead(takes ? 204 : 500).end();
        }, delayMs);
      },
    });
    field.receivers.push(receiver);
    field.hooks.push(await createHook(app, organizationKey, receiver.url));
  }
  return field;
}

/** Ends the leases of all jobs, as if their workers had died and the leases had expired. */
export async function endLeases(): Promise<void> {
  await database().sequelize.query(`UPDATE jobs SET due_at = ${sqlNowMs()} WHERE lease IS NOT NULL`);
}

/** Lets the free jobs of a kind run now. In a transaction, so that it is repeated if it meets the locks of a worker. */
export async function makeDue(kind: string): Promise<void> {
  const sql = 'UPDATE jobs SET due_at = 0 WHERE kind = ? AND lease IS NULL';
  await transaction((tx) => database().sequelize.query(sql, { replacements: [kind], transaction: tx }));
}

/** Waits until no delivery is pending. */
export async function drained(timeoutMs: number): Promise<void> {
  await until(
    async () => ((await WebhookDelivery.count({ where: { status: 'pending' } })) === 0 ? true : undefined),
    timeoutMs,
  );
}

/** Compares the received events with the database: no event may be missing, and none may be unknown. */
export async function holdAgainst(t: Test, { receivers, batches, accepted }: Field): Promise<void> {
  const once = new Set(accepted);
  t.same(
    batches.filter((id) => !once.has(id)),
    [],
    `none of ${batches.length} events is lost`,
  );
  t.equal(
    await WebhookDelivery.count({ where: { status: 'succeeded' } }),
    batches.length,
    'all deliveries are recorded as succeeded',
  );
  t.equal(await Job.count({ where: { kind: kinds.all } }), 0, 'the queue is empty');
  t.equal(await WebhookAttempt.count({ where: { status: 'sending' } }), 0, 'no attempt is open');
  const ids = receivers.flatMap(({ received }) => received.map(({ headers }) => String(headers['webhook-id'])));
  t.equal(new Set(ids).size, ids.length, 'no receiver got a webhook-id twice');
  const known = new Set((await WebhookAttempt.findAll({ attributes: ['id'], raw: true })).map(({ id }) => id));
  t.same(
    ids.filter((id) => !known.has(id)),
    [],
    'every received attempt is recorded',
  );
  t.comment(`${batches.length} events, ${ids.length} requests, ${accepted.length - once.size} accepted twice`);
}

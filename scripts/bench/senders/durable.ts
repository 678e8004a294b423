// svc's deliveries as in production: claimed from the database under a lease, recorded before they are sent, and
// settled.

import { setTimeout as wait } from 'node:timers/promises';
import { Op } from 'sequelize';
import { transaction } from '../../../models/connection.ts';
import { newId } from '../../../models/ids.ts';
import { closeDatabase } from '../../../models/index.ts';
import { Job } from '../../../models/job.ts';
import { Organization } from '../../../models/organization.ts';
import { WebhookDelivery } from '../../../models/webhook-delivery.ts';
import { openDatabaseWithRetries } from '../../../services/database.ts';
import { closeServices, createServices, startWork } from '../../../services/index.ts';
import { createUser } from '../../../services/people/users.ts';
import { createLog } from '../../../services/platform/log.ts';
import { loadConfig } from '../../../services/settings/config.ts';
import { createProject } from '../../../services/tenancy/projects.ts';
import { emitFileBatchEvent } from '../../../services/webhooks/events.ts';
import { delivery } from '../../../services/webhooks/job-kinds.ts';
import { count, lanes, report, url } from './task.ts';

const config = loadConfig({
  SVC_DATA_DIR: process.env.DATA_DIR,
  SVC_DATABASE_URL: process.env.DATABASE_URL,
  SVC_WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
  SVC_WEBHOOK_CA_FILE: process.env.AUTHORITY_FILE,
});
const log = await createLog('warn');
await openDatabaseWithRetries(config, log);
const services = createServices(config, log);
const projects = await createProjects();
/** A delay in milliseconds that is longer than any benchmark run. */
const away = 2 ** 41;

/**
 * Ends `count` batches, 500 in a transaction. Their deliveries wait for the call of `release` with this number. Not
 * measured.
 */
async function emit(release: number): Promise<void> {
  for (let done = 0; done < count; ) {
    const many = Math.min(500, count - done);
    await transaction(async (tx) => {
      for (let index = 0; index < many; index += 1) await emitFileBatchEvent(batch(done + index), tx, services);
      const where = { kind: delivery, dueAt: { [Op.lt]: away } };
      await Job.increment({ dueAt: away * release }, { where, transaction: tx });
    });
    done += many;
  }
}

function batch(index: number): Parameters<typeof emitFileBatchEvent>[0] {
  const counts = { cancelled: 0, completed: 1, failed: 0, in_progress: 0, total: 1 };
  return {
    id: newId('file-batch'),
    object: 'vector_store.file_batch',
    vector_store_id: newId('vector-store'),
    project_id: projects[index % lanes] ?? '',
    status: 'completed',
    file_counts: counts,
    created_at: 0,
  };
}

async function createProjects(): Promise<string[]> {
  const user = await createUser({
    email: `${newId('user')}@example.com`,
    name: 'User',
    password: 'correct horse battery',
    isAdmin: false,
  });
  const organization = await transaction((tx) => Organization.add('Bench', user.id, tx));
  const made = Array.from({ length: lanes }, () =>
    createProject(
      organization,
      { name: 'Bench', status: 'active', webhook_url: url, spend_threshold_events: false, store_responses: true },
      services,
    ),
  );
  return (await Promise.all(made)).map(({ project }) => project.id);
}

/** Makes the deliveries of the next release due, and waits until they are delivered. */
async function release(): Promise<void> {
  const attempted = attempts(count);
  await Job.increment({ dueAt: -away }, { where: { kind: delivery } });
  services.queue.kick();
  await attempted;
  const due = { attributes: ['id'], where: { kind: delivery, dueAt: { [Op.lt]: away } } };
  while ((await Job.findOne(due)) !== null) await wait(5);
}

/**
 * Resolves after this number of attempts. It counts them in this process, because polling the database would be
 * measured too.
 */
function attempts(times: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let ended = 0;
  services.metrics.webhookAttempt = () => {
    ended += 1;
    if (ended === times) resolve();
  };
  return promise;
}

await startWork(services);
await emit(1);
await emit(2);
// One uncounted run to warm up: see `measure`.
await release();
await report(release);
const failed = await WebhookDelivery.count({ where: { status: 'failed' } });
await closeServices(services);
await closeDatabase();
if (failed > 0) throw new Error(`${failed} deliveries failed`);

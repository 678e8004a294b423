// Tests which expired rows are deleted, and which are kept.

import { randomBytes } from 'node:crypto';
import { Op } from 'sequelize';
import t from 'tap';
import { FineTuningWorker } from '../../models/fine-tuning-worker.ts';
import { newId } from '../../models/ids.ts';
import { Invitation } from '../../models/invitation.ts';
import { LatencyCount } from '../../models/latency-count.ts';
import { Login, SessionSuccessor } from '../../models/login.ts';
import { ModelResponse } from '../../models/model-response.ts';
import { PasswordReset } from '../../models/password-reset.ts';
import { KnownAddress, Throttle } from '../../models/throttle.ts';
import { Upload } from '../../models/upload.ts';
import { UsageRollup, type UsageWidth } from '../../models/usage-rollup.ts';
import { registerHousekeeping } from '../../services/housekeeping.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { createTenant, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

/** Runs the housekeeping job as the queue does. */
async function keepHouse(signal = new AbortController().signal): Promise<void> {
  type Run = (payload: null, context: { signal: AbortSignal }) => Promise<void>;
  const runs: Run[] = [];
  registerHousekeeping({ register: (kind: { run: Run }) => runs.push(kind.run) } as never, loadConfig({}));
  for (const run of runs) await run(null, { signal });
}

t.test('expired rows are deleted, and rows that may still be read are kept', async (t) => {
  const { project, organizationId } = await createTenant(app, admin);
  const [early, late] = [await signUp(app), await signUp(app)];
  const now = Math.floor(Date.now() / 1000);
  const [ended, lasting] = [now - 1, now + 3600];
  const digest = (): Buffer => randomBytes(32);
  for (const expiresAt of [ended, lasting]) {
    await Throttle.create({ digest: digest(), startedAt: now - 60, expiresAt, count: 1 });
    await ModelResponse.remember(project.id, `resp_${expiresAt}`, {
      upstream: 'here',
      model: 'm',
      counted: false,
      expiresAt,
      ...{ callerId: null, expectedInput: 0, expectedOutput: 0 },
    });
    const loginId = newId('login');
    await Login.create({ id: loginId, userId: admin.id, expiresAt, createdAt: now - 60 });
    await SessionSuccessor.create({ digest: digest(), loginId, sealedTokens: '', expiresAt });
  }
  await PasswordReset.create({ userId: early.id, digest: digest(), origin: 'mail', madeBy: null, expiresAt: ended });
  await PasswordReset.create({ userId: late.id, digest: digest(), origin: 'mail', madeBy: null, expiresAt: lasting });
  const day = 86_400;
  for (const lastSeenAt of [now - 181 * day, now - 179 * day])
    await KnownAddress.create({ digest: digest(), userId: admin.id, lastSeenAt });
  const rollup = async (width: UsageWidth, ageSeconds: number) => {
    const startsAt = now - ageSeconds - ((now - ageSeconds) % 60);
    const ofCall = { callerId: 'key_1', kind: 'chat' as const, model: 'm', requests: 1, failed: 0, cost: 0, bytes: 0 };
    const row = {
      ...ofCall,
      organizationId: 'org_1',
      projectId: project.id,
      inputTokens: 1,
      outputTokens: 1,
      cachedTokens: 0,
    };
    await UsageRollup.add([{ ...row, width, startsAt }], undefined as never);
  };
  await rollup('minute', 3 * day);
  await rollup('minute', 1.9 * day);
  await rollup('hour', 91 * day);
  await rollup('hour', 89 * day);
  await rollup('day', 1099 * day);
  await rollup('day', 1101 * day);
  const latency = { organizationId: 'org_1', projectId: project.id, bucket: 1, calls: 1 };
  for (const days of [1099, 1101]) await LatencyCount.create({ ...latency, day: now - days * day });
  for (const days of [29, 31]) {
    const seen = { models: '[]', lastSeenAt: now - days * day, createdAt: now };
    await FineTuningWorker.create({ id: newId('worker'), name: `silent for ${days} days`, ...seen });
    for (const status of ['pending', 'completed'] as const)
      await Upload.create({
        ...{ id: newId('upload'), projectId: project.id, filename: 'f', mimeType: 'text/plain', purpose: 'user_data' },
        ...{ bytes: 1, receivedBytes: 0, extraBytes: 0, completingUntil: 0, expiresAfterSeconds: null, fileId: null },
        ...{ status, expiresAt: now - days * day, createdAt: now - days * day },
      });
  }
  const uploads = Upload.count({ where: { projectId: project.id } });
  t.equal(await uploads, 4);
  for (const days of [399, 401])
    await Invitation.create({
      ...{ id: newId('invitation'), organizationId, inviterId: admin.id, redactedToken: 'inv_…', mailed: false },
      ...{ email: `${days}@example.com`, emailKey: `${days}@example.com`, digest: digest(), createdAccount: false },
      ...{ expiresAt: now - days * day, usedAt: null, createdAt: now - days * day },
    });

  await keepHouse();
  const counted = async (model: { count(options: object): Promise<number> }, where = {}) => model.count({ where });
  for (const model of [Throttle, ModelResponse, Login, SessionSuccessor, PasswordReset])
    t.equal(await counted(model, { expiresAt: ended }), 0, `${model.name}: expired rows`);
  for (const model of [Throttle, ModelResponse, Login, SessionSuccessor, PasswordReset])
    t.ok(await counted(model, { expiresAt: lasting }), `${model.name}: rows that have not expired`);
  t.equal(await counted(KnownAddress, { lastSeenAt: now - 181 * day }), 0);
  t.equal(await counted(KnownAddress, { lastSeenAt: now - 179 * day }), 1);
  t.equal(await counted(FineTuningWorker, { name: 'silent for 31 days' }), 0);
  t.equal(await counted(FineTuningWorker, { name: 'silent for 29 days' }), 1);
  t.equal(await counted(Upload, { projectId: project.id, status: 'pending' }), 2, 'another job deletes these');
  t.equal(await counted(Upload, { projectId: project.id, status: 'completed' }), 1);
  t.equal(await counted(Invitation, { organizationId, emailKey: '401@example.com' }), 0);
  t.equal(await counted(Invitation, { organizationId, emailKey: '399@example.com' }), 1);
  for (const width of ['minute', 'hour', 'day'])
    t.equal(await counted(UsageRollup, { projectId: project.id, width }), 1, `usage per ${width}`);
  t.equal(await counted(LatencyCount, { projectId: project.id }), 1);
});

t.test('many rows go in batches, between which others write', async (t) => {
  const now = Math.floor(Date.now() / 1000);
  const rows = 1700;
  await Throttle.bulkCreate(
    Array.from({ length: rows }, () => ({ digest: randomBytes(32), startedAt: 0, expiresAt: now - 60, count: 1 })),
  );
  const left: number[] = [];
  const destroy = Throttle.destroy.bind(Throttle);
  t.intercept(Throttle, 'destroy', {
    value: async (options: object) => {
      const removed = await destroy(options);
      left.push(await Throttle.count({ where: { expiresAt: { [Op.lte]: now } } }));
      return removed;
    },
  });
  await keepHouse();
  t.same(left, [1200, 700, 200, 0]);
});

t.test('a server that stops does not finish a long removal', async (t) => {
  const now = Math.floor(Date.now() / 1000);
  await Throttle.create({ digest: randomBytes(32), startedAt: 0, expiresAt: now - 60, count: 1 });
  await keepHouse(AbortSignal.abort());
  t.equal(await Throttle.count({ where: { expiresAt: now - 60 } }), 1);
});

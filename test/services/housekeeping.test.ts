// Tests which expired rows are deleted, and which are kept.

import { randomBytes } from 'node:crypto';
import t from 'tap';
import { newId } from '../../models/ids.ts';
import { Login, SessionSuccessor } from '../../models/login.ts';
import { ModelResponse } from '../../models/model-response.ts';
import { PasswordReset } from '../../models/password-reset.ts';
import { KnownAddress, Throttle } from '../../models/throttle.ts';
import { UsageRollup, type UsageWidth } from '../../models/usage-rollup.ts';
import { registerHousekeeping } from '../../services/housekeeping.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { startApp } from '../harness/app.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true });

/** Runs the housekeeping job as the queue does. */
async function keepHouse(): Promise<void> {
  const runs: (() => Promise<void>)[] = [];
  registerHousekeeping(
    { register: (kind: { run: () => Promise<void> }) => runs.push(kind.run) } as never,
    loadConfig({}),
  );
  for (const run of runs) await run();
}

t.test('expired rows are deleted, and rows that may still be read are kept', async (t) => {
  const { project } = await createTenant(app, admin);
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
  await PasswordReset.create({ userId: early.id, digest: digest(), expiresAt: ended });
  await PasswordReset.create({ userId: late.id, digest: digest(), expiresAt: lasting });
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
  await rollup('day', 1000 * day);

  await keepHouse();
  const counted = async (model: { count(options: object): Promise<number> }, where = {}) => model.count({ where });
  for (const model of [Throttle, ModelResponse, Login, SessionSuccessor, PasswordReset])
    t.equal(await counted(model, { expiresAt: ended }), 0, `${model.name} that has ended`);
  for (const model of [Throttle, ModelResponse, Login, SessionSuccessor, PasswordReset])
    t.ok(await counted(model, { expiresAt: lasting }), `${model.name} that has not`);
  t.equal(await counted(KnownAddress, { lastSeenAt: now - 181 * day }), 0);
  t.equal(await counted(KnownAddress, { lastSeenAt: now - 179 * day }), 1);
  for (const width of ['minute', 'hour', 'day'])
    t.equal(await counted(UsageRollup, { projectId: project.id, width }), 1, `usage by the ${width}`);
});

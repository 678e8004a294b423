import t from 'tap';
import { startApp } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { createTenant, signUp } from '../harness/world.ts';

const workerToken = 'a token for workers';
const app = await startApp(t, { SVC_WORKER_TOKEN: workerToken.replaceAll(' ', '-') });
const token = workerToken.replaceAll(' ', '-');
const admin = await signUp(app, { isAdmin: true });
const announce = (name: string, models: string[], as = token) =>
  app.request('POST', '/admin/fine_tuning/workers', { token: as, body: { name, models } });

t.test("a worker announces itself with the worker token or an admin's, and again as a heartbeat", async (t) => {
  const first = await announce('gpu-1', ['m1']);
  t.match(first.body, { object: 'fine_tuning.worker', name: 'gpu-1', status: 'online', models: ['m1'] });
  const second = await announce('gpu-1', ['m1', 'm2'], admin.token);
  t.match(second.body, { id: first.body.id, created_at: first.body.created_at, models: ['m1', 'm2'] });
});

t.test('ten concurrent announcements with one name create one worker', async (t) => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => announce('gpu-race', [])));
  t.strictSame([...new Set(answers.map(({ status }) => status))], [200]);
  t.equal(new Set(answers.map(({ body }) => body.id)).size, 1);
});

t.test('a worker without a heartbeat for a minute is offline', async (t) => {
  const { id } = (await announce('gpu-2', [])).body;
  const { project } = await createTenant(app, admin);
  const statusOf = async () => {
    const { body } = await app.request('GET', '/v1/fine_tuning/workers', { token: project.key });
    return body.data.find((worker: { id: string }) => worker.id === id).status;
  };
  t.equal(await statusOf(), 'online');
  shiftClock(61_000, t);
  t.equal(await statusOf(), 'offline');
});

t.test('the worker token is accepted by no other operation', async (t) => {
  for (const path of ['/v1/fine_tuning/workers', '/admin/users', '/auth/me', '/v1/models']) {
    const { status, body } = await app.request('GET', path, { token });
    t.equal(status, 403, path);
    t.equal(body.error.code, 'insufficient_permissions');
  }
});

t.test('any credential lists workers, and a given context header is validated', async (t) => {
  const { owner, organizationKey, project, sibling } = await createTenant(app, admin);
  for (const as of [admin.token, owner.token, organizationKey, project.key]) {
    t.equal((await app.request('GET', '/v1/fine_tuning/workers', { token: as })).status, 200);
  }
  const headers = { 'compat-project': sibling.id };
  t.equal((await app.request('GET', '/v1/fine_tuning/workers', { token: project.key, headers })).status, 403);
});

import t from 'tap';
import { startApp } from '../harness/app.ts';
import { createTenant, signUp } from '../harness/world.ts';

const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true });

t.test('twenty callers create one name at once, and one of them succeeds', async (t) => {
  const { project } = await createTenant(app, admin);
  const answers = await Promise.all(
    Array.from({ length: 20 }, () =>
      app.request('POST', '/v1/vector_stores', { token: project.key, body: { name: 'Handbook' } }),
    ),
  );
  t.strictSame(answers.map(({ status }) => status).sort(), [200, ...Array.from({ length: 19 }, () => 409)]);
  const list = await app.request('GET', '/v1/vector_stores', { token: project.key });
  t.equal(list.body.data.length, 1);
});

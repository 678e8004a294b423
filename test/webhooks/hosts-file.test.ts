import t from 'tap';
import { issue } from '../../scripts/fixtures/certificates.ts';
import { startApp } from '../harness/app.ts';
import { authority, loopbackSettings, startReceiver } from '../harness/receiver.ts';
import { createHook, deliveryEnd, sendTest } from '../harness/webhooks.ts';
import { createTenant, signUp } from '../harness/world.ts';

t.test('localhost receives events where the operator allows its address', async (t) => {
  const app = await startApp(t, loopbackSettings);
  const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
  // `authority` issues for the name, so the connection is checked like any other.
  const receiver = await startReceiver(t, { certificate: issue(authority, ['localhost']) });
  const hook = await createHook(app, organizationKey, `https://localhost:${receiver.port}/`);
  const { attempts } = await deliveryEnd(app, hook, (await sendTest(app, hook)).id);
  t.match(attempts, [{ status: 'succeeded' }]);
});

t.test(
  'localhost is refused where the operator allows other addresses only, and the error says what to do',
  async (t) => {
    const app = await startApp(t, { SVC_WEBHOOK_ALLOWED_CIDRS: '10.0.0.0/8' });
    const { organizationKey } = await createTenant(app, await signUp(app, { isAdmin: true }));
    const { status, body } = await app.request('POST', '/v1/organization/projects', {
      token: organizationKey,
      body: { name: 'Hooked', webhook_url: 'https://localhost/' },
      headers: { 'x-stainless-lang': 'js' },
    });
    t.equal(status, 422);
    t.match(body.detail, [{ loc: ['body', 'webhook_url'], type: 'value_error' }]);
    t.match(body.error.message, /^webhook_url: .*SVC_WEBHOOK_ALLOWED_CIDRS.*svc webhook listen/);
  },
);

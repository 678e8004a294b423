import t from 'tap';
import { sendSpendAlerts } from '../../services/limits/index.ts';
import { question, startInference, tenantOf } from '../harness/inference.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';

const smtp = await startSmtp(t);
const upstream = await startUpstream(t);
const settings = upstream.settings({ prices: { 'chat-model': { input: 10_000, output: 10_000 } } });
const world = await startInference(t, [settings], { SVC_SMTP_URL: smtp.url });
const { app, admin } = world;
const organizationPath = '/v1/organization/spend_alerts';
const pathOf = (project: string): string => `/v1/organization/projects/${project}/spend_alerts`;
const alert = (cents: number, recipient: string, prefix: string | null = null) => ({
  threshold_amount: cents,
  currency: 'USD',
  interval: 'month',
  notification_channel: { type: 'email', recipients: [recipient], subject_prefix: prefix },
});

t.test('alerts of an organization and of a project are kept apart, and replaced and deleted', async (t) => {
  const { organizationKey: token, project, sibling } = await tenantOf(app, admin);
  for (const [path, kind] of [
    [organizationPath, 'organization'],
    [pathOf(project.id), 'project'],
  ] as const) {
    const { status, body } = await app.request('POST', path, { token, body: alert(500, 'grace@example.com', '[svc]') });
    t.equal(status, 200);
    const { id, ...shown } = body;
    t.strictSame(shown, { object: `${kind}.spend_alert`, ...alert(500, 'grace@example.com', '[svc]') });
    t.strictSame((await app.request('GET', path, { token })).body.data, [body]);
    t.strictSame((await app.request('GET', `${path}/${id}`, { token })).body, body);
    const changed = await app.request('POST', `${path}/${id}`, { token, body: alert(700, 'ada@example.com') });
    t.match(changed.body, { id, threshold_amount: 700, notification_channel: { subject_prefix: null } });
    const query = { resource_ids: id, event_types: 'spend_alert.updated' };
    const { body: log } = await app.request('GET', '/v1/organization/audit_logs', { token, query });
    const of = ({ threshold_amount, notification_channel }: ReturnType<typeof alert>) => ({
      threshold_amount,
      notification_channel,
    });
    t.match(log.data[0]['spend_alert.updated'], {
      changes_requested: of(alert(700, 'ada@example.com')),
      previous_values: of(body),
    });
    for (const other of [pathOf(sibling.id), kind === 'project' ? organizationPath : pathOf(project.id)])
      t.equal((await app.request('GET', `${other}/${id}`, { token })).status, 404);
    const gone = { id, object: `${kind}.spend_alert.deleted`, deleted: true };
    t.strictSame((await app.request('DELETE', `${path}/${id}`, { token })).body, gone);
    t.equal((await app.request('DELETE', `${path}/${id}`, { token })).status, 404);
  }
});

t.test('an alert is mailed once a month when the spend has reached its amount', async (t) => {
  const { organizationKey: token, project, sibling, post } = await tenantOf(app, admin);
  const recipient = (name: string): string => `${name}-${project.id}@example.com`;
  const { mail } = app.app.services;
  await app.request('POST', organizationPath, { token, body: alert(1, recipient('whole'), '[ops]') });
  const high = await app.request('POST', pathOf(project.id), { token, body: alert(900_000_000, recipient('high')) });
  await app.request('POST', pathOf(project.id), { token, body: alert(1, recipient('part')) });
  await app.request('POST', pathOf(sibling.id), { token, body: alert(1, recipient('other')) });
  await post('/v1/chat/completions', question());
  await app.app.services.usage.flush();
  await sendSpendAlerts(mail);
  await sendSpendAlerts(mail);
  const whole = await smtp.mailTo(recipient('whole'));
  t.match(whole.headers.get('subject'), /^\[ops\] “.+” has spent \$0\.01 this month$/);
  t.match((await smtp.mailTo(recipient('part'))).text, project.id);
  // A lower amount can be mailed in the same month, after the mails above.
  const body = alert(2, recipient('high'));
  await app.request('POST', `${pathOf(project.id)}/${high.body.id}`, { token, body });
  await sendSpendAlerts(mail);
  t.match((await smtp.mailTo(recipient('high'))).text, /The alert is set to \$0\.02/);
  const sent = smtp.mails.flatMap(({ to }) => to).filter((to) => to.includes(project.id));
  t.strictSame(sent.sort(), [recipient('high'), recipient('part'), recipient('whole')]);
});

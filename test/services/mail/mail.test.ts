// Tests outgoing email: its content, and a mail server that is slow, refuses or is down.

import t, { type Test } from 'tap';
import { nowSeconds } from '../../../models/clock.ts';
import { transaction } from '../../../models/connection.ts';
import { Job } from '../../../models/job.ts';
import { freePort } from '../../../scripts/fixtures/mariadb.ts';
import { type MailMessage, personIn } from '../../../services/mail/templates.ts';
import { type ConfigError, loadConfig } from '../../../services/settings/config.ts';
import { mint } from '../../../services/tenancy/tokens.ts';
import { startApp, type TestApp } from '../../harness/app.ts';
import { holdBound } from '../../harness/clock.ts';
import { until } from '../../harness/process.ts';
import { startSilentSmtp, startSmtp } from '../../harness/smtp.ts';
import { signUp } from '../../harness/world.ts';

const to = 'ada@example.com';

function start(t: Test, smtpUrl: string, rest: Record<string, string> = {}): Promise<TestApp> {
  return startApp(t, { SVC_SMTP_URL: smtpUrl, SVC_PUBLIC_URL: 'https://svc.example.org', ...rest });
}

const post = (app: TestApp, letter: MailMessage): Promise<void> =>
  transaction((tx) => app.app.services.mail.post(letter, tx));

const invitation = (
  organization: string,
  inviter = 'Grace',
): Extract<MailMessage, { kind: 'invitation' | 'registration' }> => ({
  kind: 'invitation',
  to,
  token: mint('invitation').value,
  expiresAt: nowSeconds() + 60,
  organization,
  inviter,
});

const noMailJobs = (): Promise<true> =>
  until(async () => ((await Job.count({ where: { kind: 'mail' } })) === 0 ? true : undefined));
const failedOnce = (): Promise<true> =>
  until(async () => ((await Job.findOne({ where: { kind: 'mail' } }))?.lastError ? true : undefined));

t.test('an email has a text and an HTML part, and loads nothing', async (t) => {
  const smtp = await startSmtp(t);
  const app = await start(t, smtp.url, { SVC_SMTP_FROM: '"Kontor Süd" <svc@example.org>' });
  const letter = invitation('Müller & Söhne');
  await post(app, letter);
  const mail = await smtp.mailTo(to);
  const link = `https://svc.example.org/panel/invitation#token=${letter.token}`;
  t.equal(mail.headers.get('subject'), 'Invitation to “Müller & Söhne”');
  t.equal(mail.headers.get('from'), 'Kontor Süd <svc@example.org>');
  t.match(mail.headers.get('message-id'), /^<job_[0-9A-Z]{26}@example\.org>$/);
  t.equal(mail.headers.get('auto-submitted'), 'auto-generated');
  t.ok(mail.text.includes('Grace invites you to the organization “Müller & Söhne”.'));
  t.ok(mail.html.includes('Müller &amp; Söhne'));
  for (const part of [mail.text, mail.html]) t.ok(part.includes(link));
  const addresses = [...mail.html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address);
  t.strictSame([...new Set(addresses)].sort(), ['https://svc.example.org', link]);
  t.notMatch(mail.html, /<img|<script|@import|url\(/);
});

t.test('a name is plain text in every part: it adds no header, markup or recipient', async (t) => {
  const smtp = await startSmtp(t);
  const app = await start(t, smtp.url);
  const names = [
    'Acme\r\nBcc: evil@example.com\r\n\r\nevil body',
    '<img src=x onerror=alert(1)><a href="https://evil.example">here</a>',
    '\u202eevil\u2066 RTL',
    '"; evil@example.com',
    'x'.repeat(255),
    '😀'.repeat(255),
  ];
  for (const [index, name] of names.entries()) {
    const letter = invitation(name, name);
    await post(app, letter);
    const mail = await smtp.mailTo(to, index + 1);
    t.strictSame(mail.to, [to]);
    t.strictSame([...mail.headers.keys()].sort(), [
      'auto-submitted',
      'content-type',
      'date',
      'from',
      'message-id',
      'mime-version',
      'subject',
      'to',
    ]);
    t.notMatch(mail.headers.get('subject'), /[\r\n\u202e\u2066]/);
    t.notMatch(mail.html, /<img|href="https:\/\/evil/);
    t.ok(mail.text.includes(letter.token) && mail.html.includes(letter.token));
  }
  t.ok((await smtp.mailTo(to, 6)).text.includes('😀'.repeat(255)));
});

t.test('no mail client makes a link of a name, in any kind of mail', async (t) => {
  const smtp = await startSmtp(t);
  const app = await start(t, smtp.url);
  const name = 'see https://evil.example/reset or www.evil.example, evil\u3002example, Ünï.çode, 10.0.0.1 and Ph.D.';
  const shown =
    'see https: / /evil. example/reset or www. evil. example, evil\u3002 example, Ünï. çode, 10. 0. 0. 1 and Ph. D.';
  const expiresAt = nowSeconds() + 60;
  const letters: MailMessage[] = [
    { ...invitation(name, personIn({ name, email: 'grace@example.com' })) },
    { ...invitation(name, personIn({ name, email: 'grace@example.com' })), kind: 'registration' },
    { kind: 'password_changed', to, changedAt: expiresAt, keys: [`${name} (svcproj_...abc)`], expiresAt },
    { kind: 'password_link_created', to, by: personIn({ name, email: 'grace@example.com' }), expiresAt },
    { kind: 'webhook_disabled', to, project: name, projectId: 'proj_1', address: 'https://hooks.example', expiresAt },
    { kind: 'spend_threshold', to, project: name, projectId: 'proj_1', threshold: 80, limit: 1, spent: 1, expiresAt },
  ];
  for (const [index, letter] of letters.entries()) {
    await post(app, letter);
    const { text, html, headers } = await smtp.mailTo(to, index + 1);
    t.ok(text.includes(shown), letter.kind);
    for (const part of [text, html, headers.get('subject') ?? ''])
      t.notMatch(part, /\/\/evil|evil\.example|evil\u3002example|10\.0|Ünï\.çode/);
    if (letter.kind === 'password_changed') t.ok(text.includes('(svcproj_...abc)'), 'the mask of a key stays');
    if ('inviter' in letter) t.ok(text.includes('(grace@example.com)'), 'an address stays');
  }
});

t.test('while the mail server is down responses stay the same, and its emails are delivered once later', async (t) => {
  const port = await freePort();
  const app = await start(t, `smtp://127.0.0.1:${port}`);
  const users = [await signUp(app), await signUp(app), await signUp(app)];
  for (const { email } of users) {
    t.equal((await app.request('POST', '/v1/reset_password', { body: { email } })).status, 200);
  }
  await until(async () => ((await Job.count({ where: { kind: 'mail' } })) === 3 ? true : undefined));
  await failedOnce();
  const smtp = await startSmtp(t, { port });
  await noMailJobs();
  t.strictSame(smtp.mails.flatMap((mail) => mail.to).sort(), users.map(({ email }) => email).sort());
});

t.test('an unresponsive mail server delays no call', async (t) => {
  const silent = await startSilentSmtp(t);
  const app = await start(t, silent.url);
  const { email } = await signUp(app);
  await app.request('POST', '/v1/reset_password', { body: { email } });
  await until(() => (silent.connections() > 0 ? true : undefined));
  const began = performance.now();
  for (let attempt = 0; attempt < 5; attempt += 1) {
    t.equal((await app.request('POST', '/v1/reset_password', { body: { email } })).status, 200);
  }
  holdBound(t, 'five resets with an unresponsive mail server, in ms', performance.now() - began, 8000);
  silent.hangUp();
});

t.test('a queued email stores its token encrypted', async (t) => {
  const app = await start(t, `smtp://127.0.0.1:${await freePort()}`);
  const letter = invitation('Acme');
  await post(app, letter);
  await failedOnce();
  const job = await Job.findOne({ where: { kind: 'mail' } });
  t.match(job?.payload, /"token":"v2:/);
  t.notOk(job?.payload.includes(letter.token) || job?.lastError?.includes(letter.token));
});

t.test('a temporarily refused recipient is retried, and a permanently refused one is not', async (t) => {
  const smtp = await startSmtp(t);
  const app = await start(t, smtp.url);
  smtp.refuse(451);
  await post(app, invitation('Later'));
  await failedOnce();
  smtp.refuse(0);
  t.match((await smtp.mailTo(to)).text, /Later/);
  await noMailJobs();
  smtp.refuse(550);
  await post(app, invitation('Never'));
  await noMailJobs();
  smtp.refuse(0);
  t.equal(smtp.mails.length, 1);
  t.match((await app.request('GET', '/metrics')).text, /^svc_mails_total\{outcome="refused"\} 1$/m);
});

t.test('the mailer signs in if a user is configured, and retries after a wrong password', async (t) => {
  const password = 'p@ss:w/ö rd';
  const smtp = await startSmtp(t, { user: 'svc@example.org', password });
  await t.test('with the right password, the email is sent', async (t) => {
    const app = await start(t, smtp.url);
    await post(app, invitation('Signed in'));
    t.match((await smtp.mailTo(to)).from, 'svc@svc.example.org');
  });
  await t.test('with a wrong password, the email is retried', async (t) => {
    const app = await start(t, smtp.url.replace('p%40ss', 'pass'));
    await post(app, invitation('Not signed in'));
    await failedOnce();
    t.match(await Job.findOne({ where: { kind: 'mail' } }), { lastError: /535/ });
    t.equal(smtp.mails.length, 1);
  });
});

t.test('an expired link is not sent', async (t) => {
  const smtp = await startSmtp(t);
  const app = await start(t, smtp.url);
  await post(app, { ...invitation('Late'), expiresAt: nowSeconds() });
  await noMailJobs();
  t.strictSame(smtp.mails, []);
});

t.test('without a mail server a reset gets the same response, and the email is dropped and counted', async (t) => {
  const app = await startApp(t);
  const { email } = await signUp(app);
  t.equal((await app.request('POST', '/v1/reset_password', { body: { email } })).text, '{"status":"ok"}');
  const counted = async () =>
    /^svc_mails_total\{outcome="unconfigured"\} 1$/m.test((await app.request('GET', '/metrics')).text);
  t.ok(await until(async () => (await counted()) || undefined));
});

t.test('the address of the mail server is parsed, and an invalid one is not shown', async (t) => {
  const smtpOf = (url: string) => loadConfig({ SVC_SMTP_URL: url }).smtp;
  t.match(smtpOf('smtp://u%40x:p%2Fw@mail.example.org:2525'), {
    host: 'mail.example.org',
    port: 2525,
    user: 'u@x',
    password: 'p/w',
    secure: false,
  });
  t.match(smtpOf('smtp://[::1]'), { host: '::1', port: 587, user: '' });
  t.match(smtpOf('smtps://mail.example.org'), { port: 465, secure: true });
  t.match(smtpOf(''), { host: '' });
  const refusal = (settings: Record<string, string>): string[] => {
    try {
      loadConfig(settings);
    } catch (error) {
      return (error as ConfigError).lines;
    }
    return [];
  };
  const wrong = ['mail.example.org', 'http://u:secret@x', 'smtp://', 'smtp://u:secret@x:99999', 'smtp://u:secret@x/y'];
  for (const url of wrong) {
    t.match(refusal({ SVC_SMTP_URL: url }), [/^SVC_SMTP_URL must/], url);
    t.equal(refusal({ SVC_SMTP_URL: url }).length, 1);
    t.notMatch(refusal({ SVC_SMTP_URL: url }), [/secret/]);
  }
  for (const from of ['nobody', 'a b@c', 'A <b@c>, d@e', 'A\r\n<b@c>']) {
    t.match(refusal({ SVC_SMTP_FROM: from }), [/^SVC_SMTP_FROM must/], from);
  }
});

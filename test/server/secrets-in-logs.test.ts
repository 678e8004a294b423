// Tests what the server logs at its most verbose level while people sign in, reset passwords and invite each other.

import { connect } from 'node:net';
import t from 'tap';
import { freePort } from '../../scripts/fixtures/mariadb.ts';
import { client, startApp } from '../harness/app.ts';
import { startServer, until } from '../harness/process.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, password, signUp } from '../harness/world.ts';

const app = await startApp(t);
const port = await freePort();
const server = await startServer({
  ...app.database.settings,
  SVC_SMTP_URL: `smtp://user:smtp-s3cret@127.0.0.1:${port}`,
  SVC_LOG_LEVEL: 'trace',
});
t.teardown(() => server.end('SIGKILL'));
const there = client(t, server.url);
const next = 'a longer staple than before';

t.test('request data in a log line can neither break the line nor put a secret into it', async (t) => {
  const shaped = `svcproj_${'a'.repeat(49)}`;
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  socket.end(`GET /v1/"\\${shaped} HTTP/1.1\r\nhost: svc\r\nx-request-id: ${shaped}.mine\r\nconnection: close\r\n\r\n`);
  const line = await until(() => /^.*"requestId":"[^"]*\.mine".*$/m.exec(server.output())?.[0]);
  const { level, requestId, method, path, operation, status, address, msg, ...others } = JSON.parse(line);
  t.strictSame(
    { level, requestId, method, path, operation, status, address, msg },
    {
      level: 'info',
      requestId: 'svcproj_[redacted].mine',
      method: 'GET',
      path: '/v1/"\\svcproj_[redacted]',
      operation: 'none',
      status: 404,
      address: '127.0.0.1',
      msg: 'request',
    },
  );
  t.strictSame(Object.keys(others), ['time', 'durationMs']);
  t.notOk(server.output().includes(shaped));
});

t.test('no token, password or cookie is ever logged, whatever fails', async (t) => {
  const { owner, organizationId } = await createTenant(app, await signUp(app, { isAdmin: true }));
  const secrets = [password, next, 'smtp-s3cret', owner.token, owner.refreshToken];
  const origin = server.url;
  const body = { email: owner.email, password };
  const session = await there('POST', '/auth/session', { body, headers: { origin } });
  const cookie = session.headers.get('set-cookie')?.split(';')[0] ?? '';
  const refreshed = await there('POST', '/auth/session/refresh', { headers: { origin, cookie } });
  secrets.push(session.body.access_token, cookie.split('=')[1] as string, refreshed.body.access_token);
  await there('POST', '/v1/reset_password', { body: { email: owner.email } });
  await there('POST', '/v1/invitations/create', {
    token: owner.token,
    body: { email: 'ada@example.com', organization_id: organizationId },
  });
  // First the mail server is down, then it refuses the sign-in. Both are logged.
  await until(() => (/ECONNREFUSED/.test(server.output()) ? true : undefined));
  const refusing = await startSmtp(t, { port, user: 'user', password: 'another' });
  await until(() => (/535/.test(server.output()) ? true : undefined));
  await refusing.stop();
  const smtp = await startSmtp(t, { port, user: 'user', password: 'smtp-s3cret' });
  const reset = tokenIn(await smtp.mailTo(owner.email));
  const invitation = tokenIn(await smtp.mailTo('ada@example.com'));
  secrets.push(reset, invitation);
  for (const token of [reset, reset]) {
    await there('POST', '/v1/reset_password/confirm', { body: { token, password: next } });
  }
  for (const token of [invitation, invitation]) {
    const { body: tokens } = await there('POST', '/v1/invitations/register', { body: { token, password: next } });
    if (tokens.access_token !== undefined) secrets.push(tokens.access_token, tokens.refresh_token);
  }
  const misplaced = await there('GET', '/auth/me', { query: { token: invitation } });
  t.equal(misplaced.status, 401);
  const { stdout, stderr } = await server.end();
  const printed = stdout + stderr;
  t.match(printed, /registerAccount/);
  for (const [index, secret] of secrets.entries()) t.notOk(printed.includes(secret), `secret ${index}`);
});

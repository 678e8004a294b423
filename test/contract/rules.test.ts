// The rules of the contract kit, tried on every operation of a server in this process: access, the order of checks,
// idempotency, the life of resources, paging and webhooks.

import t from 'tap';
import { operations } from '../../scripts/contract/answers.ts';
import { runContract } from '../../scripts/contract/run.ts';
import { allCases } from '../../scripts/contract/tenants.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import { startApp } from '../harness/app.ts';
import { databaseKind } from '../harness/database.ts';
import { settingsOfProvider } from '../harness/forging-provider.ts';
import { loopbackSettings } from '../harness/receiver.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';
import { signUp } from '../harness/world.ts';
import { receiverFor } from '../mutants/run.ts';

const upstream = await startUpstream(t);
const { url: smtpUrl } = await startSmtp(t);
const app = await startApp(t, {
  SVC_SSO_PROVIDERS: await settingsOfProvider(t),
  ...loopbackSettings,
  SVC_SMTP_URL: smtpUrl,
  SVC_UPSTREAMS: JSON.stringify([upstream.settings()]),
  SVC_WORKER_TOKEN: 'a token that only workers know',
});
const { token: adminToken } = await signUp(app, { isAdmin: true });
const receiver = await receiverFor();
t.teardown(receiver.close);

/** Rules about who is let in and in which order: they hold in this process, so that one database is enough for them. */
const beforeTheDatabase = new Set(['access', 'callers', 'precedence', 'http', 'rates']);
const leftOut: ReadonlySet<string> = databaseKind() === 'sqlite' ? new Set() : beforeTheDatabase;

const { results, ending, left } = await runContract({
  url: app.url,
  credentials: { adminToken },
  operations: allCases(),
  isOfRulesOnly: true,
  rulesLeftOut: leftOut,
  allowed: new Set(['mail', 'users', 'workers']),
  given: new Map([
    ['models', 'chat-model'],
    ['reveal', 'worker.token'],
    ['sso', 'company'],
  ]),
  receiver: receiver.options,
});
t.strictSame([ending, left], [undefined, []], 'the run tries every rule, and deletes what it created');

/**
 * Accounts of people, which `svc contract run --account` takes, and a server without one. matrix.test.ts has callers of
 * every kind.
 */
const ofPeople = ['account', 'new-account', 'mailed-token', 'empty-server', 'provider-answer'];

t.test('every rule is tried, but for the paging of lists that say why, and for what passes through', async (t) => {
  const isToldOf = (tried: OperationCases): boolean =>
    operations.some(
      ({ path, operation }) =>
        (operation['x-unfilled'] !== undefined && `${tried.path}/`.startsWith(`${path}/`)) ||
        (operation['x-passes-on'] !== undefined && operation.operationId === tried.operationId),
    );
  // Some operations are called by the rules alone that are left out.
  const isUncalled = (id: string): boolean => leftOut.size > 0 && id.endsWith('/every-answer');
  const silent = results.filter(
    ({ id, outcome, lack = '', operation }) =>
      outcome === 'skipped' && !ofPeople.includes(lack) && !isToldOf(operation) && !isUncalled(id),
  );
  t.strictSame(
    silent.map(({ id, lack }) => [id, lack]),
    [],
  );
});

for (const [operationId, own] of Map.groupBy(results, ({ operation }) => operation.operationId)) {
  t.test(`${operationId} keeps the ${own.length} rules that concern it`, async (t) => {
    const failed = own.filter(({ outcome }) => outcome === 'failed');
    t.strictSame(
      failed.map(({ id, rule, findings, curl }) => ({ id, rule, findings, curl })),
      [],
    );
  });
}

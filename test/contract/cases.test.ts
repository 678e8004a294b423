// Runs generated/contract-cases.json against the server: what the published document promises for the input of every
// operation.

import t from 'tap';
import { operations } from '../../scripts/contract/answers.ts';
import { contractCases } from '../../scripts/contract/requests.ts';
import { runOperation } from '../../scripts/contract/run-operation.ts';
import { type Answer, send, withRetry } from '../../scripts/contract/send.ts';
import { databaseKind } from '../harness/database.ts';
import { createScope, fillingOf } from '../harness/fixtures.ts';
import { settingsOfProvider } from '../harness/forging-provider.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';
import { startWithAdmin } from '../harness/world.ts';

// Sign-ins are limited per client address, so each request has its own.
const upstream = await startUpstream(t);
const { url: smtpUrl } = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_SSO_PROVIDERS: await settingsOfProvider(t),
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
  SVC_SMTP_URL: smtpUrl,
  SVC_SEARCH_REWRITE_MODEL: 'chat-model',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
let addressCount = 0;
/** Operations that forward their input to an upstream, which validates it. */
const passedOn = new Set(
  operations.flatMap(({ operation }) => (operation['x-passes-on'] === undefined ? [] : [operation.operationId])),
);

t.test('every operation has cases, and every body has invalid ones', async (t) => {
  t.strictSame(
    contractCases.map(({ operationId }) => operationId).sort(),
    operations.map(({ operation }) => operation.operationId).sort(),
  );
  for (const { operationId, cases } of contractCases) {
    if (passedOn.has(operationId)) continue;
    // The service reads a URL-encoded form itself, and refuses all wrong ones alike.
    const takesBody = operations.some(
      ({ operation: { operationId: id, requestBody } }) =>
        id === operationId && requestBody && !('application/x-www-form-urlencoded' in requestBody.content),
    );
    const families = new Set(cases.map(({ id }) => id.split('/')[1]));
    const isRefusing = families.has('broken') || families.has('path');
    t.ok(families.has('accepted') && isRefusing, `${operationId} has accepted and refused cases`);
    const fewest = operationId === 'updateAdminConfig' ? 10 : 20;
    if (takesBody) t.ok(families.has('framing') && cases.length > fewest, `${operationId} has every family of cases`);
  }
});

/** Other tests set up a server without accounts, and sign in by identity providers: test/api/{setup,sso}.test.ts. */
const elsewhere = new Set(['empty-server', 'provider-answer']);
const withAccounts = contractCases.map((operation) => ({
  ...operation,
  cases: operation.cases.filter(({ needs = [] }) => !needs.some((need) => elsewhere.has(need))),
}));

/** Cases that are refused before a row is read or written: on the embedded database alone, once is enough. */
const refusedEarly = new Set(['broken', 'framing', 'protocol']);
const tried =
  databaseKind() === 'sqlite'
    ? withAccounts
    : withAccounts.map((operation) => ({
        ...operation,
        cases: operation.cases.filter(({ id }) => !refusedEarly.has(id.split('/')[1] ?? '')),
      }));

for (const operation of tried) {
  t.test(`${operation.operationId} keeps its contract in ${operation.cases.length} cases`, async (t) => {
    const scope = await createScope(app, admin);
    const results = await runOperation(
      { ask: withRetry(ask), fillingOf: (one) => fillingOf(scope, one), width: 8 },
      operation,
    );
    const wrong = results.filter(({ outcome }) => outcome !== 'passed');
    const shown = wrong.slice(0, 10).map(({ id, rule, findings, curl }) => ({ id, rule, findings, curl }));
    t.strictSame(shown, [], `${wrong.length} of ${operation.cases.length} cases have another response`);
  });
}

/** Sends a request from a new client address. The run itself holds the answer against the contract. */
function ask(...[method, path, options]: Parameters<typeof app.request>): Promise<Answer> {
  addressCount += 1;
  const address = `198.18.${Math.trunc(addressCount / 250)}.${(addressCount % 250) + 1}`;
  return send(app.url, method, path, { ...options, headers: { ...options?.headers, 'x-forwarded-for': address } });
}

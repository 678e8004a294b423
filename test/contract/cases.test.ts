// What the published document promises of every operation's input, held against the server: generated/contract-cases.json.

import t from 'tap';
import type { ContractCase, OperationCases } from '../../scripts/generate/contract/case.ts';
import { startApp } from '../harness/app.ts';
import { type CaseWorld, contractCases, fixturesOf, runCase } from '../harness/cases.ts';
import { operations } from '../harness/contract.ts';
import { inParallel } from '../harness/parallel.ts';
import { startSmtp } from '../harness/smtp.ts';
import { createAccount, createScope, createThings, type Scope } from '../harness/things.ts';
import { startUpstream } from '../harness/upstream.ts';
import { password, signInBrowser, signUp } from '../harness/world.ts';

// Sign-ins are throttled by address: each request comes from its own.
const upstream = await startUpstream(t);
const { url: smtpUrl } = await startSmtp(t);
const app = await startApp(t, {
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
  SVC_SMTP_URL: smtpUrl,
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const admin = await signUp(app, { isAdmin: true });
let addressCount = 0;
/** What goes to an upstream as it comes, so that nothing of it is broken here. */
const passedOn = new Set(
  operations.flatMap(({ operation }) => (operation['x-passes-on'] === undefined ? [] : [operation.operationId])),
);

t.test('every operation has cases, and what takes a body has broken ones', async (t) => {
  t.strictSame(
    contractCases.map(({ operationId }) => operationId).sort(),
    operations.map(({ operation }) => operation.operationId).sort(),
  );
  for (const { operationId, cases } of contractCases) {
    if (passedOn.has(operationId)) continue;
    const takesBody = operations.some(
      ({ operation }) => operation.operationId === operationId && operation.requestBody,
    );
    const families = new Set(cases.map(({ id }) => id.split('/')[1]));
    t.ok(families.has('accepted') && families.has('broken'), `${operationId} has both`);
    const fewest = operationId === 'updateAdminConfig' ? 10 : 20;
    if (takesBody) t.ok(families.has('framing') && cases.length > fewest, `${operationId} has every family`);
  }
});

for (const operation of contractCases) {
  t.test(`${operation.operationId} keeps its contract in ${operation.cases.length} cases`, async (t) => {
    const scope = await createScope(app, admin);
    const isAccepted = ({ expect }: ContractCase): boolean => expect.status < 300;
    const shared = await worldOf(scope, operation);
    const before = await stateOf(shared, operation);
    const refused = await inParallel(
      8,
      operation.cases.filter((one) => !isAccepted(one)),
      (one) => runCase(fromNewAddress(shared), operation, one),
    );
    t.strictSame(await stateOf(shared, operation), before, 'what is refused changes nothing');
    const taken: (string | undefined)[] = [];
    for (const one of operation.cases.filter(isAccepted)) {
      const world = usesUp(operation) ? await worldOf(scope, operation) : shared;
      taken.push(await runCase(fromNewAddress(world), operation, one));
    }
    const wrong = [...refused, ...taken].filter((problem) => problem !== undefined);
    t.strictSame(wrong.slice(0, 10), [], `${wrong.length} of ${operation.cases.length} are answered otherwise`);
  });
}

/** Whether a success leaves nothing behind to call it on again. */
function usesUp({ method, path }: OperationCases): boolean {
  return method === 'DELETE' || /^\/auth\/|^\/v1\/(invitations|reset_password)\/|\/complete$/.test(path);
}

/** Credential and fixtures for an operation. */
async function worldOf(scope: Scope, operation: OperationCases): Promise<CaseWorld> {
  const { caller, path } = operation;
  const isAccount = path.startsWith('/auth/') || caller === 'owner';
  if (!isAccount) {
    const things = await createThings(scope, fixturesOf(operation));
    return { app, token: scope.tokens[caller as 'admin'], fixtures: things };
  }
  const account = await createAccount(app, admin);
  const { organizationId, email } = account;
  const own = { organization: organizationId, own_organization: organizationId, email, password };
  const things = await createThings(scope, fixturesOf(operation), new Map(Object.entries(own)));
  if (caller === 'browser_session')
    return { app, token: undefined, headers: await signInBrowser(app, email), fixtures: things };
  return { app, token: caller === 'refresh_token' ? account.refreshToken : account.token, fixtures: things };
}

function fromNewAddress(world: CaseWorld): CaseWorld {
  addressCount += 1;
  const address = `198.18.${Math.trunc(addressCount / 250)}.${(addressCount % 250) + 1}`;
  return { ...world, headers: { ...world.headers, 'x-forwarded-for': address } };
}

/** What can be read at the operation's own address, without the times at which keys were used. */
async function stateOf({ token, fixtures }: CaseWorld, operation: OperationCases): Promise<unknown> {
  const read = contractCases.find(({ method, path }) => method === 'GET' && path === operation.path);
  // Under one address two methods may take the ids of different things.
  const isSame = JSON.stringify(read?.fixtures) === JSON.stringify(operation.fixtures);
  if (operation.method === 'GET' || !isSame) return undefined;
  const path = operation.path.replace(
    /\{([^}]+)\}/g,
    (_, name: string) => fixtures.get(operation.fixtures[name] ?? '') ?? '',
  );
  const { status, text } = await app.request('GET', path, { token });
  if (status !== 200) throw new Error(`GET ${path} answers ${status}: ${text}`);
  return JSON.parse(text, (key, value: unknown) => (key === 'last_used_at' ? null : value));
}

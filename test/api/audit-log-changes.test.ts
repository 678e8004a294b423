// Tests that a change and its audit entry are one transaction. Every changing operation is called while the audit log
// cannot be written: the call must fail and change nothing. Then the same call must succeed. A call for an unknown
// resource must leave no entry.

import type { Transaction } from 'sequelize';
import t from 'tap';
import { type OperationId, operationTable } from '../../generated/operations.ts';
import type { OperationNeeds } from '../../http/calls/index.ts';
import { AuditEntry } from '../../models/audit-entry.ts';
import { setUpOrganization } from '../../scripts/contract/fixtures.ts';
import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import { createAccount, createScope, createThings, placeOf, type Scope } from '../harness/fixtures.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';
import { password, signInBrowser, startWithAdmin } from '../harness/world.ts';

const [smtp, upstream] = await Promise.all([startSmtp(t), startUpstream(t)]);
const { app, admin } = await startWithAdmin(t, {
  SVC_SMTP_URL: smtp.url,
  SVC_RUN_WORKERS: 'false',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});

/** Audited elsewhere: their smallest valid requests change nothing. */
const elsewhere = new Set([
  // Only a server without accounts takes it: test/api/setup.test.ts.
  'createFirstAdmin',
  // An upstream deletes this one, outside of any transaction: test/api/responses-stored.test.ts has those of the server.
  'deleteResponse',
  // These users have none: test/api/sso.test.ts.
  'deleteUserIdentities',
  // It takes a token of a provider: test/api/sso-sign-out.test.ts.
  'endProviderLogins',
  // They write an entry when a token is used a second time: test/api/audit-log.test.ts.
  'refreshBrowserSession',
  'refreshLogin',
  // Its plain requests name no member: test/api/scim-groups.test.ts.
  'updateScimGroup',
]);

/** The cases of operations whose smallest valid request changes nothing. */
const changingCases: Record<string, RegExp> = {
  updateMember: /\/accepted\/role\/value-owner$/,
  updateScimUser: /\/accepted\/-\/full-1$/,
  updateProjectUser: /\/accepted\/role\/value-member$/,
};

/** Returns the types of the entries that an operation writes; none if it is not audited. */
function eventsOf(operationId: string): readonly string[] {
  const needs: OperationNeeds = operationTable[operationId as OperationId];
  return needs.audit?.events ?? [];
}

const changing = contractCases.filter(
  ({ method, operationId }) => method !== 'GET' && eventsOf(operationId).length > 0 && !elsewhere.has(operationId),
);

t.test('the document has operations that change something', async (t) => {
  t.ok(changing.length > 40, `${changing.length}`);
  const known = new Set(contractCases.map(({ operationId }) => operationId));
  t.strictSame(
    [...elsewhere].filter((operationId) => !known.has(operationId)),
    [],
    'the excluded operations exist',
  );
});

for (const operation of changing) {
  t.test(`${operation.operationId} writes its change and its audit entry together, or neither`, async (t) => {
    const { send, sendOfNobodys } = await prepared(operation);
    const written: (Transaction | null | undefined)[] = [];
    AuditEntry.addHook('beforeCreate', 'refuse', (_entry, { transaction: tx }) => {
      written.push(tx);
      throw Object.assign(new Error('the disk is full'), { code: 'ER_DISK_FULL' });
    });
    const refused = await send().finally(() => AuditEntry.removeHook('beforeCreate', 'refuse'));
    t.equal(refused.status, 503, refused.text);
    t.ok(written.length > 0 && written.every(Boolean), 'the entry is written in the transaction of the change');
    const before = await AuditEntry.count();
    const missed = await sendOfNobodys?.();
    t.not(missed?.status, 200, 'an unknown resource is not found');
    t.equal(await AuditEntry.count(), before, 'a refused call leaves no entry');
    const done = await send();
    t.ok(done.status < 300, `the rolled back change left nothing behind: ${done.text}`);
    const entries = await AuditEntry.findAll({ order: [['id', 'DESC']], limit: (await AuditEntry.count()) - before });
    const types = new Set(entries.map(({ type }) => type));
    t.ok(types.size > 0, 'it leaves an entry');
    t.strictSame(types.difference(new Set(eventsOf(operation.operationId))), new Set(), 'the spec names their types');
    for (const { type, details } of entries.filter((entry) => entry.type.endsWith('.updated')))
      t.match(JSON.parse(details), { previous_values: Object }, `${type} keeps what the change replaced`);
  });
}

type Send = () => ReturnType<typeof app.request>;

/**
 * Returns functions that send the operation's smallest valid request, repeatedly, and the same request for an unknown
 * id.
 */
async function prepared(operation: OperationCases): Promise<{ send: Send; sendOfNobodys: Send | undefined }> {
  const scope = await createScope(app, admin);
  const wanted = changingCases[operation.operationId] ?? /\/accepted\/-\/(least|plain)$/;
  const least = operation.cases.find(({ id }) => wanted.test(id));
  if (least === undefined) throw new Error(`${operation.operationId} has no plain case`);
  const { given, ...credentials } = await callerOf(operation, scope);
  await setUpOrganization(placeOf(scope), operation);
  const fixtures = await createThings(scope, fixturesOf(operation), given);
  const sendOf = (ids: Map<string, string>) => (): ReturnType<Send> => {
    const { options, path } = requestOf({ ...credentials, fixtures: ids }, operation, least.request);
    return app.request(operation.method, path, options);
  };
  const innermost = Object.values(operation.fixtures).at(-1) ?? '';
  const id = fixtures.get(innermost) ?? '';
  const nobodys = id.replace(/[0-9A-Z]{26}$/, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
  const sendOfNobodys = nobodys === id ? undefined : sendOf(new Map([...fixtures, [innermost, nobodys]]));
  return { send: sendOf(fixtures), sendOfNobodys };
}

interface Caller {
  token: string | undefined;
  /** Left out: the headers of the context that the operation needs. */
  headers?: Record<string, string>;
  given: Map<string, string>;
}

async function callerOf({ caller, path, fixtures }: OperationCases, scope: Scope): Promise<Caller> {
  const isOfAccount = caller === 'owner' && !('project_id' in fixtures);
  const token = isOfAccount ? undefined : scope.tokens[caller as keyof typeof scope.tokens];
  const isSignIn = path === '/auth/login' || path === '/auth/session';
  if (token !== undefined || (caller === 'anyone' && !isSignIn))
    return { token, given: new Map([['own_organization', scope.organizationId]]) };
  const account = await createAccount(app, admin);
  const given = new Map([
    ['email', account.email],
    ['password', password],
    ['own_organization', account.organizationId],
  ]);
  if (caller === 'browser_session')
    return { token: undefined, headers: await signInBrowser(app, account.email), given };
  return { token: caller === 'owner' ? account.token : undefined, headers: { origin: app.url }, given };
}

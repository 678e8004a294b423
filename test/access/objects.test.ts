// Tests object-level authorization: calls every operation whose path has an id with the id of another tenant's or
// another project's resource. The response must equal the one for an unknown id, and the resource must not change.

import t, { type Test } from 'tap';
import { AuditEntry } from '../../models/audit-entry.ts';
import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import type { Answer } from '../harness/app.ts';
import { createScope, createThings, type Scope } from '../harness/fixtures.ts';
import { startUpstream } from '../harness/upstream.ts';
import { startWithAdmin } from '../harness/world.ts';

const upstream = await startUpstream(t);
const { app, admin } = await startWithAdmin(t, {
  // Background work is off, because its changes would look like effects of a request.
  SVC_RUN_WORKERS: 'false',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const [ownScope, foreignScope] = [await createScope(app, admin), await createScope(app, admin)];
const siblingScope = await siblingOf(ownScope);

/**
 * Fixtures without an owner: models, custom endpoints and MCP servers. Operations of admins and public operations are
 * excluded too, and the access matrix covers organizations.
 */
const everybodys = ['models', 'v1', 'mcp', 'own_organization'];
const scoped = contractCases.filter(
  ({ path, caller, fixtures }) =>
    !path.startsWith('/admin/') &&
    caller !== 'anyone' &&
    Object.values(fixtures).some((collection) => !everybodys.includes(collection)),
);

/** Fixtures that the projects of an organization share. */
const ofOrganization = new Set(['groups', 'users', 'rate_limits']);

/** Ends an id that no resource has. */
const unused = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

t.test("the document has operations on tenants' resources", async (t) => {
  t.ok(scoped.length > 10);
});

for (const operation of scoped) {
  const collections = Object.values(operation.fixtures);

  t.test(`${operation.operationId} does not find resources of another tenant`, async (t) => {
    const own = await ownedBy(ownScope, operation);
    const foreign = await ownedBy(foreignScope, operation);
    for (const swapped of subsets(collections)) {
      // An id that all tenants have names nothing of another.
      if (swapped.every((name) => own.things.get(name) === foreign.things.get(name))) continue;
      const theirs = replaced(own.things, swapped, foreign.things);
      await staysHidden(t, operation, own, foreign, theirs, replaced(own.things, swapped, unknown(own.things)));
    }
  });

  // A resource in a project is also requested from another project of the same organization.
  const innermost = collections.slice(-1);
  if (innermost.some((name) => ofOrganization.has(name))) continue;
  if (operation.context !== 'project' && collections.length < 2) continue;
  t.test(`${operation.operationId} does not find resources of another project`, async (t) => {
    const own = await ownedBy(ownScope, operation);
    const sibling = await ownedBy(siblingScope, operation);
    for (const [here, there] of [
      [own, sibling],
      [sibling, own],
    ] as const) {
      const theirs = replaced(here.things, innermost, there.things);
      await staysHidden(t, operation, here, there, theirs, replaced(here.things, innermost, unknown(here.things)));
    }
  });
}

interface Owned {
  scope: Scope;
  things: ReadonlyMap<string, string>;
}

async function ownedBy(scope: Scope, operation: OperationCases): Promise<Owned> {
  return { scope, things: await createThings(scope, fixturesOf(operation)) };
}

/** Returns ids of the same kinds, of nothing. */
function unknown(ids: Owned['things']): Map<string, string> {
  return new Map([...ids].map(([name, id]) => [name, id.slice(0, -unused.length) + unused]));
}

/** Returns the ids, with those of `names` replaced. */
function replaced(ids: Owned['things'], names: string[], others: Owned['things']): Map<string, string> {
  return new Map([...ids].map(([name, id]) => [name, (names.includes(name) ? others.get(name) : id) ?? 'none']));
}

/**
 * Calls the operation with foreign ids and then with unknown ids. Both responses must be equal, and nothing may be
 * changed or recorded.
 */
async function staysHidden(
  t: Test,
  operation: OperationCases,
  own: Owned,
  others: Owned,
  theirs: Owned['things'],
  nobodys: Owned['things'],
): Promise<void> {
  const name = `with ${[...theirs].filter(([key, id]) => id !== own.things.get(key)).map(([key]) => key)} of others`;
  const before = [await readAll(operation, own), await readAll(operation, others)];
  const noted = await AuditEntry.count();
  const [hidden, missing] = [await call(operation, own.scope, theirs), await call(operation, own.scope, nobodys)];
  t.equal(await AuditEntry.count(), noted, `${name}: the audit log has no entry`);
  // The form of SCIM has no codes.
  const body = operation.path.startsWith('/scim/') ? { status: '404' } : { error: { code: 'not_found' } };
  t.match(hidden, { status: 404, body }, name);
  t.equal(
    withoutIds(hidden.text, theirs),
    withoutIds(missing.text, nobodys),
    `${name}: the response equals the one for an unknown id`,
  );
  t.strictSame(
    [await readAll(operation, own), await readAll(operation, others)],
    before,
    `${name}: the resource did not change`,
  );
}

/** Sends the smallest valid request with these ids. */
async function call(
  operation: OperationCases,
  { tokens, organizationId }: Scope,
  things: Owned['things'],
): Promise<Answer> {
  const fixtures = new Map([...things, ['own_organization', organizationId]]);
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
  const token = tokens[operation.caller as keyof typeof tokens];
  if (least === undefined || token === undefined) throw new Error(`${operation.operationId} cannot be called`);
  const { options, path } = requestOf({ token, fixtures }, operation, least.request);
  return app.request(operation.method, path, options);
}

/** Returns what the owner can read of the resources. */
async function readAll(operation: OperationCases, { scope, things }: Owned): Promise<unknown[]> {
  const reads = operation.caller === 'owner' ? 'organization_key' : operation.caller;
  const readers = scoped.filter(
    ({ method, path, caller }) => method === 'GET' && caller === reads && operation.path.startsWith(path),
  );
  const answers = await Promise.all(readers.map((reader) => call(reader, scope, things)));
  return answers.map(({ status, text, headers }) => {
    if (status !== 200) throw new Error(`The owner cannot read what is to be kept: ${text}`);
    if (!headers.get('content-type')?.startsWith('application/json')) return text;
    return JSON.parse(text, (key, value: unknown) => (key === 'last_used_at' ? null : value));
  });
}

/** Creates another project in the same organization, with a key. */
async function siblingOf(scope: Scope): Promise<Scope> {
  const { organization_key: token } = scope.tokens;
  const project = await app.request('POST', '/v1/organization/projects', { token, body: { name: 'Sibling' } });
  const path = `/v1/organization/projects/${project.body.id}/api_keys`;
  const key = await app.request('POST', path, { token, body: { name: 'Sibling' } });
  return { ...scope, projectId: project.body.id, tokens: { ...scope.tokens, project_key: key.body.value } };
}

/** Returns every non-empty subset. */
function subsets(names: string[]): string[][] {
  const choices = Array.from({ length: 2 ** names.length - 1 }, (_, index) => index + 1);
  return choices.map((choice) => names.filter((_, index) => (choice >> index) % 2 === 1));
}

function withoutIds(text: string, ids: ReadonlyMap<string, string>): string {
  return [...ids.values()].reduce((shown, id) => shown.replaceAll(id, 'ID'), text);
}

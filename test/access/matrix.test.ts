// Tests the access matrix: every kind of caller sends a valid request with the right context headers to every operation,
// and a refused one writes nothing. The kit's rule about access tries the pairs of headers (test/contract/rules.test.ts).
// Changes of who may do what are seen in generated/operations.txt, which is reviewed like code.

import t from 'tap';
import { database } from '../../models/connection.ts';
import { document, documented } from '../../scripts/contract/answers.ts';
import { isOfWholeOrganization, setUpOrganization } from '../../scripts/contract/fixtures.ts';
import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import { type Gate, type Named, type Verdict, verdict } from '../../scripts/contract/rules/access-oracle.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import type { Answer } from '../harness/app.ts';
import { createThings, newEmail, placeOf } from '../harness/fixtures.ts';
import { startSmtp } from '../harness/smtp.ts';
import { startUpstream } from '../harness/upstream.ts';
import { password, signInBrowser, startWithAdmin } from '../harness/world.ts';
import { createCast, likeness, workerToken } from './callers.ts';

const limitPath = '/v1/organization/spend_limit';
const upstream = await startUpstream(t);
const { url: smtpUrl } = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_WORKER_TOKEN: workerToken,
  SVC_SMTP_URL: smtpUrl,
  // Background work is off, because it would write rows while the test counts them.
  SVC_RUN_WORKERS: 'false',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const cast = await createCast(app, admin);
const { own, foreign } = cast;

type Operation = (typeof contractCases)[number];

const names = Object.keys(cast.callers);

t.test('the access of every caller to every operation follows its x-access', async (t) => {
  for (const operation of contractCases) {
    const named = namedFor(operation);
    const statuses = new Map<string, number>();
    const call = async (name: string, things?: Things): Promise<void> => {
      statuses.set(name, (await rightRequest(operation, name, named, things)).status);
    };
    // A refused call changes nothing, so that all of them name the same things.
    const refused = names.filter((name) => ruledFor(operation, name, named) !== 'reached' && !usesUpCaller(operation));
    const things = refused.length === 0 ? undefined : await thingsFor(operation, newEmail());
    const before = await rowCounts();
    await inParallel(3, refused, (name) => call(name, things));
    t.strictSame(await rowCounts(), before, `${operation.operationId}: a refused call writes no row`);
    const others = names.filter((name) => !statuses.has(name));
    // In a row: each one changes or removes the same thing.
    await inParallel(isOfWholeOrganization(operation) ? 1 : 3, others, (name) => call(name));
    const wanted = names.map((name) => [name, statusFor(operation, name, named)]);
    t.strictSame(Object.fromEntries(statuses), Object.fromEntries(wanted), operation.operationId);
    // No other operation is called with a limit, because it refuses models without a price.
    if (isOfWholeOrganization(operation)) await app.request('DELETE', limitPath, { token: own.organizationKey });
  }
});

t.test('custom endpoints, which the rule of the kit leaves out, refuse the context of another tenant', async (t) => {
  const theirs = { organization: foreign.organizationId, project: foreign.project.id };
  const endpoints = contractCases.filter(({ operationId }) => documented(operationId)?.['x-passes-on'] === 'endpoint');
  t.ok(endpoints.length > 0);
  for (const operation of endpoints)
    for (const name of names) {
      const { status } = await rightRequest(operation, name, theirs);
      t.equal(status, statusFor(operation, name, theirs), `${operation.operationId} ${name}`);
    }
});

type Things = ReadonlyMap<string, string>;

async function thingsFor(operation: Operation, email: string): Promise<Things> {
  await setUpOrganization(placeOf(cast.scope), operation);
  return createThings(cast.scope, fixturesOf(operation), new Map(Object.entries({ email, password })));
}

/** Returns true if the call changes its caller, such as a sign-out. */
function usesUpCaller({ path, operationId }: Operation): boolean {
  return path.startsWith('/auth/') || operationId === 'acceptInvitation';
}

/** Sends the smallest valid request with the tenant's own fixtures. */
async function rightRequest(operation: Operation, name: string, named: Named, things?: Things): Promise<Answer> {
  const person = usesUpCaller(operation) ? await likeness(app, cast, name) : undefined;
  const email = person?.email ?? (usesUpCaller(operation) ? own.member.email : newEmail());
  const fixtures = things ?? (await thingsFor(operation, email));
  const fresh = name === 'refresh_token' ? person?.refreshToken : person?.token;
  const browser = name === 'browser_session' && person !== undefined ? await signInBrowser(app, email) : undefined;
  const headers = { ...(browser ?? castOf(name).headers), ...headersOf(named) };
  const token = name === 'browser_session' ? undefined : (fresh ?? castOf(name).token);
  const world = { app, token, headers, fixtures };
  const { options, path } = requestOf(world, operation, leastOf(operation).request);
  return app.request(operation.method, path, options);
}

function leastOf({ operationId, cases }: Operation): Operation['cases'][number] {
  const least = cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
  if (least === undefined) throw new Error(`${operationId} has no least case`);
  return least;
}

/** Returns the expected status of the operation's smallest valid request. */
function successOf(operation: Operation): number {
  // The server has accounts, so that no set-up token is valid: test/api/setup.test.ts.
  if (operation.operationId === 'createFirstAdmin') return 400;
  // The settings have no identity provider: test/api/sso.test.ts.
  if (Object.values(operation.fixtures).includes('sso')) return 404;
  return leastOf(operation).expect.status;
}

function ruledFor(operation: Operation, name: string, named: Named): Verdict {
  return verdict(gateOf(operation), castOf(name).caller, named, cast.projects);
}

/** Returns the expected status. Three forms of errors have no 422. */
function statusFor(operation: Operation, name: string, named: Named): number {
  const ruled = ruledFor(operation, name, named);
  if (ruled === 'reached') return successOf(operation);
  const form = documented(operation.operationId)?.['x-errors'] ?? '';
  return ['anthropic', 'oauth', 'scim'].includes(form) && ruled.status === 422 ? 400 : ruled.status;
}

function namedFor({ context }: Operation): Named {
  if (context === 'none') return {};
  return { organization: own.organizationId, ...(context === 'organization' ? {} : { project: own.project.id }) };
}

function gateOf({ operationId }: Operation): Gate {
  const access = documented(operationId)?.['x-access'];
  if (access === undefined) throw new Error(`${operationId} has no x-access`);
  return access;
}

function castOf(name: string): (typeof cast.callers)[string] {
  const found = cast.callers[name];
  if (found === undefined) throw new Error(`There is no caller ${name}`);
  return found;
}

function headersOf({ organization, project }: Named): Record<string, string> {
  return {
    ...(organization === undefined ? {} : { 'compat-organization': organization }),
    ...(project === undefined ? {} : { 'compat-project': project }),
  };
}

/** Returns the number of rows of each table. */
async function rowCounts(): Promise<string[]> {
  // The usage of each call is counted too, and written a second later.
  const models = Object.values(database().sequelize.models).filter(
    ({ name }) => !['LatencyCount', 'UsageRollup', 'UsageWriter'].includes(name),
  );
  return Promise.all(models.map(async (model) => `${model.name} ${await model.count()}`));
}

t.test('the matrix contains every operation of the document', async (t) => {
  const listed = Object.values(document.paths).flatMap((methods) =>
    Object.values(methods).map(({ operationId }) => operationId),
  );
  const tried = new Set(contractCases.map(({ operationId }) => operationId));
  t.strictSame(
    listed.filter((id) => !tried.has(id)),
    [],
  );
});

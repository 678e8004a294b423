// Tests the access matrix, in two passes over every operation and every kind of caller.
//
// The first pass sends a request with one invalid query parameter and pairs of context headers: every pair to the first
// operation of each x-access, a few to the others, because the kit's rule about access tries nine pairs on every operation
// (test/contract/rules.test.ts). An authorized caller gets a 422, and no request may write anything.
//
// The second pass sends a valid request with the right headers. Changes of who may do what are seen in
// generated/operations.txt, which is reviewed like code.

import t from 'tap';
import { database } from '../../models/connection.ts';
import { document, operations } from '../../scripts/contract/answers.ts';
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

/** The header values by their relation to the tenant. Unknown values are well-formed. */
const organizations: Record<string, string | undefined> = {
  none: undefined,
  own: own.organizationId,
  foreign: foreign.organizationId,
  unknown: 'org_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  swapped: own.project.id,
};
const projects: Record<string, string | undefined> = {
  none: undefined,
  own: own.project.id,
  sibling: own.sibling.id,
  foreign: foreign.project.id,
  unknown: 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV',
  swapped: own.organizationId,
};

type Operation = (typeof contractCases)[number];

t.test('the context headers follow the rules for every operation and caller', async (t) => {
  const gates = new Set<string>();
  for (const operation of contractCases) {
    const gate = gateOf(operation);
    // Roles of the own sort are tried in permissions.test.ts, so the permission changes nothing here.
    const key = JSON.stringify([{ ...gate, permission: '' }, formOf(operation), 'project_id' in operation.fixtures]);
    const isFirst = !gates.has(key);
    gates.add(key);
    const fixtures = (await createThings(cast.scope, fixturesOf(operation))).set('projects', own.project.id);
    const cells = Object.keys(cast.callers).flatMap((caller) =>
      headerPairs(gate, caller, isFirst).map(([organization, project]) => ({ caller, organization, project })),
    );
    const answers = new Map<string, string>();
    const before = await rowCounts();
    const wrong = await inParallel(6, cells, async ({ caller, organization, project }) => {
      const named = { organization: organizations[organization], project: projects[project] };
      const { token, headers, caller: facts } = castOf(caller);
      // Sends a valid form if the operation takes one, because an invalid form is refused before the query is
      // validated.
      const { contentType, raw } = leastOf(operation).request;
      const form = contentType === undefined || raw === undefined ? {} : { contentType, raw };
      const world = { app, token, fixtures, headers: { ...headers, ...headersOf(named) } };
      const { options, path } = requestOf(world, operation, form);
      const answer = await app.request(operation.method, `${path}?probe=1`, options);
      answers.set(`${caller} ${organization} ${project}`, anonymized(answer));
      const ruled = verdict(
        {
          ...gate,
          pathOrganization: gate.organization?.startsWith('path.') ? own.organizationId : undefined,
          pathProject: 'project_id' in operation.fixtures ? own.project.id : undefined,
        },
        facts,
        named,
        cast.projects,
      );
      const wanted =
        hasSentence(operation) && ruled !== 'reached' ? { status: statusIn(operation, ruled.status) } : ruled;
      const got = looksBeforeBody(operation, answer)
        ? ('reached' satisfies Verdict)
        : (hasSentence(operation) ? seenInSentence : seen)(answer, isPassedOn(operation));
      return JSON.stringify(got) === JSON.stringify(wanted)
        ? undefined
        : { caller, organization, project, wanted, got };
    });
    t.strictSame(wrong.filter(Boolean).slice(0, 5), [], `${operation.operationId}: ${cells.length} cells`);
    t.strictSame(telling(answers), [], `${operation.operationId}: foreign and unknown resources have equal responses`);
    t.strictSame(await rowCounts(), before, `${operation.operationId}: no row is written`);
  }
});

t.test('the access of every caller to every operation follows its x-access', async (t) => {
  const names = Object.keys(cast.callers);
  for (const operation of contractCases) {
    // In a row: each one changes or removes the same thing.
    const width = isOfWholeOrganization(operation) ? 1 : 3;
    const ruledFor = (name: string): Verdict =>
      verdict(gateOf(operation), castOf(name).caller, namedFor(operation), cast.projects);
    let ofRefused: Promise<Things> | undefined;
    const statuses = await inParallel(width, names, async (name) => {
      // A refused call changes nothing, so that all of them name the same things.
      const isShared = ruledFor(name) !== 'reached' && !usesUpCaller(operation);
      if (isShared) ofRefused ??= thingsFor(operation, newEmail());
      const { status } = await rightRequest(operation, name, isShared ? await ofRefused : undefined);
      return `${name} ${status}`;
    });
    const wanted = names.map((name) => {
      const ruled = ruledFor(name);
      return `${name} ${ruled === 'reached' ? successOf(operation) : statusIn(operation, ruled.status)}`;
    });
    t.strictSame(statuses, wanted, operation.operationId);
    // No other operation is called with a limit, because it refuses models without a price.
    if (isOfWholeOrganization(operation)) await app.request('DELETE', limitPath, { token: own.organizationKey });
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

/** Sends the smallest valid request with the tenant's own fixtures and context. */
async function rightRequest(operation: Operation, name: string, things: Things | undefined): Promise<Answer> {
  const person = usesUpCaller(operation) ? await likeness(app, cast, name) : undefined;
  const email = person?.email ?? (usesUpCaller(operation) ? own.member.email : newEmail());
  const fixtures = things ?? (await thingsFor(operation, email));
  const fresh = name === 'refresh_token' ? person?.refreshToken : person?.token;
  const browser = name === 'browser_session' && person !== undefined ? await signInBrowser(app, email) : undefined;
  const headers = { ...(browser ?? castOf(name).headers), ...headersOf(namedFor(operation)) };
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

/** Returns the status in the operation's form of errors: three have no 422. */
function statusIn(operation: Operation, status: number): number {
  return ['anthropic', 'oauth', 'scim'].includes(formOf(operation) ?? '') && status === 422 ? 400 : status;
}

function formOf({ operationId }: Operation) {
  return operations.find(({ operation }) => operation.operationId === operationId)?.operation['x-errors'];
}

/** The forms of OAuth and SCIM have a sentence, and no codes of this server. */
function hasSentence(operation: Operation): boolean {
  return ['oauth', 'scim'].includes(formOf(operation) ?? '');
}

function seenInSentence({ status, body }: Answer): unknown {
  return status === 400 && (body.detail ?? body.error_description).includes('probe')
    ? ('reached' satisfies Verdict)
    : { status };
}

function namedFor({ context }: Operation): Named {
  if (context === 'none') return {};
  return { organization: own.organizationId, ...(context === 'organization' ? {} : { project: own.project.id }) };
}

function gateOf({ operationId }: Operation): Gate {
  const access = operations.find(({ operation }) => operation.operationId === operationId)?.operation['x-access'];
  if (access === undefined) throw new Error(`${operationId} has no x-access`);
  return access;
}

/** Returns true if the query is forwarded to an upstream, which accepts any query. */
function isPassedOn({ operationId }: Operation): boolean {
  return operations.some(
    ({ operation }) => operation.operationId === operationId && operation['x-passes-on'] !== undefined,
  );
}

function castOf(name: string): (typeof cast.callers)[string] {
  const found = cast.callers[name];
  if (found === undefined) throw new Error(`There is no caller ${name}`);
  return found;
}

/** Returns all pairs of header values, or a few where the headers have no effect or another operation is tried with all. */
function headerPairs({ context }: Gate, caller: string, isFirst: boolean): [organization: string, project: string][] {
  const few: [string, string][] = [
    ['none', 'none'],
    ['foreign', 'foreign'],
  ];
  if (
    context === 'none' ||
    ['anonymous', 'malformed', 'refresh_token', 'browser_session', 'worker_token'].includes(caller)
  )
    return few;
  if (!isFirst) return [...few, ['own', 'own'], ['unknown', 'unknown']];
  return Object.keys(organizations).flatMap((organization) =>
    Object.keys(projects).map((project): [string, string] => [organization, project]),
  );
}

function headersOf({ organization, project }: Named): Record<string, string> {
  return {
    ...(organization === undefined ? {} : { 'compat-organization': organization }),
    ...(project === undefined ? {} : { 'compat-project': project }),
  };
}

/**
 * Returns true for a part of an unknown upload. It is refused before its body is read, so this error means that the
 * context was accepted.
 */
function looksBeforeBody({ operationId }: Operation, { status, body }: Answer): boolean {
  return operationId === 'addUploadPart' && status === 404 && body.error?.code === 'not_found';
}

/** Returns the verdict that the response to the first request shows. */
function seen({ status, body }: Answer, isPassedOn: boolean): unknown {
  if (isPassedOn && status === 200) return 'reached' satisfies Verdict;
  // The page that says there is no such identity provider.
  if (status === 404 && typeof body === 'string') return 'reached' satisfies Verdict;
  // In the form of Anthropic's API, a 400 has the issues.
  if (body.detail === undefined) return { status, code: body.error?.code };
  const locs: string[] = body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'));
  if (locs.includes('query.probe')) return 'reached' satisfies Verdict;
  return { status: 422, missing: locs.map((loc) => loc.replace('header.', '')) };
}

/** Returns the response without the ids that it repeats. The rest must not reveal which ids exist. */
function anonymized({ status, text }: Answer): string {
  const ids = [...Object.values(organizations), ...Object.values(projects)].filter((id) => id !== undefined);
  const plain = text.replace(/"request_id":"[^"]*"/, '');
  return `${status} ${ids.reduce((shown, id) => shown.replaceAll(id, 'ID'), plain)}`;
}

/** Returns the cells whose refusals distinguish foreign resources from unknown ones. */
function telling(answers: Map<string, string>): string[] {
  return [...answers].flatMap(([cell, answer]) => {
    const [caller = '', organization = '', project = ''] = cell.split(' ');
    const isTheirs = organization === 'foreign' && (caller === 'admin' || caller.startsWith('foreign_'));
    if (isTheirs || !answer.startsWith('403')) return [];
    const twin = [caller, organization.replace('foreign', 'unknown'), project.replace('foreign', 'unknown')].join(' ');
    const other = answers.get(twin);
    return other === undefined || other === answer ? [] : [`${cell}: ${answer} / ${other}`];
  });
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

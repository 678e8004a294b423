// Tests the contract with random requests: about 1,000 on the two databases together, and 10,000 in `npm run
// test:faults`. No response is a 5xx, every response keeps the document, and the issues of every body equal those of
// the contract's own validator.
//
// Each run is different. A failure prints its seed; SVC_TEST_SEED=<seed> repeats it.

import { randomInt } from 'node:crypto';
import fc from 'fast-check';
import t, { type Test } from 'tap';
import { document, operations } from '../../scripts/contract/answers.ts';
import { contractCases, type Filling, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import type { OperationCases } from '../../scripts/document/case.ts';
import type { Json, Schema } from '../../scripts/document/document.ts';
import { judge } from '../../scripts/generate/contract/judge.ts';
import type { Builder } from '../../scripts/generate/contract/samples.ts';
import { rounds } from '../harness/faults.ts';
import { createAccount, createScope, createThings } from '../harness/fixtures.ts';
import { startUpstream } from '../harness/upstream.ts';
import { password, signInBrowser, startWithAdmin } from '../harness/world.ts';
import { bodies, noise } from './arbitraries.ts';

const seed = Number(process.env.SVC_TEST_SEED ?? randomInt(2 ** 31));
const bodyRuns = 120 * rounds;
const noiseRuns = 80 * rounds;
const timeoutMs = 540_000 + 20_000 * rounds;
const maxToldIssues = 50;

const collections = new Set(contractCases.flatMap((operation) => [...fixturesOf(operation)]));
const builder: Builder = { document, fixtures: collections };
// Generated before the server starts, because generating blocks the event loop for some seconds.
const bodied = contractCases.flatMap((operation) => {
  const schema = schemaOf(operation.operationId);
  if (schema === undefined) return [];
  return [fc.record({ operation: fc.constant(operation), body: bodies(builder, schema), address: fc.ipV4() })];
});

const upstream = await startUpstream(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_TRUSTED_PROXIES: '127.0.0.0/8',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const scope = await createScope(app, admin);
const account = await createAccount(app, admin);
const fixtures = await createThings(scope, collections);
fixtures
  .set('email', account.email)
  .set('password', password)
  .set('organization', account.organizationId)
  .set('own_organization', account.organizationId);
const tokens: Record<string, string> = { ...scope.tokens, owner: account.token, refresh_token: account.refreshToken };
const browser = await signInBrowser(app, account.email);

t.setTimeout(timeoutMs);
t.comment(`seed ${seed}`);

t.test('random invalid bodies get exactly the expected issues', { timeout: timeoutMs }, async (t) => {
  let refusals = 0;
  await holds(
    t,
    fc.asyncProperty(fc.oneof(...bodied), async ({ operation, body: drawn, address }) => {
      const body = JSON.parse(JSON.stringify(drawn)) as Json;
      const { path, options } = requestOf(worldOf(operation, address), operation, { body });
      const { status, body: answer, text } = await app.request(operation.method, path, options);
      if (status >= 500) throw new Error(`${operation.operationId}: ${text}`);
      // An organization in the body is checked before the rest of the body is validated.
      if (status === 403 && accessOf(operation.operationId)?.organization?.startsWith('body.')) return;
      if (/"(__proto__|constructor)"/.test(JSON.stringify(body))) return;
      const issues = judge(document, schemaOf(operation.operationId) ?? {}, body, ['body']);
      if (issues.length === 0 || issues.length > maxToldIssues) return;
      refusals += 1;
      // SCIM and OAuth tell the issues in sentences.
      if (status === 400 && (answer.scimType ?? answer.error_description) !== undefined) return;
      if (status !== 422 && answer.type !== 'error') throw new Error(`${operation.operationId}: ${status} ${text}`);
      const told = summary(answer.detail);
      if (told !== summary(issues))
        throw new Error(`${operation.operationId}: told ${told}, expected ${summary(issues)}`);
    }),
    bodyRuns,
  );
  t.ok(refusals > bodyRuns / 4, `${refusals} of ${bodyRuns} bodies broke the contract`);
});

t.test('random requests get documented responses, and never a 5xx', { timeout: timeoutMs }, async (t) => {
  const statuses = new Set<number>();
  await holds(
    t,
    fc.asyncProperty(
      noise,
      async ({ operation, method = operation.method, segment, query, raw, contentType, headers, token, address }) => {
        const world = worldOf(operation, address);
        const { path } = requestOf(world, operation, {});
        const cut = path.lastIndexOf('/') + 1;
        const target =
          (segment === undefined ? path : path.slice(0, cut) + segment) + (query === undefined ? '' : `?${query}`);
        const takesBody = raw !== undefined && method !== 'GET' && method !== 'HEAD';
        const { status, text } = await app.request(method, target, {
          token: token ?? world.token,
          headers: { ...world.headers, ...headers },
          ...(takesBody ? { raw: typeof raw === 'string' ? raw.toWellFormed() : raw, contentType } : {}),
        });
        statuses.add(status);
        if (status >= 500) throw new Error(`${method} ${target}: ${text}`);
      },
    ),
    noiseRuns,
  );
  t.ok(statuses.size > 4, `seen ${[...statuses].sort()}`);
});

/**
 * Runs the property. Shows a counterexample in ASCII, because it may contain any character and TAP is read line by
 * line.
 */
async function holds<Drawn extends [unknown]>(
  t: Test,
  property: fc.IAsyncPropertyWithHooks<Drawn>,
  numRuns: number,
): Promise<void> {
  const { failed, counterexample, errorInstance } = await fc.check(property, { seed, numRuns });
  const story = `seed ${seed}: ${String(errorInstance)} at ${JSON.stringify(counterexample?.[0])}`;
  t.notOk(failed, failed ? story.replaceAll(/[^ -~]/g, '?').slice(0, 4000) : `${numRuns} runs of seed ${seed}`);
}

function worldOf({ caller }: OperationCases, address: string): Filling {
  const session = caller === 'browser_session' ? browser : {};
  return { token: tokens[caller], fixtures, headers: { ...session, 'x-forwarded-for': address } };
}

function accessOf(operationId: string) {
  return operations.find(({ operation }) => operation.operationId === operationId)?.operation['x-access'];
}

function schemaOf(operationId: string): Schema | undefined {
  for (const methods of Object.values(document.paths)) {
    const found = Object.values(methods).find((operation) => operation.operationId === operationId);
    if (found !== undefined) return found.requestBody?.content['application/json']?.schema;
  }
  return undefined;
}

/** Returns the locations and types of the issues in a fixed order. */
function summary(issues: { loc: string[]; type: string }[]): string {
  return issues
    .map(({ loc, type }) => JSON.stringify([loc, type]))
    .sort()
    .join(' ');
}

// Tries every operation that takes a key over HTTP, with the one permission that it needs and with all others but that
// one. The requests have an unknown query parameter: with access they are refused with 422, and change nothing.

import t from 'tap';
import { operationTable, type Permission, permissions } from '../../generated/operations.ts';
import type { OperationNeeds } from '../../http/calls/index.ts';
import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { createThings } from '../harness/fixtures.ts';
import { startUpstream } from '../harness/upstream.ts';
import { signUp } from '../harness/world.ts';
import { createCast } from './callers.ts';

const upstream = await startUpstream(t);
const app = await startApp(t, {
  SVC_RUN_WORKERS: 'false',
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const { own, scope } = await createCast(app, await signUp(app, { isAdmin: true }));
const paths = {
  organization_key: '/v1/organization/admin_api_keys',
  project_key: `/v1/organization/projects/${own.project.id}/api_keys`,
};
const operations = contractCases.map((operation) => {
  const needs: OperationNeeds = operationTable[operation.operationId as keyof typeof operationTable];
  return { operation, needs };
});
const manage = async (path: string, body: object) => {
  const answer = await app.request('POST', path, { token: own.organizationKey, body });
  t.equal(answer.status, 200, path);
  return answer.body;
};

for (const [kind, path] of Object.entries(paths)) {
  t.test(`a ${kind} needs exactly the permission of each operation`, async (t) => {
    const key = await manage(path, { name: 'Scoped', scopes: ['models.read'] });
    let cells = 0;
    for (const permission of permissions) {
      const served = operations.filter(({ needs }) => needs.access.permission === permission);
      const taking = served.filter(({ needs }) => needs.access.callers.includes(kind));
      for (const isGranted of taking.length === 0 ? [] : [true, false]) {
        await manage(`${path}/${key.id}`, { scopes: isGranted ? [permission] : others(permission) });
        for (const { operation, needs } of taking) {
          const answer = await probe(operation, key.value, needs.access.context);
          const isRefused = answer.status === 403 && isOfScopes(answer);
          t.equal(isRefused, !isGranted, `${operation.operationId}: ${answer.status} ${answer.text.slice(0, 200)}`);
          if (!isGranted) t.match(answer.text, permission, 'the refusal names the permission');
          cells += 1;
        }
      }
    }
    t.comment(`${cells} cells`);
    t.ok(cells > 90);
  });
}

/** The form of SCIM has a sentence, and no codes. */
function isOfScopes({ body }: Answer): boolean {
  return body?.error?.code === 'insufficient_permissions' || /lack the permission/.test(body?.detail);
}

/** All permissions that an owner can give a key, but this one. */
function others(permission: Permission): Permission[] {
  return permissions.filter((one) => one !== permission && !one.startsWith('server.'));
}

async function probe(operation: (typeof contractCases)[number], token: string, context: string) {
  const fixtures = (await createThings(scope, fixturesOf(operation))).set('projects', own.project.id);
  const headers = context === 'project' ? { 'compat-project': own.project.id } : {};
  const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id))?.request;
  const form = least?.raw === undefined || least.contentType === undefined ? {} : least;
  const { options, path } = requestOf({ token, fixtures, headers }, operation, form);
  return app.request(operation.method, `${path}?probe=1`, options);
}

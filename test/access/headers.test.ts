// Tests the context headers: their synonyms, invalid values, and archived projects.

import t from 'tap';
import { contractCases, fixturesOf, requestOf } from '../../scripts/contract/requests.ts';
import { createScope, createThings } from '../harness/fixtures.ts';
import { startUpstream } from '../harness/upstream.ts';
import { sendRaw } from '../harness/wire.ts';
import { createTenant, startWithAdmin } from '../harness/world.ts';

const upstream = await startUpstream(t);
const { app, admin } = await startWithAdmin(t, {
  SVC_UPSTREAMS: JSON.stringify([
    upstream.settings({ custom_endpoints: ['/v1/ocr'], mcp_servers: { tools: `${upstream.origin}/mcp` } }),
  ]),
});
const { organizationId, owner, organizationKey, project, sibling } = await createTenant(app, admin);
const stores = (token: string, headers: Record<string, string>) =>
  app.request('GET', '/v1/vector_stores', { token, headers });

t.test('the headers of the OpenAI API are synonyms of the context headers', async (t) => {
  const synonyms = { 'OpenAI-Organization': organizationId, 'OpenAI-Project': project.id };
  t.equal((await stores(owner.token, synonyms)).status, 200);
  t.equal((await stores(organizationKey, { 'openai-project': project.id })).status, 200);
  t.equal((await stores(project.key, { 'openai-project': sibling.id })).status, 403);
  t.equal(
    (await stores(project.key, { 'openai-project': project.id, 'compat-project': project.id })).status,
    200,
    'a repeated header with equal values',
  );
});

t.test('a context header and a synonym with different values are refused', async (t) => {
  for (const [name, synonym, value] of [
    ['compat-project', 'openai-project', project.id],
    ['compat-organization', 'openai-organization', organizationId],
  ] as const) {
    const { status, body } = await stores(owner.token, {
      'compat-project': project.id,
      [name]: value,
      [synonym]: sibling.id,
    });
    t.equal(status, 422);
    t.match(body.detail, [{ loc: ['header', synonym], type: 'value_error', input: sibling.id }]);
    t.equal(body.detail.length, 1);
  }
});

t.test('an admin without an organization has to name one, and a project', async (t) => {
  const { status, body } = await stores(admin.token, {});
  t.equal(status, 422);
  t.strictSame(
    body.detail.map(({ loc }: { loc: string[] }) => loc[1]),
    ['compat-organization', 'compat-project'],
  );
});

t.test('a header with underscores is not a context header', async (t) => {
  const { status, body } = await stores(organizationKey, { Compat_Project: project.id });
  t.equal(status, 422);
  t.strictSame(body.detail[0].loc, ['header', 'compat-project']);
});

t.test('a repeated context header is refused, even with equal values', async (t) => {
  for (const name of [
    'compat-organization',
    'compat-project',
    'openai-organization',
    'openai-project',
    'authorization',
  ]) {
    const value = name === 'authorization' ? `Bearer ${project.key}` : project.id;
    const head = ['GET /v1/vector_stores HTTP/1.1', 'host: a', `authorization: Bearer ${project.key}`];
    const lines = [`${name}: ${value}`, ...(name === 'authorization' ? [] : [`${name.toUpperCase()}: ${value}`])];
    const { status, body } = await sendRaw(t, app.url, [...head, ...lines]);
    t.equal(status, 400, name);
    t.equal(body.error.code, 'malformed_request');
  }
});

t.test('invalid context values are refused, and the error repeats at most one line of them', async (t) => {
  for (const value of [
    '',
    ' ',
    'x'.repeat(1024),
    `${project.id} `.repeat(2),
    `${project.id},${project.id}`,
    '\u00e9',
    "' OR 1=1 --",
    project.id.toLowerCase(),
  ]) {
    for (const name of ['compat-project', 'compat-organization']) {
      const { status, body, text } = await stores(project.key, { [name]: value });
      t.equal(status, 403, `${name}: ${value.slice(0, 40)}`);
      t.equal(body.error.code, name === 'compat-project' ? 'mismatched_project' : 'mismatched_organization');
      t.ok(text.length < 400);
    }
  }
});

t.test('only a bearer credential in the Authorization header is accepted', async (t) => {
  const missing = [
    `Basic ${project.key}`,
    project.key,
    'Bearer',
    'Bearer ',
    `Bearer ${project.key} more`,
    `Token ${project.key}`,
  ];
  for (const authorization of missing) {
    const { status, headers, body } = await stores('', { authorization });
    t.equal(status, 401, authorization.slice(0, 12));
    t.equal(body.error.code, 'missing_api_key');
    t.equal(headers.get('www-authenticate'), 'Bearer');
  }
  t.equal((await stores('', { authorization: `bearer ${project.key}` })).status, 200, 'the scheme may be in any case');
  t.equal((await app.request('GET', `/v1/vector_stores?access_token=${project.key}`)).status, 401);
  const forged = [
    "' OR 1=1 --".replaceAll(' ', '+'),
    'x'.repeat(10_000),
    project.key.replace('svcproj_', 'svcorg_'),
    organizationKey.toLowerCase(),
  ];
  for (const token of forged) {
    const { status, headers, body } = await stores(token, {});
    t.equal(status, 401);
    t.equal(body.error.code, 'invalid_api_key');
    t.equal(headers.get('www-authenticate'), 'Bearer error="invalid_token"');
  }
});

t.test(
  'an archived project refuses every operation of the Project API, and its organization can still read it',
  async (t) => {
    const scope = await createScope(app, admin);
    const operations = contractCases.filter(({ context }) => context === 'project');
    t.ok(operations.length > 5);
    const needed = operations.flatMap((operation) => [...fixturesOf(operation)]);
    const things = await createThings(scope, new Set(['models', ...needed]));
    const path = `/v1/organization/projects/${scope.projectId}`;
    const token = scope.tokens.organization_key;
    t.equal((await app.request('POST', `${path}/archive`, { token })).body.status, 'archived');
    for (const operation of operations) {
      const least = operation.cases.find(({ id }) => /\/accepted\/-\/(least|plain)$/.test(id));
      for (const [caller, headers] of [
        ['project_key', {}],
        ['organization_key', { 'compat-project': scope.projectId }],
      ] as const) {
        const world = { app, token: scope.tokens[caller], headers, fixtures: things };
        const request = requestOf(world, operation, least?.request ?? {});
        const { status, body } = await app.request(operation.method, request.path, request.options);
        t.equal(`${status} ${body.error?.code}`, '403 project_archived', `${operation.operationId} with ${caller}`);
      }
    }
    t.equal((await app.request('GET', path, { token })).body.status, 'archived');
    t.equal((await app.request('POST', path, { token, body: { status: 'active' } })).status, 200);
    t.equal((await stores(scope.tokens.project_key, {})).status, 200, 'the project can be restored');
  },
);

// The harness validates every response of every test against the document. This file tests that it detects violations.

import t from 'tap';
import { document, type SeenAnswer, violations } from '../../scripts/contract/answers.ts';
import type { Answer } from '../harness/app.ts';
import { createScope } from '../harness/fixtures.ts';
import { startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { tokens, projectId } = await createScope(app, admin);

/** Returns a correct response of the server. */
async function seen(method: string, path: string, token?: string, body?: unknown): Promise<SeenAnswer> {
  const answer = await app.request(method, path, { token, body });
  return { method, path, status: answer.status, headers: answer.headers, body: answer.body };
}

function withHeader({ headers, ...answer }: SeenAnswer, name: string, value: string | undefined): SeenAnswer {
  const changed = new Headers(headers);
  if (value === undefined) changed.delete(name);
  else changed.set(name, value);
  return { ...answer, headers: changed };
}

type Change = (body: Answer['body']) => unknown;

const project = await seen('GET', `/v1/organization/projects/${projectId}`, tokens.organization_key);
const keys = await seen('GET', '/v1/organization/admin_api_keys', tokens.organization_key);
const anonymous = await seen('GET', '/v1/models');
const invalid = await seen('POST', '/v1/vector_stores', tokens.project_key, { name: 5 });
const unknownPath = await seen('GET', '/nothing');
const wrongMethod = await seen('PUT', '/v1/models');

t.test('correct responses pass', async (t) => {
  for (const answer of [project, keys, anonymous, invalid, unknownPath, wrongMethod])
    t.strictSame(violations(answer), [], `${answer.method} ${answer.path} → ${answer.status}`);
});

t.test('a body that breaks its schema is detected', async (t) => {
  const spoilt: [claim: string, answer: SeenAnswer, change: Change][] = [
    ['an extra member', project, (body) => ({ ...body, internal: 1 })],
    ['an extra member deep inside', project, (body) => ({ ...body, limits: { ...body.limits, extra: null } })],
    ['an extra member of a list', keys, (body) => ({ ...body, count: 1 })],
    ['an extra member of an item', keys, ({ data, ...body }) => ({ ...body, data: [{ ...data[0], value: 'x' }] })],
    ['an extra member of what may be null', invalid, ({ detail }) => ({ detail: [{ ...detail[0], url: 'x' }] })],
    ['an extra member beside detail', invalid, (body) => ({ ...body, error: null })],
    ['a missing member', project, ({ status: _, ...body }) => body],
    ['a number that is a text', project, (body) => ({ ...body, created_at: String(body.created_at) })],
    ['a null that may not be', project, (body) => ({ ...body, name: null })],
    ['a word that is not in the list', project, (body) => ({ ...body, status: 'Active' })],
    ['an error that is not in the list', anonymous, ({ error }) => ({ error: { ...error, code: 'nope' } })],
    ['a text that is too long', project, (body) => ({ ...body, name: 'a'.repeat(256) })],
    ['another form altogether', project, () => []],
    ['no body', project, () => undefined],
    ['another error outside of the document', unknownPath, ({ error }) => ({ error: { ...error, code: 'not_found' } })],
  ];
  for (const [claim, answer, change] of spoilt)
    t.not(violations({ ...answer, body: change(answer.body) }).length, 0, claim);
});

t.test('a status that the operation does not declare is detected', async (t) => {
  t.match(violations({ ...project, status: 201 }), [/does not declare/]);
  t.match(violations({ ...keys, status: 409, body: anonymous.body }), [/does not declare/]);
  t.match(violations({ ...unknownPath, status: 200 }), [/outside of the document/]);
});

t.test('a missing or wrong header is detected', async (t) => {
  const spoilt: [claim: string, answer: SeenAnswer][] = [
    ['no request id', withHeader(project, 'x-request-id', undefined)],
    ['a request id of other characters', withHeader(project, 'x-request-id', 'a b')],
    ['no request id on an unknown path', withHeader(unknownPath, 'x-request-id', undefined)],
    ['no WWW-Authenticate', withHeader(anonymous, 'www-authenticate', undefined)],
    ['no Allow', withHeader(wrongMethod, 'allow', undefined)],
    ['another media type', withHeader(project, 'content-type', 'text/html')],
    ['a media type that only begins like it', withHeader(project, 'content-type', 'application/jsonp')],
    ['no media type', withHeader(project, 'content-type', undefined)],
    ['a header that is not declared', withHeader(project, 'x-internal', '1')],
    ['a header that is declared elsewhere', withHeader(project, 'x-ratelimit-limit-requests', '1')],
    ['a header that is not declared, on an unknown path', withHeader(unknownPath, 'retry-after', '1')],
  ];
  for (const [claim, answer] of spoilt) t.not(violations(answer).length, 0, claim);
  const retry: SeenAnswer = { ...withHeader(project, 'retry-after', '61'), status: 503, body: anonymous.body };
  t.match(violations(retry), [/header retry-after/i], 'a Retry-After that is too long');
  t.strictSame(violations(withHeader(retry, 'retry-after', '60')), []);
});

t.test('HEAD responses must have the headers of GET', async (t) => {
  const { body: _, ...head } = { ...project, method: 'HEAD' };
  t.strictSame(violations({ ...head, body: '' }), []);
  t.not(violations(withHeader({ ...head, body: '' }, 'x-request-id', undefined)).length, 0);
});

t.test("only operations that forward to an upstream may have the upstream's statuses", async (t) => {
  const answer = (path: string, status: number) =>
    violations({
      method: 'POST',
      path,
      status,
      headers: new Headers({ 'x-request-id': 'a', 'content-type': 'application/json' }),
      body: {},
    });
  for (const status of [200, 201, 206, 418]) t.strictSame(answer('/v1/ocr', status), [], `${status}`);
  t.match(answer('/v1/ocr', 501), [/is a status that postCustomEndpoint does not declare/]);
  t.notMatch(answer('/v1/chat/completions', 418).join(), /declare/);
  for (const status of [201, 501])
    t.match(answer('/v1/chat/completions', status), [/is a status that createChatCompletion does not declare/]);
  t.match(answer('/v1/vector_stores', 418), [/is a status that createVectorStore does not declare/]);
});

t.test('every response of every operation has a schema', async (t) => {
  const loose = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { responses }]) =>
      Object.entries(responses)
        // A 204, a redirect and a 304 have no body.
        .filter(([status]) => status !== '204' && !status.startsWith('3'))
        .filter(([, { content = {} }]) => Object.values(content).every(({ schema }) => schema === undefined))
        .map(([status]) => `${method} ${path} ${status}`),
    ),
  );
  t.strictSame(loose, []);
});

// Tests the order of checks: if a request breaks several rules, the first one answers. The kit's rule about precedence tries
// every operation (rules.test.ts); here are the pairs of neighbours with a limit, a role or a state, which it cannot try on all:
//   framing (400) · path and method (404, 405) · credential (401) · kind and role (403) · size and media type (413, 415)
//   · context headers (422, 403) · validation (422) · existence (404) · state and limits (409, 429)

import t, { type Test } from 'tap';
import type { Answer, RequestOptions } from '../harness/app.ts';
import { sendRaw } from '../harness/wire.ts';
import { createTenant, password, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const { owner, member, organizationKey, project } = await createTenant(app, admin);
const unknownStore = 'vs_01ARZ3NDEKTSV4RRFFQ69G5FAV';
const oversize = ' '.repeat((1 << 20) + 1);

const post = (path: string, options: RequestOptions): Promise<Answer> => app.request('POST', path, options);

function answers(t: Test, answer: Answer, status: number, code: string): void {
  t.equal(answer.status, status);
  t.equal(answer.body.error?.code ?? answer.body.detail?.[0]?.type, code);
}

t.test('framing errors take precedence over path and method errors', async (t) => {
  const twice = ['authorization: Bearer a', 'authorization: Bearer b'];
  for (const line of ['GET /v1/nothing HTTP/1.1', 'PUT /v1/models HTTP/1.1'])
    answers(t, await sendRaw(t, app.url, [line, 'host: a', ...twice]), 400, 'malformed_request');
});

t.test('path and method errors take precedence over credential errors', async (t) => {
  answers(t, await app.request('GET', '/v1/nothing', { token: 'nonsense' }), 404, 'unknown_path');
  answers(t, await app.request('PUT', '/v1/models', { token: 'nonsense' }), 405, 'method_not_allowed');
  answers(t, await app.request('PUT', '/v1/models'), 405, 'method_not_allowed');
});

t.test('the wrong kind of credential takes precedence over size and media type', async (t) => {
  const path = '/v1/organization/projects';
  answers(t, await post(path, { token: project.key, raw: oversize }), 403, 'insufficient_permissions');
  answers(
    t,
    await post(path, { token: project.key, raw: '{}', contentType: 'text/plain' }),
    403,
    'insufficient_permissions',
  );
});

t.test('the wrong role takes precedence over size, media type and context headers', async (t) => {
  const path = '/v1/organization/projects';
  answers(t, await post(path, { token: member.token, raw: oversize }), 403, 'insufficient_permissions');
  answers(t, await post(path, { token: member.token, raw: '{}', contentType: null }), 403, 'insufficient_permissions');
  const headers = { 'compat-project': 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  answers(t, await post(path, { token: member.token, headers, body: {} }), 403, 'insufficient_permissions');
});

t.test('size and media type take precedence over the context headers', async (t) => {
  const path = '/v1/vector_stores';
  answers(t, await post(path, { token: organizationKey, raw: oversize }), 413, 'body_too_large');
  answers(
    t,
    await post(path, { token: organizationKey, raw: '{}', contentType: 'text/plain' }),
    415,
    'unsupported_media_type',
  );
  const headers = { 'compat-project': 'proj_01ARZ3NDEKTSV4RRFFQ69G5FAV' };
  answers(t, await post(path, { token: organizationKey, headers, raw: oversize }), 413, 'body_too_large');
  answers(
    t,
    await post(path, { token: organizationKey, headers, raw: '{}', contentType: null }),
    415,
    'unsupported_media_type',
  );
});

t.test('the size takes precedence over the media type', async (t) => {
  const options = { token: project.key, raw: oversize, contentType: 'text/plain' };
  answers(t, await post('/v1/vector_stores', options), 413, 'body_too_large');
});

t.test('existence takes precedence over state', async (t) => {
  const body = { name: 'Taken' };
  t.equal((await post('/v1/vector_stores', { token: project.key, body })).status, 200);
  answers(t, await post(`/v1/vector_stores/${unknownStore}`, { token: project.key, body }), 404, 'not_found');
  const withFile = { ...body, file_ids: ['file-01ARZ3NDEKTSV4RRFFQ69G5FAV'] };
  answers(t, await post('/v1/vector_stores', { token: project.key, body: withFile }), 404, 'not_found');
  answers(t, await post('/v1/vector_stores', { token: project.key, body }), 409, 'name_already_exists');
});

t.test('validation takes precedence over rate limits', async (t) => {
  const { email } = await signUp(app);
  const wrong = { email, password: 'something else entirely' };
  for (let attempt = 1; attempt <= 5; attempt += 1) await post('/auth/login', { body: wrong });
  answers(t, await post('/auth/login', { body: wrong }), 429, 'rate_limit_exceeded');
  answers(t, await post('/auth/login', { body: { email, password: 5 } }), 422, 'string_type');
  t.equal(
    (await post('/auth/login', { body: { email: owner.email, password } })).status,
    200,
    'other calls are still accepted',
  );
});

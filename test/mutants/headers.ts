import type { Mutant } from './proxy.ts';
import { answers, error, header, requests, set, status, withoutHeader } from './verbs.ts';

/** Mutants of statuses and headers. */
export const headers: Mutant[] = [
  answers('creations answer 201', 'createProject', status(201)),
  answers('deletions answer 204', 'deleteVectorStore', (answer) => Object.assign(answer, { status: 204, body: '' })),
  answers('401 has no WWW-Authenticate', 'retrieveFile', 401, header({ 'www-authenticate': null })),
  answers('401 asks for Basic', 'listModels', 401, header({ 'www-authenticate': 'Basic' })),
  answers('x-request-id is not taken over', /./, 'any', header({ 'x-request-id': `req_${'0'.repeat(24)}` })),
  answers('an invalid x-request-id is taken over', /./, 'any', (answer, call) => {
    const sent = call.headers['x-request-id'];
    if (sent !== undefined) answer.headers.set('x-request-id', sent.slice(0, 128).replace(/[^\w.-]/g, '-'));
  }),
  answers('an unknown vector store is 400', 'getVectorStore', 404, status(400)),
  answers('a conflict may be retried', 'modifyVectorStore', 409, header({ 'x-should-retry': 'true' })),
  answers('a conflict has no x-should-retry', /./, 409, header({ 'x-should-retry': null })),
  answers('Allow lacks a method', '', 405, header({ allow: 'GET' })),
  answers('ignored fields are not named', /./, header({ 'svc-ignored-fields': null })),
  answers('ignored fields have another name', 'createUpload', (answer) => {
    if (answer.headers.has('svc-ignored-fields')) answer.headers.set('svc-ignored-fields', 'field');
  }),
  answers('the remaining requests never fall', /./, 'any', ({ headers }) => {
    const limit = headers.get('x-ratelimit-limit-requests');
    if (limit !== null) headers.set('x-ratelimit-remaining-requests', limit);
  }),
  answers('the limit of requests is another', /./, 'any', ({ headers }) => {
    const limit = headers.get('x-ratelimit-limit-requests');
    if (limit !== null) headers.set('x-ratelimit-limit-requests', String(Number(limit) + 1));
  }),
  answers('429 has no Retry-After', /./, 429, header({ 'retry-after': null })),
  answers('the rate limit has the type of quotas', /./, 'rate_limit_exceeded', error({ type: 'insufficient_quota' })),
  answers('nosniff is absent', 'getProject', header({ 'x-content-type-options': null })),
  answers('new keys may be cached', 'createProjectApiKey', header({ 'cache-control': 'public, max-age=60' })),
  answers('JSON is sent as text/html', 'getMember', header({ 'content-type': 'text/html' })),
  answers('HEAD has another status than GET', 'retrieveFile', 'any', (answer, { method }) => {
    if (method === 'HEAD') answer.status = 204;
  }),
  answers(
    'a missing credential has the code of a wrong one',
    'listFiles',
    'missing_api_key',
    error({ code: 'invalid_api_key' }),
  ),
  answers('an error has another type', 'getProject', 404, error({ type: 'server_error' })),
  answers('a taken name names no parameter', 'createVectorStore', 409, error({ param: null })),
  answers('an unknown path answers HTML', '', 404, (answer) => {
    answer.body = '<h1>Not found</h1>';
    answer.headers.set('content-type', 'text/html');
  }),
  answers('a deletion says file.deleted', 'deleteFile', set({ object: 'file.deleted' })),
  answers('waiting clients get no interval', /File/, header({ 'openai-poll-after-ms': null })),
  answers('a file is shown instead of saved', 'downloadFile', header({ 'content-disposition': 'inline' })),
  requests('the document is sent again to a client that has it', 'getOpenapiDocument', withoutHeader('if-none-match')),
];

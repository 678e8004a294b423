import type { Mutant } from './proxy.ts';
import { error, header, set, status, withoutHeader } from './verbs.ts';

/** Mutants of statuses and headers. */
export const headers: Mutant[] = [
  { name: 'creations answer 201', on: 'createProject', answer: status(201) },
  {
    name: 'deletions answer 204',
    on: 'deleteVectorStore',
    answer: (answer) => Object.assign(answer, { status: 204, body: '' }),
  },
  { name: '401 has no WWW-Authenticate', on: 'retrieveFile', when: 401, answer: header({ 'www-authenticate': null }) },
  { name: '401 asks for Basic', on: 'listModels', when: 401, answer: header({ 'www-authenticate': 'Basic' }) },
  {
    name: 'x-request-id is not taken over',
    on: /./,
    when: 'any',
    answer: header({ 'x-request-id': `req_${'0'.repeat(24)}` }),
  },
  {
    name: 'an invalid x-request-id is taken over',
    on: /./,
    when: 'any',
    answer: (answer, call) => {
      const sent = call.headers['x-request-id'];
      if (sent !== undefined) answer.headers.set('x-request-id', sent.slice(0, 128).replace(/[^\w.-]/g, '-'));
    },
  },
  { name: 'an unknown vector store is 400', on: 'getVectorStore', when: 404, answer: status(400) },
  {
    name: 'a conflict may be retried',
    on: 'modifyVectorStore',
    when: 409,
    answer: header({ 'x-should-retry': 'true' }),
  },
  { name: 'a conflict has no x-should-retry', on: /./, when: 409, answer: header({ 'x-should-retry': null }) },
  { name: 'Allow lacks a method', on: '', when: 405, answer: header({ allow: 'GET' }) },
  { name: 'ignored fields are not named', on: /./, answer: header({ 'svc-ignored-fields': null }) },
  {
    name: 'ignored fields have another name',
    on: 'createUpload',
    answer: (answer) => {
      if (answer.headers.has('svc-ignored-fields')) answer.headers.set('svc-ignored-fields', 'field');
    },
  },
  {
    name: 'the remaining requests never fall',
    on: /./,
    when: 'any',
    answer: ({ headers }) => {
      const limit = headers.get('x-ratelimit-limit-requests');
      if (limit !== null) headers.set('x-ratelimit-remaining-requests', limit);
    },
  },
  {
    name: 'the limit of requests is another',
    on: /./,
    when: 'any',
    answer: ({ headers }) => {
      const limit = headers.get('x-ratelimit-limit-requests');
      if (limit !== null) headers.set('x-ratelimit-limit-requests', String(Number(limit) + 1));
    },
  },
  { name: '429 has no Retry-After', on: /./, when: 429, answer: header({ 'retry-after': null }) },
  {
    name: 'the rate limit has the type of quotas',
    on: /./,
    when: 'rate_limit_exceeded',
    answer: error({ type: 'insufficient_quota' }),
  },
  { name: 'nosniff is absent', on: 'getProject', answer: header({ 'x-content-type-options': null }) },
  {
    name: 'new keys may be cached',
    on: 'createProjectApiKey',
    answer: header({ 'cache-control': 'public, max-age=60' }),
  },
  { name: 'JSON is sent as text/html', on: 'getMember', answer: header({ 'content-type': 'text/html' }) },
  {
    name: 'HEAD has another status than GET',
    on: 'retrieveFile',
    when: 'any',
    answer: (answer, { method }) => {
      if (method === 'HEAD') answer.status = 204;
    },
  },
  {
    name: 'a missing credential has the code of a wrong one',
    on: 'listFiles',
    when: 'missing_api_key',
    answer: error({ code: 'invalid_api_key' }),
  },
  { name: 'an error has another type', on: 'getProject', when: 404, answer: error({ type: 'server_error' }) },
  { name: 'a taken name names no parameter', on: 'createVectorStore', when: 409, answer: error({ param: null }) },
  {
    name: 'an unknown path answers HTML',
    on: '',
    when: 404,
    answer: (answer) => {
      answer.body = '<h1>Not found</h1>';
      answer.headers.set('content-type', 'text/html');
    },
  },
  { name: 'a deletion says file.deleted', on: 'deleteFile', answer: set({ object: 'file.deleted' }) },
  { name: 'waiting clients get no interval', on: /File/, answer: header({ 'openai-poll-after-ms': null }) },
  {
    name: 'a file is shown instead of saved',
    on: 'downloadFile',
    answer: header({ 'content-disposition': 'inline' }),
  },
  {
    name: 'the document is sent again to a client that has it',
    on: 'getOpenapiDocument',
    request: withoutHeader('if-none-match'),
  },
];

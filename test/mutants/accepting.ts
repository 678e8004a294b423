import type { Mutant } from './proxy.ts';
import { refuse, retry, rewrite, tolerate } from './verbs.ts';

const cut = (most: number) => (value: unknown) => (typeof value === 'string' ? value.slice(0, most) : value);
const atMost = (most: number) => (value: unknown) => (typeof value === 'number' ? Math.min(most, value) : value);

/** Mutants that accept what the server must refuse. */
export const accepting: Mutant[] = [
  { name: 'unknown members are ignored', on: 'updateProject', request: tolerate('extra_forbidden', /^body/) },
  { name: 'misspelt members are ignored', on: 'createVectorStore', request: tolerate('extra_forbidden', /^body/) },
  { name: 'unknown query parameters are ignored', on: 'listVectorStores', request: tolerate('extra_forbidden') },
  { name: 'an empty cursor is ignored', on: 'listFiles', request: tolerate('value_error', /^query/) },
  { name: 'the limit is not checked', on: 'listAdminApiKeys', request: tolerate(/^(less|greater)/, /^query/) },
  { name: 'an unknown order is ignored', on: 'listMembers', request: tolerate('literal_error', /^query/) },
  { name: 'names are cut', on: 'createVectorStore', request: rewrite({ name: cut(255) }) },
  { name: 'names of wrong types are ignored', on: 'updateProject', request: tolerate('string_type') },
  { name: 'null is taken as absent', on: 'createUpload', request: tolerate(/_type$/, /^body\.mime_type/) },
  {
    name: 'numeric texts are numbers',
    on: 'createUpload',
    request: rewrite({ bytes: (value) => (typeof value === 'string' ? Number(value) || value : value) }),
  },
  {
    name: 'fractions are cut',
    on: 'searchVectorStore',
    request: rewrite({ max_num_results: (value) => (typeof value === 'number' ? Math.trunc(value) : value) }),
  },
  { name: 'an upper bound is not checked', on: 'searchVectorStore', request: rewrite({ max_num_results: atMost(50) }) },
  {
    name: 'metadata has no limits',
    on: 'modifyVectorStore',
    request: tolerate(/^too_long|^string_too_long/, /metadata/),
  },
  { name: 'enumerations ignore case', on: 'createProject', request: rewrite({ status: (value) => lower(value) }) },
  {
    name: 'any media type is JSON',
    on: 'createVectorStore',
    request: ({ headers }) =>
      void Object.assign(headers, 'content-type' in headers ? { 'content-type': 'application/json' } : {}),
  },
  {
    name: 'a malformed body is an empty object',
    on: 'createVectorStore',
    request: async (call) => {
      const answer = await call.send();
      return answer.body?.detail?.[0]?.type === 'json_invalid' ? call.send({ body: {} }) : answer;
    },
  },
  {
    name: 'webhooks may use http',
    on: 'createProject',
    request: rewrite({
      webhook_url: (value) => (typeof value === 'string' ? value.replace(/^http:/, 'https:') : value),
    }),
  },
  {
    name: 'webhooks may go to private addresses',
    on: 'updateProject',
    request: tolerate('value_error', /webhook_url/),
  },
  {
    name: 'a secret without a webhook is ignored',
    on: 'createProject',
    request: tolerate('value_error', /webhook_secret/),
  },
  {
    name: 'taken names are accepted',
    on: 'createVectorStore',
    request: retry('name_already_exists', ({ body }) => ({ body: { ...body, name: `${body.name}${Math.random()}` } })),
  },
  {
    name: 'taken names are accepted in updates',
    on: 'modifyVectorStore',
    request: retry('name_already_exists', ({ body }) => ({ body: { ...body, name: `${body.name}${Math.random()}` } })),
  },
  {
    name: 'chunks may overlap by more than a half',
    on: 'createVectorStore',
    request: tolerate(/./, /chunk_overlap_tokens/),
  },
  {
    name: 'unknown files are ignored',
    on: 'createVectorStore',
    request: retry('not_found', ({ body }) => ({ body: { ...body, file_ids: [] } })),
  },
  {
    name: 'an organization with active projects is deleted',
    on: 'deleteOrganization',
    when: 409,
    answer: (answer, { path }) => {
      answer.status = 200;
      answer.headers.delete('x-should-retry');
      answer.body = { id: path.split('/').at(-1), object: 'organization.deleted', deleted: true };
    },
  },
  { name: 'synonyms of context headers may differ', on: 'listVectorStores', request: tolerate(/./, /^header/) },
  {
    name: 'a part with a wrong checksum is completed',
    on: 'completeUpload',
    request: tolerate('value_error', /^body\.md5$/),
  },
  {
    name: 'weak passwords are accepted',
    on: 'confirmPasswordReset',
    when: 'value_error',
    answer: refuse(400, 'token_invalid'),
  },
];

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

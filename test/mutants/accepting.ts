import type { Mutant } from './proxy.ts';
import { answers, refuse, requests, retry, rewrite, tolerate } from './verbs.ts';

const cut = (most: number) => (value: unknown) => (typeof value === 'string' ? value.slice(0, most) : value);
const atMost = (most: number) => (value: unknown) => (typeof value === 'number' ? Math.min(most, value) : value);

/** Mutants that accept what the server must refuse. */
export const accepting: Mutant[] = [
  requests('unknown members are ignored', 'updateProject', tolerate('extra_forbidden', /^body/)),
  requests('misspelt members are ignored', 'createVectorStore', tolerate('extra_forbidden', /^body/)),
  requests('unknown query parameters are ignored', 'listVectorStores', tolerate('extra_forbidden')),
  requests('an empty cursor is ignored', 'listFiles', tolerate('value_error', /^query/)),
  requests('the limit is not checked', 'listAdminApiKeys', tolerate(/^(less|greater)/, /^query/)),
  requests('an unknown order is ignored', 'listMembers', tolerate('literal_error', /^query/)),
  requests('names are cut', 'createVectorStore', rewrite({ name: cut(255) })),
  requests('names of wrong types are ignored', 'updateProject', tolerate('string_type')),
  requests('null is taken as absent', 'createUpload', tolerate(/_type$/, /^body\.mime_type/)),
  requests(
    'numeric texts are numbers',
    'createUpload',
    rewrite({ bytes: (value) => (typeof value === 'string' ? Number(value) || value : value) }),
  ),
  requests(
    'fractions are cut',
    'searchVectorStore',
    rewrite({ max_num_results: (value) => (typeof value === 'number' ? Math.trunc(value) : value) }),
  ),
  requests('an upper bound is not checked', 'searchVectorStore', rewrite({ max_num_results: atMost(50) })),
  requests('metadata has no limits', 'modifyVectorStore', tolerate(/^too_long|^string_too_long/, /metadata/)),
  requests('enumerations ignore case', 'createProject', rewrite({ status: (value) => lower(value) })),
  requests(
    'any media type is JSON',
    'createVectorStore',
    ({ headers }) =>
      void Object.assign(headers, 'content-type' in headers ? { 'content-type': 'application/json' } : {}),
  ),
  requests('a malformed body is an empty object', 'createVectorStore', async (call) => {
    const answer = await call.send();
    return answer.body?.detail?.[0]?.type === 'json_invalid' ? call.send({ body: {} }) : answer;
  }),
  requests(
    'webhooks may use http',
    'createProject',
    rewrite({
      webhook_url: (value) => (typeof value === 'string' ? value.replace(/^http:/, 'https:') : value),
    }),
  ),
  requests('webhooks may go to private addresses', 'updateProject', tolerate('value_error', /webhook_url/)),
  requests('a secret without a webhook is ignored', 'createProject', tolerate('value_error', /webhook_secret/)),
  requests(
    'taken names are accepted',
    'createVectorStore',
    retry('name_already_exists', ({ body }) => ({ body: { ...body, name: `${body.name}${Math.random()}` } })),
  ),
  requests(
    'taken names are accepted in updates',
    'modifyVectorStore',
    retry('name_already_exists', ({ body }) => ({ body: { ...body, name: `${body.name}${Math.random()}` } })),
  ),
  requests('chunks may overlap by more than a half', 'createVectorStore', tolerate(/./, /chunk_overlap_tokens/)),
  requests(
    'unknown files are ignored',
    'createVectorStore',
    retry('not_found', ({ body }) => ({ body: { ...body, file_ids: [] } })),
  ),
  answers('an organization with active projects is deleted', 'deleteOrganization', 409, (answer, { path }) => {
    answer.status = 200;
    answer.headers.delete('x-should-retry');
    answer.body = { id: path.split('/').at(-1), object: 'organization.deleted', deleted: true };
  }),
  requests('synonyms of context headers may differ', 'listVectorStores', tolerate(/./, /^header/)),
  requests('a part with a wrong checksum is completed', 'completeUpload', tolerate('value_error', /^body\.md5$/)),
  answers('weak passwords are accepted', 'confirmPasswordReset', 'value_error', refuse(400, 'token_invalid')),
];

function lower(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

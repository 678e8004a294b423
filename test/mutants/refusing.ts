import type { Mutant } from './proxy.ts';
import { answers, invalid, refuse, requests, withoutHeader } from './verbs.ts';

/** Mutants that refuse what the server must take. */
export const refusing: Mutant[] = [
  answers('the highest limit is refused', /^list/, (answer, call) => {
    if (call.query.get('limit') === '100') invalid(['query', 'limit'])(answer, call);
  }),
  answers('the longest name is refused', 'createProject', (answer, call) => {
    if ([...(call.body?.name ?? '')].length === 255) invalid(['body', 'name'])(answer, call);
  }),
  answers('lengths are counted in UTF-16 units', 'updateProjectApiKey', (answer, call) => {
    if ((call.body?.name ?? '').length > 255) invalid(['body', 'name'])(answer, call);
  }),
  answers('null metadata is refused', 'createVectorStore', (answer, call) => {
    if (call.body?.metadata === null) invalid(['body', 'metadata'], 'dict_type')(answer, call);
  }),
  answers('unknown members are refused under /v1/vector_stores', /VectorStore/, (answer, call) => {
    if (answer.headers.has('svc-ignored-fields')) invalid(['body', 'unknown'], 'extra_forbidden')(answer, call);
  }),
  answers('a vector store needs a name', 'createVectorStore', (answer, call) => {
    if (call.body?.name === undefined) invalid(['body', 'name'], 'missing')(answer, call);
  }),
  answers('a charset parameter is refused', 'createAdminApiKey', (answer, call) => {
    if (/charset/i.test(call.headers['content-type'] ?? '')) refuse(415, 'unsupported_media_type')(answer, call);
  }),
  answers('HEAD is refused', 'listVectorStores', 'any', (answer, { method }) => {
    if (method === 'HEAD') Object.assign(answer, { status: 405, body: '' });
  }),
  answers('ascending order is refused', 'listFiles', (answer, call) => {
    if (call.query.get('order') === 'asc') invalid(['query', 'order'], 'literal_error')(answer, call);
  }),
  answers('the cursor of a deleted row is not found', 'listVectorStores', async (answer, call) => {
    const after = call.query.get('after');
    const found = after === null ? 200 : (await call.send({ path: `${call.path}/${after}`, query: none() })).status;
    if (found === 404) refuse(404, 'not_found')(answer, call);
  }),
  answers('/admin/organization needs its slash', 'listOrganizations', (answer, call) => {
    if (!call.path.endsWith('/')) refuse(404, 'unknown_path')(answer, call);
  }),
  requests('OpenAI-Project is not known', 'listVectorStores', withoutHeader('openai-project', 'openai-organization')),
  answers('a key may not name its own organization', 'listProjects', (answer, call) => {
    if ('compat-organization' in call.headers && call.headers.authorization?.includes('svcorg_'))
      refuse(403, 'mismatched_organization')(answer, call);
  }),
  answers('a project key may not name its own project', 'createFile', (answer, call) => {
    if ('compat-project' in call.headers) refuse(403, 'mismatched_project')(answer, call);
  }),
  answers('only one store may have no name', 'createVectorStore', (answer, call) => {
    const { memory } = call;
    const seen = memory.get('unnamed') ?? 0;
    if ((call.body?.name ?? '') === '') memory.set('unnamed', seen + 1);
    if ((call.body?.name ?? '') === '' && seen > 2) refuse(409, 'name_already_exists')(answer, call);
  }),
  requests('a store may not keep its own name', 'modifyVectorStore', async (call) => {
    const before = await call.send({ method: 'GET', headers: withoutType(call.headers), body: call.body });
    const answer = await call.send();
    if (call.body?.name && before.body?.name === call.body.name && answer.status === 200)
      refuse(409, 'name_already_exists')(answer, call);
    return answer;
  }),
  answers('the longest expiry is refused', /VectorStore$/, (answer, call) => {
    if (call.body?.expires_after?.days === 36500) invalid(['body', 'expires_after', 'days'])(answer, call);
  }),
  answers('members may not read projects', 'listProjects', (answer, call) => {
    if (call.headers.authorization?.includes('svcuser_')) refuse(403, 'insufficient_permissions')(answer, call);
  }),
];

function none(): URLSearchParams {
  return new URLSearchParams();
}

function withoutType({ 'content-type': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

import type { Mutant } from './proxy.ts';
import { invalid, refuse, withoutHeader } from './verbs.ts';

/** Mutants that refuse what the server must take. */
export const refusing: Mutant[] = [
  {
    name: 'the highest limit is refused',
    on: /^list/,
    answer: (answer, call) => {
      if (call.query.get('limit') === '100') invalid(['query', 'limit'])(answer, call);
    },
  },
  {
    name: 'the longest name is refused',
    on: 'createProject',
    answer: (answer, call) => {
      if ([...(call.body?.name ?? '')].length === 255) invalid(['body', 'name'])(answer, call);
    },
  },
  {
    name: 'lengths are counted in UTF-16 units',
    on: 'updateProjectApiKey',
    answer: (answer, call) => {
      if ((call.body?.name ?? '').length > 255) invalid(['body', 'name'])(answer, call);
    },
  },
  {
    name: 'null metadata is refused',
    on: 'createVectorStore',
    answer: (answer, call) => {
      if (call.body?.metadata === null) invalid(['body', 'metadata'], 'dict_type')(answer, call);
    },
  },
  {
    name: 'unknown members are refused under /v1/vector_stores',
    on: /VectorStore/,
    answer: (answer, call) => {
      if (answer.headers.has('svc-ignored-fields')) invalid(['body', 'unknown'], 'extra_forbidden')(answer, call);
    },
  },
  {
    name: 'a vector store needs a name',
    on: 'createVectorStore',
    answer: (answer, call) => {
      if (call.body?.name === undefined) invalid(['body', 'name'], 'missing')(answer, call);
    },
  },
  {
    name: 'a charset parameter is refused',
    on: 'createAdminApiKey',
    answer: (answer, call) => {
      if (/charset/i.test(call.headers['content-type'] ?? '')) refuse(415, 'unsupported_media_type')(answer, call);
    },
  },
  {
    name: 'HEAD is refused',
    on: 'listVectorStores',
    when: 'any',
    answer: (answer, { method }) => {
      if (method === 'HEAD') Object.assign(answer, { status: 405, body: '' });
    },
  },
  {
    name: 'ascending order is refused',
    on: 'listFiles',
    answer: (answer, call) => {
      if (call.query.get('order') === 'asc') invalid(['query', 'order'], 'literal_error')(answer, call);
    },
  },
  {
    name: 'the cursor of a deleted row is not found',
    on: 'listVectorStores',
    answer: async (answer, call) => {
      const after = call.query.get('after');
      const found = after === null ? 200 : (await call.send({ path: `${call.path}/${after}`, query: none() })).status;
      if (found === 404) refuse(404, 'not_found')(answer, call);
    },
  },
  {
    name: '/admin/organization needs its slash',
    on: 'listOrganizations',
    answer: (answer, call) => {
      if (!call.path.endsWith('/')) refuse(404, 'unknown_path')(answer, call);
    },
  },
  {
    name: 'OpenAI-Project is not known',
    on: 'listVectorStores',
    request: withoutHeader('openai-project', 'openai-organization'),
  },
  {
    name: 'a key may not name its own organization',
    on: 'listProjects',
    answer: (answer, call) => {
      if ('compat-organization' in call.headers && call.headers.authorization?.includes('svcorg_'))
        refuse(403, 'mismatched_organization')(answer, call);
    },
  },
  {
    name: 'a project key may not name its own project',
    on: 'createFile',
    answer: (answer, call) => {
      if ('compat-project' in call.headers) refuse(403, 'mismatched_project')(answer, call);
    },
  },
  {
    name: 'only one store may have no name',
    on: 'createVectorStore',
    answer: (answer, call) => {
      const { memory } = call;
      const seen = memory.get('unnamed') ?? 0;
      if ((call.body?.name ?? '') === '') memory.set('unnamed', seen + 1);
      if ((call.body?.name ?? '') === '' && seen > 2) refuse(409, 'name_already_exists')(answer, call);
    },
  },
  {
    name: 'a store may not keep its own name',
    on: 'modifyVectorStore',
    request: async (call) => {
      const before = await call.send({ method: 'GET', headers: withoutType(call.headers), body: call.body });
      const answer = await call.send();
      if (call.body?.name && before.body?.name === call.body.name && answer.status === 200)
        refuse(409, 'name_already_exists')(answer, call);
      return answer;
    },
  },
  {
    name: 'the longest expiry is refused',
    on: /VectorStore$/,
    answer: (answer, call) => {
      if (call.body?.expires_after?.days === 36500) invalid(['body', 'expires_after', 'days'])(answer, call);
    },
  },
  {
    name: 'members may not read projects',
    on: 'listProjects',
    answer: (answer, call) => {
      if (call.headers.authorization?.includes('svcuser_')) refuse(403, 'insufficient_permissions')(answer, call);
    },
  },
];

function none(): URLSearchParams {
  return new URLSearchParams();
}

function withoutType({ 'content-type': _, ...headers }: Record<string, string>): Record<string, string> {
  return headers;
}

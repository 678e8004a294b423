import type { Mutant } from './proxy.ts';
import { admit, below, error, leak, refuse, retry, status, withoutHeader } from './verbs.ts';

/** Mutants of access and tenancy. */
export const access: Mutant[] = [
  {
    name: 'project keys may list projects',
    on: 'listProjects',
    request: admit('insufficient_permissions', 'svcorg_', /svcproj_/),
  },
  { name: 'project keys may create keys', on: 'createProjectApiKey', request: admit(403, 'svcorg_', /svcproj_/) },
  {
    name: 'organization keys may list all organizations',
    on: 'listOrganizations',
    request: admit(403, 'svcuser_', /svcorg_/),
  },
  { name: 'project keys may read the settings', on: 'getAdminConfig', request: admit(403, 'svcuser_', /svcproj_/) },
  { name: 'organization keys may list users', on: 'listUsers', request: admit(403, 'svcuser_', /svcorg_/) },
  {
    name: 'members may create projects',
    on: 'createProject',
    request: admit('insufficient_permissions', 'svcorg_', /svcuser_/),
  },
  {
    name: 'members may read the keys',
    on: 'listAdminApiKeys',
    request: admit('insufficient_permissions', 'svcorg_', /svcuser_/),
  },
  {
    name: 'owners may read the audit log of the server',
    on: 'listAuditLog',
    request: admit(403, 'svcuser_', /svcuser_/),
  },
  { name: 'nobody needs a credential for models', on: 'listModels', request: admit('missing_api_key', 'svcproj_') },
  { name: 'any bearer token is good', on: 'listVectorStores', request: admit('invalid_api_key', 'svcproj_') },
  { name: 'an organization key needs no project', on: 'listFiles', request: admit(422, 'svcproj_', /svcorg_/) },
  {
    name: 'the project of another organization is accepted',
    on: 'createVectorStore',
    request: retry('mismatched_project', ({ headers }) => ({
      headers: without(headers, 'compat-project', 'openai-project'),
    })),
  },
  {
    name: 'Compat-Organization is not checked',
    on: 'listProjects',
    request: withoutHeader('compat-organization', 'openai-organization'),
  },
  {
    name: "a key's other organization is ignored",
    on: 'getProject',
    request: retry('mismatched_organization', ({ headers }) => ({
      headers: without(headers, 'compat-organization', 'openai-organization'),
    })),
  },
  { name: 'a store of another tenant is shown', on: /VectorStore$/, request: leak() },
  { name: 'a file of another tenant is shown', on: /File$/, request: leak() },
  {
    name: 'a store of another tenant is 403',
    on: 'getVectorStore',
    when: 404,
    answer: refuse(403, 'mismatched_project'),
  },
  {
    name: 'unknown organizations are 404',
    on: /./,
    when: 'mismatched_organization',
    answer: (answer) => Object.assign(answer, { status: 404 }),
  },
  {
    name: 'unknown and foreign projects are told apart',
    on: /./,
    when: 'mismatched_project',
    answer: (answer, call) => {
      if (/01ARZ3NDEKTSV4RRFFQ69G5FAV|0{26}/.test(call.headers['compat-project'] ?? ''))
        error({ message: 'There is no such project.' })(answer, call);
    },
  },
  {
    name: 'deleted keys still work',
    on: /^(create|delete)ProjectApiKey$|^listVectorStores$/,
    request: async (call) => {
      const { memory, headers, operationId } = call;
      const answer = await call.send();
      const isDone = answer.status === 200;
      if (operationId === 'createProjectApiKey' && isDone) memory.set(answer.body.id, answer.body.value);
      // Several keys are deleted at the same time.
      if (operationId === 'deleteProjectApiKey' && isDone) memory.set(`gone ${memory.get(answer.body.id)}`, true);
      const key = headers.authorization?.replace('Bearer ', '');
      if (answer.status !== 401 || !memory.has(`gone ${key}`)) return answer;
      const good = [...memory.values()].findLast((value) => value !== true && !memory.has(`gone ${value}`));
      return call.send({ headers: { ...headers, authorization: `Bearer ${good}` } });
    },
  },
  {
    name: 'archived projects answer calls',
    on: /^(archiveProject|createProjectApiKey|listVectorStores)$/,
    when: 'project_archived',
    answer: (answer) =>
      Object.assign(answer, {
        status: 200,
        body: { object: 'list', data: [], first_id: null, last_id: null, has_more: false },
      }),
  },
  {
    name: 'a wrong credential is 403',
    on: 'getVectorStore',
    when: 401,
    answer: (answer) => Object.assign(answer, { status: 403 }),
  },
  {
    name: 'malformed credentials have a code of their own',
    on: /./,
    when: 'invalid_api_key',
    answer: (answer, call) => {
      if (!/^Bearer svc[a-z]+_\w{20,}$/.test(call.headers.authorization ?? ''))
        error({ code: 'missing_api_key' })(answer, call);
    },
  },
  {
    name: 'existence is checked before access',
    on: 'getOrganization',
    when: 403,
    answer: (answer) => Object.assign(answer, { status: 404 }),
  },
  {
    name: 'validation comes before access',
    on: 'createOrganization',
    when: 403,
    answer: (answer, { body }) => {
      if (body?.name === undefined)
        Object.assign(answer, {
          status: 422,
          body: {
            detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: body ?? {}, ctx: {} }],
          },
        });
    },
  },
  {
    name: 'the media type comes before the credential',
    on: 'createVectorStore',
    when: 401,
    answer: (answer, call) => {
      if (!/json/.test(call.headers['content-type'] ?? 'json')) {
        refuse(415, 'unsupported_media_type')(answer, call);
        answer.headers.delete('www-authenticate');
      }
    },
  },
  {
    name: 'existence comes before validation',
    on: 'modifyVectorStore',
    request: async (call) => {
      const { 'content-type': _, ...headers } = call.headers;
      const found = await call.send({ method: 'GET', headers });
      return found.status === 404 ? found : undefined;
    },
  },
  { name: 'the media type comes after validation', on: 'createProject', when: 415, answer: status(422) },
  {
    name: 'a list shows rows of another project',
    on: 'listVectorStores',
    answer: ({ body }, { memory, headers, query }) => {
      const key = headers.authorization ?? '';
      const other = [...memory].find(([owner]) => owner !== key)?.[1];
      if (body.data[0] !== undefined) memory.set(key, structuredClone(body.data[0]));
      if (other === undefined || query.has('after') || query.has('before')) return;
      body.data.push(other);
      body.last_id = other.id;
      body.first_id ??= other.id;
    },
  },
  { name: 'an item of another conversation is found', on: 'getConversationItem', request: below() },
  { name: 'a key of another project is found', on: 'getProjectApiKey', request: below() },
  { name: 'a file of another store is deleted', on: /^(create|delete)VectorStoreFile$/, request: below() },
  { name: 'refresh tokens open the account', on: 'getAccount', request: admit(401, 'svcuser_', /svcuserrefresh_/) },
];

function without(headers: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

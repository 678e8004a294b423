import type { Mutant } from './proxy.ts';
import { admit, answers, below, error, leak, refuse, requests, retry, status, withoutHeader } from './verbs.ts';

/** Mutants of access and tenancy. */
export const access: Mutant[] = [
  requests('project keys may list projects', 'listProjects', admit('insufficient_permissions', 'svcorg_', /svcproj_/)),
  requests('project keys may create keys', 'createProjectApiKey', admit(403, 'svcorg_', /svcproj_/)),
  requests('organization keys may list all organizations', 'listOrganizations', admit(403, 'svcuser_', /svcorg_/)),
  requests('project keys may read the settings', 'getAdminConfig', admit(403, 'svcuser_', /svcproj_/)),
  requests('organization keys may list users', 'listUsers', admit(403, 'svcuser_', /svcorg_/)),
  requests('members may create projects', 'createProject', admit('insufficient_permissions', 'svcorg_', /svcuser_/)),
  requests('members may read the keys', 'listAdminApiKeys', admit('insufficient_permissions', 'svcorg_', /svcuser_/)),
  requests('owners may read the audit log of the server', 'listAuditLog', admit(403, 'svcuser_', /svcuser_/)),
  requests('nobody needs a credential for models', 'listModels', admit('missing_api_key', 'svcproj_')),
  requests('any bearer token is good', 'listVectorStores', admit('invalid_api_key', 'svcproj_')),
  requests('an organization key needs no project', 'listFiles', admit(422, 'svcproj_', /svcorg_/)),
  requests(
    'the project of another organization is accepted',
    'createVectorStore',
    retry('mismatched_project', ({ headers }) => ({
      headers: without(headers, 'compat-project', 'openai-project'),
    })),
  ),
  requests(
    'Compat-Organization is not checked',
    'listProjects',
    withoutHeader('compat-organization', 'openai-organization'),
  ),
  requests(
    "a key's other organization is ignored",
    'getProject',
    retry('mismatched_organization', ({ headers }) => ({
      headers: without(headers, 'compat-organization', 'openai-organization'),
    })),
  ),
  requests('a store of another tenant is shown', /VectorStore$/, leak()),
  requests('a file of another tenant is shown', /File$/, leak()),
  answers('a store of another tenant is 403', 'getVectorStore', 404, refuse(403, 'mismatched_project')),
  answers('unknown organizations are 404', /./, 'mismatched_organization', (answer) =>
    Object.assign(answer, { status: 404 }),
  ),
  answers('unknown and foreign projects are told apart', /./, 'mismatched_project', (answer, call) => {
    if (/01ARZ3NDEKTSV4RRFFQ69G5FAV|0{26}/.test(call.headers['compat-project'] ?? ''))
      error({ message: 'There is no such project.' })(answer, call);
  }),
  requests('deleted keys still work', /^(create|delete)ProjectApiKey$|^listVectorStores$/, async (call) => {
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
  }),
  answers(
    'archived projects answer calls',
    /^(archiveProject|createProjectApiKey|listVectorStores)$/,
    'project_archived',
    (answer) =>
      Object.assign(answer, {
        status: 200,
        body: { object: 'list', data: [], first_id: null, last_id: null, has_more: false },
      }),
  ),
  answers('a wrong credential is 403', 'getVectorStore', 401, (answer) => Object.assign(answer, { status: 403 })),
  answers('malformed credentials have a code of their own', /./, 'invalid_api_key', (answer, call) => {
    if (!/^Bearer svc[a-z]+_\w{20,}$/.test(call.headers.authorization ?? ''))
      error({ code: 'missing_api_key' })(answer, call);
  }),
  answers('existence is checked before access', 'getOrganization', 403, (answer) =>
    Object.assign(answer, { status: 404 }),
  ),
  answers('validation comes before access', 'createOrganization', 403, (answer, { body }) => {
    if (body?.name === undefined)
      Object.assign(answer, {
        status: 422,
        body: {
          detail: [{ loc: ['body', 'name'], msg: 'Field required', type: 'missing', input: body ?? {}, ctx: {} }],
        },
      });
  }),
  answers('the media type comes before the credential', 'createVectorStore', 401, (answer, call) => {
    if (!/json/.test(call.headers['content-type'] ?? 'json')) {
      refuse(415, 'unsupported_media_type')(answer, call);
      answer.headers.delete('www-authenticate');
    }
  }),
  requests('existence comes before validation', 'modifyVectorStore', async (call) => {
    const { 'content-type': _, ...headers } = call.headers;
    const found = await call.send({ method: 'GET', headers });
    return found.status === 404 ? found : undefined;
  }),
  answers('the media type comes after validation', 'createProject', 415, status(422)),
  answers('a list shows rows of another project', 'listVectorStores', ({ body }, { memory, headers, query }) => {
    const key = headers.authorization ?? '';
    const other = [...memory].find(([owner]) => owner !== key)?.[1];
    if (body.data[0] !== undefined) memory.set(key, structuredClone(body.data[0]));
    if (other === undefined || query.has('after') || query.has('before')) return;
    body.data.push(other);
    body.last_id = other.id;
    body.first_id ??= other.id;
  }),
  requests('an item of another conversation is found', 'getConversationItem', below()),
  requests('a key of another project is found', 'getProjectApiKey', below()),
  requests('a file of another store is deleted', /^(create|delete)VectorStoreFile$/, below()),
  requests('refresh tokens open the account', 'getAccount', admit(401, 'svcuser_', /svcuserrefresh_/)),
];

function without(headers: Record<string, string>, ...names: string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

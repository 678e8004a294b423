import t from 'tap';
import { similarPath } from '../../http/dispatch/similar-path.ts';
import { startApp } from '../harness/app.ts';

const app = await startApp(t);

t.test('an unknown path is answered with the path that was meant, whatever the method', async (t) => {
  const meant: Record<string, string | undefined> = {
    '/chat/completions': '/v1/chat/completions',
    '/v1/chat/completion': '/v1/chat/completions',
    '/V1/Chat/Completions': '/v1/chat/completions',
    '/v1/v1/models': '/v1/models',
    '/openai/v1/models': '/v1/models',
    '/v1/models/': '/v1/models',
    '/v1/vector_store': '/v1/vector_stores',
    '/v1/vector-stores': '/v1/vector_stores',
    '/v1/vectorstores/vs_1/file': '/v1/vector_stores/vs_1/files',
    '/v1/vector_stores/vs_1/file_batch': '/v1/vector_stores/vs_1/file_batches',
    '/v1/file/file-1/contents': '/v1/files/file-1/content',
    '/embeddings': '/v1/embeddings',
    '/organization/projects': '/v1/organization/projects',
    '/v1/projects': '/v1/organization/projects',
    '/v1/auth/login': '/auth/login',
    '/v1/models/meta/llama': undefined,
    '/v1/organization/proj_1/rate_limits': '/v1/organization/projects/proj_1/rate_limits',
    '/v1/moderations': undefined,
    '/v1/moderations/': undefined,
    '/v1/foo': undefined,
    '/foo': undefined,
  };
  for (const [path, wanted] of Object.entries(meant)) {
    for (const method of ['GET', 'POST', 'DELETE']) {
      const { status, body } = await app.request(method, path);
      t.equal(status, 404, `${method} ${path}`);
      t.match(body.error, { code: 'unknown_path', param: null });
      const hint = wanted === undefined ? 'GET /openapi.json lists all paths.' : `Did you mean ${wanted}?`;
      t.equal(body.error.message, `There is no path ${path}. ${hint}`);
    }
  }
});

t.test('an unknown path has the form of errors of the API that it is below', async (t) => {
  for (const path of ['/v1/messages/batches', '/v1/messages/count_token'])
    for (const method of ['GET', 'POST']) {
      const { status, body } = await app.request(method, path);
      t.match([status, body.type, body.error.type], [404, 'error', 'not_found_error'], `${method} ${path}`);
    }
  const { message } = (await app.request('GET', '/v1/messages/batches')).body.error;
  t.notMatch(message, /Did you mean/, 'batches are no model');
  t.match((await app.request('GET', '/v1/messages')).body, { type: 'error' }, 'and another method, too');
  t.match((await app.request('GET', '/v1/messages/%F1')).body, { type: 'error' }, 'and a path that is not decodable');
  for (const [path, status] of [
    ['/v1/messages', 405],
    ['/v1/messages?limit=1', 405],
    ['/v1/messages/batches', 404],
    ['/v1/messages/%F1', 404],
  ] as const)
    t.equal((await app.request('HEAD', path)).status, status, `HEAD ${path}`);
  t.match((await app.request('GET', '/v1/messages_of')).body.error, { code: 'unknown_path' });
  t.match((await app.request('GET', '/scim/v2/Bulk')).body, { status: '404' });
});

t.test('a path that is like several paths suggests none', (t) => {
  t.equal(similarPath('/v1/thing', ['/v1/things', '/v1/thin_g']), undefined);
  t.equal(similarPath('/v1/thing', ['/v1/things', '/v1/others']), '/v1/things');
  t.end();
});

t.test('what the public API has below its responses is no id of a response', async (t) => {
  for (const name of ['compacted', 'x']) {
    const { status, body } = await app.request('POST', `/v1/responses/${name}`, { body: {} });
    t.match({ status, body }, { status: 404, body: { error: { code: 'unknown_path' } } }, name);
  }
  const { status, headers } = await app.request('POST', '/v1/responses/resp_1', { body: {} });
  t.match([status, headers.get('allow')], [405, 'DELETE, GET, HEAD'], 'an id has its own methods');
  const counting = await app.request('GET', '/v1/responses/input_tokens');
  t.match([counting.status, counting.headers.get('allow')], [405, 'POST']);
  for (const name of ['accept', 'create', 'link', 'register', 'validate']) {
    const { headers } = await app.request('GET', `/v1/invitations/${name}`);
    t.equal(headers.get('allow'), 'POST', `${name} is no id`);
  }
});

t.test('what the guide "SDKs" says is not served is an unknown path', async (t) => {
  const organization = ['certificates', 'external_keys', 'external_storage', 'projects/proj_1/hosted_tool_permissions'];
  const paths = [
    ...['assistants', 'threads/thread_1', 'batches', 'chatkit/sessions', 'containers', 'evals', 'fine_tuning/jobs'],
    ...['realtime/client_secrets', 'skills', 'videos', 'chat/completions/chat_1'],
    ...organization.map((path) => `organization/${path}`),
  ];
  for (const path of paths) {
    const { status, body } = await app.request('GET', `/v1/${path}`);
    t.match({ status, body }, { status: 404, body: { error: { code: 'unknown_path' } } }, path);
  }
});

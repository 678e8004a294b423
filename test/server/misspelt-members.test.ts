import t from 'tap';
import { question, startInference } from '../harness/inference.ts';
import { startUpstream } from '../harness/upstream.ts';
import { createTenant, password } from '../harness/world.ts';

const upstream = await startUpstream(t);
const { app, admin, project, organizationKey, owner } = await startInference(t, [upstream]);

/** Posts the body and returns the misspelt members: path, meaning and shown value. */
async function misspelt(path: string, token: string, body: unknown): Promise<unknown[]> {
  const { status, body: answer, text } = await app.request('POST', path, { token, body });
  if (status < 300) return [];
  if (status !== 422) throw new Error(`${status} ${text}`);
  return answer.detail
    .filter(({ type }: { type: string }) => type === 'extra_forbidden')
    .map(({ loc, ctx, input }: { loc: string[]; ctx: { did_you_mean?: string }; input: unknown }) => [
      loc.join('.'),
      ctx.did_you_mean,
      input,
    ]);
}

t.test('a misspelt member of an own resource is refused at every depth', async (t) => {
  const post = (body: unknown, path = '/v1/vector_stores') => misspelt(path, project.key, body);
  t.strictSame(await post({ nmae: 'x' }), [['body.nmae', 'name', 'x']]);
  t.strictSame(await post({ nmae: 'x', metdata: {} }), [
    ['body.nmae', 'name', 'x'],
    ['body.metdata', 'metadata', {}],
  ]);
  t.strictSame(await post({ expires_after: { anchor: 'last_active_at', dayz: 3 } }), [
    ['body.expires_after.dayz', 'days', 3],
  ]);
  const sizes = { max_chunk_size_token: 800, chunk_overlap_tokens: 100 };
  t.strictSame(await post({ chunking_strategy: { type: 'static', static: sizes } }), [
    ['body.chunking_strategy.static.max_chunk_size_token', 'max_chunk_size_tokens', 800],
  ]);
  const { body: store } = await app.request('POST', '/v1/vector_stores', { token: project.key, body: {} });
  const files = [{ file_id: 'file-1' }, { file_id: 'file-2', atributes: { a: 'b' } }];
  t.strictSame(await post({ files }, `/v1/vector_stores/${store.id}/file_batches`), [
    ['body.files.1.atributes', 'attributes', { a: 'b' }],
  ]);
  t.strictSame(await post({ metdata: { topic: 'keys' } }, '/v1/conversations'), [
    ['body.metdata', 'metadata', { topic: 'keys' }],
  ]);
});

t.test('a member that is like none, short, or like a member that is there, is ignored and named', async (t) => {
  const ignored = async (body: unknown) => {
    const { status, headers } = await app.request('POST', '/v1/vector_stores', { token: project.key, body });
    return [status, headers.get('svc-ignored-fields')];
  };
  t.strictSame(await ignored({ description: 'new in the SDK', nam: 1 }), [200, 'description, nam']);
  t.strictSame(await ignored({ name: '', nmae: 'x' }), [200, 'nmae']);
  const items = [{ type: 'message', role: 'user', content: 'Hi', staus: 'x' }];
  const { status } = await app.request('POST', '/v1/conversations', { token: project.key, body: { items } });
  t.equal(status, 200, 'items go to a model');
});

t.test('the members of a form are looked at like those of JSON', async (t) => {
  const upload = (name: string, value: string) => {
    const form = new FormData();
    form.append('purpose', 'assistants');
    form.append('file', new Blob(['keys']), 'keys.txt');
    form.append(name, value);
    return app.request('POST', '/v1/files', { token: project.key, form });
  };
  const { status, body } = await upload('expires_aftr[seconds]', '3600');
  t.equal(status, 422, 'the file would stay for ever');
  t.match(body.detail, [{ loc: ['body', 'expires_aftr'], ctx: { did_you_mean: 'expires_after' } }]);
  const ignored = await upload('chunk_hints', 'none');
  t.strictSame([ignored.status, ignored.headers.get('svc-ignored-fields')], [200, 'chunk_hints']);
});

t.test('the bodies and queries that refuse every unknown member say what was meant', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  t.strictSame(await misspelt('/v1/organization/projects', organizationKey, { name: 'x', webhok_url: null }), [
    ['body.webhok_url', 'webhook_url', null],
  ]);
  t.strictSame(
    await misspelt('/v1/organization/projects', organizationKey, { name: 'x', limits: { request_per_minute: 1 } }),
    [['body.limits.request_per_minute', 'requests_per_minute', 1]],
  );
  t.strictSame(await misspelt(`/admin/organization/${organizationId}`, admin.token, { nmae: 'x' }), [
    ['body.nmae', 'name', 'x'],
  ]);
  t.strictSame(await misspelt(`/admin/organization/${organizationId}`, admin.token, { name: 'x', nmae: 'y' }), [
    ['body.nmae', undefined, 'y'],
  ]);
  const settings = await app.request('PATCH', '/admin/config', {
    token: admin.token,
    body: { smtp: { passwrd: 'hush' }, tokns: {} },
  });
  t.match(settings.body.detail, [
    { loc: ['body', 'smtp', 'passwrd'], ctx: { did_you_mean: 'password' }, input: '••••••••' },
    { loc: ['body', 'tokns'], ctx: { did_you_mean: 'tokens' } },
  ]);
  const { body } = await app.request('GET', '/v1/vector_stores?limt=3', { token: project.key });
  t.match(body.detail, [{ loc: ['query', 'limt'], ctx: { did_you_mean: 'limit' } }]);
});

t.test('all failures stand in one answer, the misspelt member first', async (t) => {
  const { body } = await app.request('POST', '/auth/me/password', {
    token: owner.token,
    body: { curent_password: password, password: 'a new horse battery' },
  });
  t.strictSame(
    body.detail.map(({ loc, type, input }: { loc: string[]; type: string; input: unknown }) => [
      loc.join('.'),
      type,
      input,
    ]),
    [
      ['body.curent_password', 'extra_forbidden', '••••••••'],
      ['body.current_password', 'missing', { curent_password: '••••••••', password: '••••••••' }],
    ],
    'the value of a misspelt secret is masked',
  );
});

t.test('a body for a model may have any members', async (t) => {
  const { status } = await app.request('POST', '/v1/chat/completions', {
    token: project.key,
    body: question({ temprature: 0.5 }),
  });
  t.equal(status, 200);
  t.match(upstream.seen.at(-1)?.body, { temprature: 0.5 });
});

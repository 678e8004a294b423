import t from 'tap';
import { createTenant, join, signUp, startWithAdmin } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);
const post = (path: string, token: string, body: object) => app.request('POST', path, { token, body });

t.test('the users and the groups of a project are listed in pages, each once', async (t) => {
  const tenant = await createTenant(app, admin);
  const { organizationId, project, sibling } = tenant;
  const { token } = tenant.owner;
  const people = [await signUp(app), await signUp(app), await signUp(app)];
  const groups: string[] = [];
  for (const [index, person] of people.entries()) {
    await join(organizationId, person, 'member');
    groups.push((await post('/v1/organization/groups', token, { name: `Group ${index}` })).body.id);
  }
  const base = `/v1/organization/projects/${project.id}`;
  const role = (await post(`/v1/projects/${project.id}/roles`, token, { role_name: 'A', permissions: ['files.read'] }))
    .body;
  for (const { id: user_id } of people) {
    await post(`${base}/users`, token, { user_id, role: 'viewer' });
    await post(`/v1/projects/${project.id}/users/${user_id}/roles`, token, { role_id: role.id });
  }
  for (const group_id of groups) await post(`${base}/groups`, token, { group_id, role: role.id });
  await post(`/v1/organization/projects/${sibling.id}/users`, token, { user_id: tenant.member.id, role: 'owner' });
  for (const [path, ids] of [
    ['users', people.map(({ id }) => id).sort()],
    ['groups', groups.sort()],
  ] as const) {
    const list = async (query: Record<string, string | number>) =>
      (await app.request('GET', `${base}/${path}`, { token, query })).body;
    const found = (page: { data: { id: string }[]; has_more: boolean }) => [
      page.data.map(({ id }) => id),
      page.has_more,
    ];
    const [, second = '', third = ''] = ids;
    t.strictSame(found(await list({ limit: 2 })), [ids.slice(0, 2), true], path);
    t.strictSame(found(await list({ after: second })), [[third], false], path);
    t.strictSame(found(await list({ order: 'desc' })), [[...ids].reverse(), false], path);
    t.strictSame(found(await list({ before: third, limit: 1 })), [[second], true], path);
  }
  const [first] = people;
  t.match((await app.request('GET', `${base}/users/${first?.id}`, { token })).body, { role: 'viewer' });
});

t.test('a member is added by their e-mail address, and nobody else', async (t) => {
  const tenant = await createTenant(app, admin);
  const { token } = tenant.owner;
  const path = `/v1/organization/projects/${tenant.project.id}/users`;
  const add = (body: object) => post(path, token, { role: 'viewer', ...body });
  const { id, email } = tenant.member;
  t.match(await add({ email: email.toUpperCase() }), { status: 200, body: { id, email, role: 'viewer' } });
  t.match((await add({ user_id: id, email: null, role: 'member' })).body, { id, role: 'member' });
  const stranger = await signUp(app);
  t.match(await add({ email: stranger.email }), { status: 404 }, 'an account of another organization');
  t.match(await add({ email: 'nobody@example.com' }), { status: 404 }, 'no account');
  t.match(await add({ user_id: id, email }), { status: 422, body: { detail: [{ loc: ['body', 'email'] }] } });
  t.match(await add({}), { status: 422, body: { detail: [{ loc: ['body', 'user_id'], type: 'missing' }] } });
  t.match(await add({ user_id: null, email: null }), { status: 422 });
});

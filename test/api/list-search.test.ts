// `search` and `include_total` in the lists of named things.

import t, { type Test } from 'tap';
import { startApp } from '../harness/app.ts';
import { upload } from '../harness/forms.ts';
import { createTenant, join, signUp } from '../harness/world.ts';

const app = await startApp(t);
const admin = await signUp(app, { isAdmin: true, email: 'admin@example.com' });

type Query = Record<string, string | number>;

/** Returns the ids on all pages of a list, read two rows at a time, and checks the total of each page. */
async function walk(t: Test, token: string, path: string, query: Query): Promise<string[]> {
  const ids: string[] = [];
  const totals = new Set<number>();
  for (let more = true; more; ) {
    const after = ids.length === 0 ? {} : { after: ids.at(-1) as string };
    const all = { ...query, ...after, limit: 2, include_total: 'true' };
    const { status, body, text } = await app.request('GET', path, { token, query: all });
    t.equal(status, 200, text);
    ids.push(...body.data.map(({ id }: { id: string }) => id));
    totals.add(body.total);
    more = body.has_more;
  }
  t.same([...totals], [ids.length], 'the total counts the rows of all pages');
  return ids;
}

interface Case {
  token: string;
  path: string;
  /** The row that the searches look for, and one that they must not find. */
  id: string;
  other: string;
  /** Texts that find the row, and not the other one. */
  finds: string[];
  /** Texts that find neither. */
  misses?: string[];
}

const created = async (token: string, path: string, body: object): Promise<string> => {
  const answer = await app.request('POST', path, { token, body });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.id ?? answer.body.organization.id;
};

async function cases(): Promise<Record<string, Case>> {
  const { organizationId, organizationKey: key, project, owner } = await createTenant(app, admin);
  const named = async (path: string, token: string): Promise<Case> => {
    const id = await created(token, path, { name: 'Été 100%_Handbook\\2026' });
    const other = await created(token, path, { name: 'Notes' });
    // Renamed: the old name must not find it any more.
    const renamed = await created(token, path, { name: 'Old name' });
    await app.request('POST', `${path.replace(/\/$/, '')}/${renamed}`, { token, body: { name: 'Kept apart' } });
    const finds = ['handbook', 'HANDBOOK', '100%', '%_H', 'k\\2', 'Été', 'E\u0301t', id.toLowerCase(), id.slice(-9)];
    return { token, path, id, other, finds, misses: ['été', 'ete', '_00', 'old name', 'handbook\\\\2026', '%book'] };
  };
  const projects = '/v1/organization/projects';
  const hooked = await created(key, projects, { name: 'Hooked', webhook_url: 'https://hooks.invalid/' });
  const test = (type: string): Promise<string> => created(key, `${projects}/${hooked}/webhook_test`, { type });
  const [delivery, otherDelivery] = [
    await test('vector_store.file_batch.completed'),
    await test('vector_store.file_batch.cancelled'),
  ];
  const file = await upload(app, project.key, { filename: 'Quarterly Ünion.md', content: 'Numbers.' });
  const plain = await upload(app, project.key, { filename: 'other.md', content: 'Words.' });
  const store = await created(project.key, '/v1/vector_stores', { file_ids: [file, plain] });
  const [ada, bob] = [await signUp(app, { email: 'Ada.Search@example.com' }), await signUp(app)];
  await join(organizationId, ada, 'member');
  const invite = (email: string) =>
    created(admin.token, '/v1/invitations/link', { email, organization_id: organizationId });
  const [invited, uninvited] = [await invite('Grace.Hopper@example.com'), await invite('zoe@example.org')];
  const files = {
    id: file,
    other: plain,
    finds: ['quarterly', 'Üni', 'Y Ü', file.toLowerCase()],
    misses: ['üni', '_'],
  };
  return {
    projects: await named(projects, key),
    'organization keys': await named('/v1/organization/admin_api_keys', key),
    'project keys': await named(`${projects}/${project.id}/api_keys`, key),
    'vector stores': await named('/v1/vector_stores', project.key),
    organizations: await named('/admin/organization/', admin.token),
    files: { token: project.key, path: '/v1/files', ...files },
    'files of a store': { token: project.key, path: `/v1/vector_stores/${store}/files`, ...files },
    members: {
      token: key,
      path: '/v1/organization/users',
      ...{ id: ada.id, other: owner.id, finds: ['ada.SEARCH', ada.id.toLowerCase()], misses: ['ada_search'] },
    },
    users: { token: admin.token, path: '/admin/users', id: ada.id, other: bob.id, finds: ['ADA.search', ada.id] },
    invitations: {
      token: key,
      path: `/v1/invitations/${organizationId}`,
      ...{ id: invited, other: uninvited, finds: ['hopper@', 'GRACE', invited.toLowerCase()], misses: ['inv_token'] },
    },
    'webhook deliveries': {
      token: key,
      path: `${projects}/${hooked}/webhook_deliveries`,
      ...{ id: delivery, other: otherDelivery, finds: ['BATCH.completed', delivery.slice(6)], misses: ['pending'] },
    },
  };
}

t.test('each list finds a part of a name or id, ignoring the case of ASCII letters only, and counts', async (t) => {
  for (const [name, { token, path, id, other, finds, misses = [] }] of Object.entries(await cases())) {
    await t.test(name, async (t) => {
      const all = await walk(t, token, path, {});
      t.ok(all.includes(id) && all.includes(other), 'without a search, all rows');
      for (const search of finds) {
        const found = await walk(t, token, path, { search });
        t.ok(found.includes(id) && !found.includes(other), `${search} finds the row and not the other one`);
        const upwards = await walk(t, token, path, { search, order: 'asc' });
        t.same(upwards, found.toSorted(), `${search}: the same rows, oldest first`);
      }
      for (const search of misses) t.notOk((await walk(t, token, path, { search })).includes(id), `not ${search}`);
      t.same(await walk(t, token, path, { search: 'no such name' }), []);
      const { body } = await app.request('GET', path, { token, query: { search: finds[0] ?? '', limit: 1 } });
      t.equal(body.total, undefined, 'the total only if it was asked for');
    });
  }
});

t.test('the total of a search holds beside cursors and filters', async (t) => {
  const { organizationKey: token, project } = await createTenant(app, admin);
  const path = '/v1/organization/projects';
  const ids: string[] = [];
  for (const name of ['red 1', 'red 2', 'red 3', 'blue']) ids.push(await created(token, path, { name }));
  await app.request('POST', `${path}/${ids[0]}/archive`, { token });
  const ask = async (query: Query) => {
    const { body } = await app.request('GET', path, { token, query: { include_total: 'true', ...query } });
    return [body.total, body.has_more, ...body.data.map(({ name }: { name: string }) => name)];
  };
  t.same(await ask({ search: 'RED' }), [2, false, 'red 3', 'red 2']);
  t.same(await ask({ search: 'red', include_archived: 'true', limit: 1 }), [3, true, 'red 3']);
  t.same(await ask({ search: 'red', include_archived: 'true', before: ids[0] as string, limit: 1 }), [
    3,
    true,
    'red 2',
  ]);
  t.same(await ask({ search: 'red', after: ids[2] as string, before: ids[0] as string }), [2, false, 'red 2']);
  t.same(await ask({ search: 'red', after: ids[0] as string, order: 'asc', limit: 1 }), [2, true, 'red 2']);
  const files = { token: project.key, query: { search: 'a', purpose: 'batch', include_total: 'true' } };
  await upload(app, project.key, { filename: 'a.md', content: 'A' });
  t.equal((await app.request('GET', '/v1/files', files)).body.total, 0, 'of another purpose');
});

t.test('a search has 1 to 100 characters and no NUL', async (t) => {
  const { project } = await createTenant(app, admin);
  const ask = async (search: string): Promise<number> =>
    (await app.request('GET', '/v1/files', { token: project.key, query: { search } })).status;
  t.same(await Promise.all(['', 'a\0', '😀'.repeat(101)].map(ask)), [422, 422, 422]);
  t.same(await Promise.all([' ', '😀'.repeat(100), '\n'].map(ask)), [200, 200, 200]);
});

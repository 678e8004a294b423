// The mapping from groups of an identity provider to own roles of an organization, and to roles in projects.

import t from 'tap';
import { createdAt, newId } from '../../models/ids.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { loadConfig } from '../../services/settings/config.ts';
import { type Answer, startApp } from '../harness/app.ts';
import { clientId, clientSecret, startForgingProvider } from '../harness/forging-provider.ts';
import { WebBrowser } from '../harness/web-browser.ts';
import { signUp } from '../harness/world.ts';

const provider = await startForgingProvider();
t.teardown(provider.close);
const organizationId = newId('organization');
const missing = newId('organization');
const here = { organization: organizationId };
const roles = [
  { group: 'auditors', ...here, role: 'Auditor' },
  { group: 'searchers', ...here, projects: [{ project: 'Search', role: 'viewer' }] },
  { group: 'curators', ...here, role: 'member', projects: [{ project: 'Search', role: 'Curator' }] },
  { group: 'lost', organization: missing, role: 'owner' },
  { group: 'lost', ...here, role: 'Nobody' },
  {
    group: 'half',
    ...here,
    projects: [
      { project: 'Nothing', role: 'owner' },
      { project: 'Search', role: 'Nothing' },
      { project: 'Search', role: 'member' },
    ],
  },
];
const company = { name: 'company', issuer: provider.url, client_id: clientId, client_secret: clientSecret };
const providers = [{ ...company, create_accounts: true, roles }];
const app = await startApp(t, { SVC_SSO_PROVIDERS: JSON.stringify(providers) });
const { id: ownerId, token } = await signUp(app, { isAdmin: true });
await Organization.create({ id: organizationId, name: 'Company', ownerId, createdAt: createdAt(organizationId) });
await Membership.create({ organizationId, userId: ownerId, role: 'owner', createdAt: createdAt(organizationId) });

const headers = { 'compat-organization': organizationId };
const ask = (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<Answer> =>
  app.request(method, path, { token, headers, ...(body === undefined ? {} : { body }) });

const { body: project } = await ask('POST', '/v1/organization/projects', { name: 'Search' });
const auditor = { role_name: 'Auditor', permissions: ['usage.read'] };
const { body: ownRole } = await ask('POST', '/v1/organization/roles', auditor);
const curator = { role_name: 'Curator', permissions: ['files.write'] };
await ask('POST', `/v1/projects/${project.id}/roles`, curator);

/** Signs in, and returns the id of the user. */
async function signIn(sub: string, groups: string[]): Promise<string> {
  provider.person = { sub, email: `${sub}@example.com`, email_verified: true, groups };
  const browser = new WebBrowser();
  const begun = await browser.open(`${app.url}/auth/sso/company`);
  await browser.open(provider.authorize(begun.location ?? '').href);
  const cookie = `svc-session=${browser.cookie(app.url, 'svc-session')}`;
  const session = { headers: { cookie, origin: app.url } };
  const { body } = await app.request('POST', '/auth/session/refresh', session);
  return (await app.request('GET', '/auth/me', { token: body.access_token })).body.id;
}

/** Returns the names of the roles of the user in the organization and in the project. */
async function rolesOf(id: string): Promise<[string[], string[]]> {
  const names = async (path: string): Promise<string[]> => {
    const { status, body } = await ask('GET', path);
    return status === 404 ? [] : body.data.map(({ name }: { name: string }) => name).sort();
  };
  return [
    await names(`/v1/organization/users/${id}/roles`),
    await names(`/v1/projects/${project.id}/users/${id}/roles`),
  ];
}

t.test('a group gives an own role of the organization, and takes it with the membership', async (t) => {
  const id = await signIn('ada', ['auditors']);
  t.same(await rolesOf(id), [['Auditor', 'member'], []]);
  t.equal(await signIn('ada', []), id);
  t.equal(await Membership.roleOf(organizationId, id), undefined);
  await signIn('ada', ['auditors']);
  t.same((await rolesOf(id))[0], ['Auditor', 'member'], 'given again');
  const log = await ask('GET', `/v1/organization/audit_logs?limit=100&resource_ids[]=${id}`);
  t.ok(
    log.body.data.some(({ type }: { type: string }) => type === 'role.assignment.created'),
    'the audit log tells of the role',
  );
});

t.test('groups give roles in projects, built-in and own ones, each for itself', async (t) => {
  const id = await signIn('lin', ['searchers', 'curators']);
  t.same(await rolesOf(id), [['member'], ['Curator', 'viewer']]);
  await signIn('lin', ['curators']);
  t.same(await rolesOf(id), [['member'], ['Curator']]);
  await signIn('lin', []);
  t.same(await rolesOf(id), [[], []]);
});

t.test('roles that were given by hand stay', async (t) => {
  const id = await signIn('kim', ['searchers']);
  await ask('POST', `/v1/organization/users/${id}/roles`, { role_id: ownRole.id });
  await signIn('kim', ['searchers', 'auditors']);
  t.same(await rolesOf(id), [['Auditor', 'member'], ['viewer']]);
  await signIn('kim', ['searchers']);
  t.same(await rolesOf(id), [['Auditor', 'member'], ['viewer']], 'the role by hand is not that of the group');
});

t.test('what the mapping names and nobody has gives nothing, and refuses no sign-in', async (t) => {
  const id = await signIn('eve', ['lost']);
  t.match(id, /^user_/);
  t.equal(await Membership.roleOf(organizationId, id), undefined, 'an unknown role makes no member');
  t.same(await rolesOf(await signIn('half', ['half'])), [['member'], ['member']], 'the rest of the item counts');
  const { body } = await ask('GET', '/admin/doctor');
  const found = body.checks.find(({ part }: { part: string }) => part === 'single sign-on');
  t.equal(found.state, 'warning');
  for (const name of [missing, 'the role Nobody', 'one project Nothing', 'the role Nothing'])
    t.ok(found.message.includes(name), name);
});

t.test('a role that is deleted gives nothing afterwards', async (t) => {
  const { body: gone } = await ask('POST', '/v1/organization/roles', { ...auditor, role_name: 'Nobody' });
  const id = await signIn('fay', ['lost']);
  t.same((await rolesOf(id))[0], ['Nobody', 'member']);
  t.equal((await ask('DELETE', `/v1/organization/roles/${gone.id}`)).status, 200);
  await signIn('fay', ['lost']);
  t.equal(await Membership.roleOf(organizationId, id), undefined);
});

t.test('items of another form stop the start', async (t) => {
  const wrong = [
    { group: 'a', organization: 'org_1' },
    { group: 'a', organization: 'org_1', projects: [] },
    { group: 'a', organization: 'org_1', projects: [{ project: 'p' }] },
    { group: 'a', organization: 'org_1', role: 'member', projects: [{ project: 'p', role: 'owner', models: [] }] },
    { group: 'a', admin: true, projects: [{ project: 'p', role: 'owner' }] },
    { group: 'a', admin: 'yes' },
  ];
  for (const item of wrong) {
    const settings = { SVC_SSO_PROVIDERS: JSON.stringify([{ ...company, roles: [item] }]) };
    t.throws(() => loadConfig(settings), { message: /has an item that is neither/ }, JSON.stringify(item));
  }
});

// One caller of each kind for a tenant: its own users and keys, those of another tenant, and an anonymous caller.

import type { Caller, Projects } from '../../scripts/contract/rules/access-oracle.ts';
import type { TestApp } from '../harness/app.ts';
import type { Scope } from '../harness/fixtures.ts';
import { createTenant, join, type Person, signInBrowser, signUp, type Tenant } from '../harness/world.ts';

export const workerToken = 'a-token-for-workers';

export interface Cast {
  own: Tenant;
  foreign: Tenant;
  /** The scope for creating fixtures in the tenant's own project. */
  scope: Scope;
  callers: Record<string, { token: string | undefined; headers?: Record<string, string>; caller: Caller }>;
  projects: Projects;
}

export async function createCast(app: TestApp, admin: Person): Promise<Cast> {
  const own = await createTenant(app, admin);
  const foreign = await createTenant(app, admin);
  const outsider = await signUp(app);
  const user = (isAdmin: boolean, roles: Record<string, 'owner' | 'member'> = {}): Caller => ({
    kind: 'user',
    isAdmin,
    roles,
    defaultOrganization: Object.keys(roles)[0] ?? null,
  });
  const { organizationId: here, project, sibling } = own;
  const { organizationId: there } = foreign;
  const keyOf = (organization: string, makerRole: 'owner' | 'member' = 'owner'): Caller => ({
    kind: 'organization_key',
    organization,
    makerRole,
  });
  const projectKeyOf = (organization: string, one: string): Caller => ({
    kind: 'project_key',
    organization,
    project: one,
  });
  return {
    own,
    foreign,
    scope: {
      app,
      admin,
      organizationId: here,
      projectId: project.id,
      tokens: {
        admin: admin.token,
        owner: admin.token,
        organization_key: own.organizationKey,
        project_key: project.key,
      },
    },
    callers: {
      anonymous: { token: undefined, caller: { kind: 'nobody', code: 'missing_api_key' } },
      malformed: { token: `${own.organizationKey.slice(0, -1)}!`, caller: { kind: 'nobody', code: 'invalid_api_key' } },
      admin: { token: admin.token, caller: user(true) },
      owner: { token: own.owner.token, caller: user(false, { [here]: 'owner' }) },
      member: { token: own.member.token, caller: user(false, { [here]: 'member' }) },
      organization_key: { token: own.organizationKey, caller: keyOf(here) },
      demoted_organization_key: { token: await demotedOwnersKey(app, own), caller: keyOf(here, 'member') },
      project_key: { token: project.key, caller: projectKeyOf(here, project.id) },
      refresh_token: { token: own.owner.refreshToken, caller: { kind: 'refresh_token' } },
      browser_session: {
        token: undefined,
        headers: await signInBrowser(app, own.owner.email),
        caller: { kind: 'browser_session' },
      },
      worker_token: { token: workerToken, caller: { kind: 'worker_token' } },
      outsider: { token: outsider.token, caller: user(false) },
      foreign_owner: { token: foreign.owner.token, caller: user(false, { [there]: 'owner' }) },
      foreign_organization_key: { token: foreign.organizationKey, caller: keyOf(there) },
      foreign_project_key: { token: foreign.project.key, caller: projectKeyOf(there, foreign.project.id) },
    },
    projects: {
      [project.id]: here,
      [sibling.id]: here,
      [foreign.project.id]: there,
      [foreign.sibling.id]: there,
    },
  };
}

/**
 * Returns the token of a new user with the same rights as the caller, for operations that end the caller's session.
 * Undefined if the caller is not a user.
 */
export async function likeness(app: TestApp, { own, foreign }: Cast, name: string): Promise<Person | undefined> {
  if (!['admin', 'owner', 'member', 'outsider', 'foreign_owner', 'refresh_token', 'browser_session'].includes(name))
    return undefined;
  const person = await signUp(app, { isAdmin: name === 'admin' });
  if (name === 'owner' || name === 'member') await join(own.organizationId, person, name);
  if (name === 'foreign_owner') await join(foreign.organizationId, person, 'owner');
  return person;
}

/** Returns an organization key of a former owner, who is a plain member now. */
async function demotedOwnersKey(app: TestApp, { organizationId, owner }: Tenant): Promise<string> {
  const former = await signUp(app);
  await join(organizationId, former, 'owner');
  const made = await app.request('POST', '/v1/organization/admin_api_keys', {
    token: former.token,
    body: { name: 'Of a former owner' },
  });
  const path = `/v1/organization/users/${former.id}`;
  const demotion = await app.request('POST', path, { token: owner.token, body: { role: 'member' } });
  if (demotion.status !== 200) throw new Error(demotion.text);
  return made.body.value;
}

// Changes each kind of row that a cache holds, in each way, and looks for a stale answer of this server. Other servers
// read the row again within seconds: test/server/instances.test.ts.

import { Op, type Transaction } from 'sequelize';
import t from 'tap';
import { AdminApiKey } from '../../models/admin-api-key.ts';
import { onChange, type RowChange } from '../../models/changes.ts';
import { transaction } from '../../models/connection.ts';
import { Login, LoginToken } from '../../models/login.ts';
import { Membership } from '../../models/membership.ts';
import { Organization } from '../../models/organization.ts';
import { Project } from '../../models/project.ts';
import { ProjectApiKey } from '../../models/project-api-key.ts';
import { User } from '../../models/user.ts';
import { createTenant, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

type Change = (tenant: Tenant, tx: Transaction) => Promise<unknown>;

/** The request whose answer depends on the row, and its status after the change. */
type Effect = { ask(tenant: Tenant): Promise<number>; becomes: number };

const byProjectKey = async ({ project }: Tenant): Promise<number> =>
  (await app.request('GET', '/v1/models', { token: project.key })).status;
const byOrganizationKey = async ({ organizationKey }: Tenant): Promise<number> =>
  (await app.request('GET', '/v1/organization/projects', { token: organizationKey })).status;
const byMember = async ({ member, organizationId }: Tenant): Promise<number> =>
  (
    await app.request('GET', '/v1/organization/projects', {
      token: member.token,
      headers: { 'compat-organization': organizationId },
    })
  ).status;

const oldest = { expiresAt: 1 };

const changes: [claim: string, effect: Effect, change: Change][] = [
  [
    'a project, updated by its row',
    { ask: byProjectKey, becomes: 403 },
    async ({ project }, tx) => {
      const row = await Project.findByPk(project.id, { transaction: tx });
      await row?.update({ status: 'archived' }, { transaction: tx });
    },
  ],
  [
    'a project, updated by its organization',
    { ask: byProjectKey, becomes: 403 },
    ({ organizationId }, tx) => Project.update({ status: 'archived' }, { where: { organizationId }, transaction: tx }),
  ],
  [
    'an organization, deleted',
    { ask: byProjectKey, becomes: 401 },
    ({ organizationId }, tx) => Organization.destroy({ where: { id: organizationId }, transaction: tx }),
  ],
  [
    'a user, updated by a list of ids',
    { ask: byMember, becomes: 401 },
    ({ member }, tx) => User.update({ disabled: true }, { where: { id: { [Op.in]: [member.id] } }, transaction: tx }),
  ],
  [
    'the maker of a key, updated by a condition that names no user',
    { ask: byOrganizationKey, becomes: 401 },
    ({ owner }, tx) =>
      User.update({ disabled: true }, { where: { emailKey: owner.email.toLowerCase() }, transaction: tx }),
  ],
  [
    'a membership, deleted by its row',
    { ask: byMember, becomes: 403 },
    async ({ organizationId, member }, tx) => {
      const where = { organizationId, userId: member.id };
      await (await Membership.findOne({ where, transaction: tx }))?.destroy({ transaction: tx });
    },
  ],
  [
    'memberships, deleted by their organization',
    { ask: byMember, becomes: 403 },
    ({ organizationId }, tx) => Membership.destroy({ where: { organizationId }, transaction: tx }),
  ],
  [
    'an organization key, updated by its user',
    { ask: byOrganizationKey, becomes: 401 },
    ({ owner }, tx) => AdminApiKey.update(oldest, { where: { userId: owner.id }, transaction: tx }),
  ],
  [
    'organization keys, deleted by their organization',
    { ask: byOrganizationKey, becomes: 401 },
    ({ organizationId }, tx) => AdminApiKey.destroy({ where: { organizationId }, transaction: tx }),
  ],
  [
    'a project key, updated by its id',
    { ask: byProjectKey, becomes: 401 },
    ({ project }, tx) => ProjectApiKey.update(oldest, { where: { id: project.keyId }, transaction: tx }),
  ],
  [
    'project keys, deleted by their project',
    { ask: byProjectKey, becomes: 401 },
    ({ project }, tx) => ProjectApiKey.destroy({ where: { projectId: project.id }, transaction: tx }),
  ],
  [
    'sign-ins, deleted by their user',
    { ask: byMember, becomes: 401 },
    ({ member }, tx) => Login.destroy({ where: { userId: member.id }, transaction: tx }),
  ],
  [
    'access tokens, updated by their sign-ins',
    { ask: byMember, becomes: 401 },
    async ({ member }, tx) => {
      const logins = await Login.findAll({ where: { userId: member.id }, transaction: tx });
      await LoginToken.update(oldest, {
        where: { loginId: logins.map(({ id }) => id), kind: 'access' },
        transaction: tx,
      });
    },
  ],
];

for (const [claim, { ask, becomes }, change] of changes) {
  t.test(`no answer is stale after a commit: ${claim}`, async (t) => {
    const tenant = await createTenant(app, admin);
    t.equal(await ask(tenant), 200, 'the answer before, which is cached');
    const gone = new Error('rolled back');
    await t.rejects(
      transaction(async (tx) => {
        await change(tenant, tx);
        throw gone;
      }),
      gone,
    );
    t.equal(await ask(tenant), 200, 'a change that was rolled back changes no answer');
    await transaction((tx) => change(tenant, tx));
    t.equal(await ask(tenant), becomes, 'the answer at once after the commit');
  });
}

t.test('a new member may call at once', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const user = await signUp(app);
  const ask = () =>
    app.request('GET', '/v1/organization/projects', {
      token: user.token,
      headers: { 'compat-organization': organizationId },
    });
  t.equal((await ask()).status, 403);
  await transaction((tx) => Membership.put(organizationId, user.id, 'member', tx));
  t.equal((await ask()).status, 200);
});

t.test('a change is told after its commit, once, and not after a rollback', async (t) => {
  const told: RowChange[] = [];
  const end = onChange((change) => told.push(change));
  const { project } = await createTenant(app, admin);
  const setStatus = (status: 'active' | 'archived', tx: Transaction) =>
    Project.update({ status }, { where: { id: project.id }, transaction: tx });
  told.length = 0;
  await transaction(async (tx) => {
    await setStatus('archived', tx);
    t.strictSame(told, [], 'nothing is told before the commit');
  });
  t.strictSame(told, [{ model: 'Project', where: { id: [project.id] } }]);
  await t.rejects(
    transaction(async (tx) => {
      await setStatus('active', tx);
      throw new Error('rolled back');
    }),
  );
  t.equal(told.length, 1);
  await ProjectApiKey.update({ lastUsedAt: 1 }, { where: { id: project.keyId } });
  t.equal(told.length, 1, 'no cache holds when a key was last used');
  end();
});

// Tests the cache of callers and projects (services/tenancy/access.ts): a lookup that starts before a change and ends
// after it must not cache the old state.

import t, { type Test } from 'tap';
import { database, type SqlValue } from '../../../models/connection.ts';
import { digestOf } from '../../../services/tenancy/tokens.ts';
import type { Answer } from '../../harness/app.ts';
import { createProject, createTenant, signIn, signUp, startWithAdmin } from '../../harness/world.ts';

const { app, admin } = await startWithAdmin(t);

/** A read that the database has answered, and whose result is held back. */
interface HeldRead {
  /** Resolves when the database has answered. */
  read: Promise<void>;
  release(): void;
}

/** Holds back the result of the next read of the table with this value as a parameter. */
function holdRead(t: Test, table: string, value: string | Buffer): HeldRead {
  const { reader } = database();
  const [read, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const original = reader.select;
  const restore = (): void => {
    reader.select = original;
    released.resolve();
  };
  t.teardown(restore);
  reader.select = async <Row>(sql: string, values: SqlValue[]): Promise<Row[]> => {
    const rows = await original<Row>(sql, values);
    const isIt = sql.includes(`FROM \`${table}\``) && values.some((one) => isSame(one, value));
    if (!isIt) return rows;
    reader.select = original;
    read.resolve();
    await released.promise;
    return rows;
  };
  return { read: read.promise, release: restore };
}

function isSame(given: SqlValue | undefined, wanted: string | Buffer): boolean {
  return Buffer.isBuffer(given) && Buffer.isBuffer(wanted) ? given.equals(wanted) : given === wanted;
}

/**
 * Sends the request, makes the change while the lookup is held back, and sends the request again. Returns both
 * responses.
 */
async function askAcross(
  held: HeldRead,
  ask: () => Promise<Answer>,
  change: () => Promise<Answer>,
): Promise<[Answer, Answer]> {
  const before = ask();
  await Promise.race([held.read, before.then(() => Promise.reject(new Error('There was no such look-up')))]);
  const { status, text } = await change();
  if (status !== 200) throw new Error(text);
  held.release();
  return [await before, await ask()];
}

t.test('a project key deleted during its lookup is not cached', async (t) => {
  const { organizationKey, project } = await createTenant(app, admin);
  const path = `/v1/organization/projects/${project.id}/api_keys/${project.keyId}`;
  const [before, after] = await askAcross(
    holdRead(t, 'project_api_keys', digestOf(project.key)),
    () => app.request('GET', '/v1/files', { token: project.key }),
    () => app.request('DELETE', path, { token: organizationKey }),
  );
  t.equal(before.status, 200, 'the key was valid at the lookup');
  t.equal(after.status, 401);
});

t.test('an organization key deleted during its lookup is not cached', async (t) => {
  const { owner } = await createTenant(app, admin);
  const keys = '/v1/organization/admin_api_keys';
  const { body: key } = await app.request('POST', keys, { token: owner.token, body: { name: 'Key' } });
  const [before, after] = await askAcross(
    holdRead(t, 'admin_api_keys', digestOf(key.value)),
    () => app.request('GET', keys, { token: key.value }),
    () => app.request('DELETE', `${keys}/${key.id}`, { token: owner.token }),
  );
  t.equal(before.status, 200, 'the key was valid at the lookup');
  t.equal(after.status, 401);
});

t.test('a user disabled during the lookup of a token is not cached', async (t) => {
  const user = await signUp(app);
  const { token } = await signIn(app, user.email);
  const [before, after] = await askAcross(
    holdRead(t, 'login_tokens', digestOf(token)),
    () => app.request('GET', '/auth/me', { token }),
    () => app.request('POST', `/admin/users/${user.id}`, { token: admin.token, body: { disabled: true } }),
  );
  t.equal(before.status, 200, 'the token was valid at the lookup');
  t.equal(after.status, 401);
});

t.test('a project archived during its lookup is not cached as active', async (t) => {
  const { organizationKey } = await createTenant(app, admin);
  const project = await createProject(app, organizationKey);
  const [before, after] = await askAcross(
    holdRead(t, 'projects', project.id),
    () => app.request('GET', '/v1/files', { token: project.key }),
    () => app.request('POST', `/v1/organization/projects/${project.id}/archive`, { token: organizationKey }),
  );
  t.equal(before.status, 200, 'the project was active at the lookup');
  t.equal(after.status, 403);
  t.equal(after.body.error.code, 'project_archived');
});

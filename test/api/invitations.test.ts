import { randomBytes } from 'node:crypto';
import t from 'tap';
import { Invitation } from '../../models/invitation.ts';
import { Membership } from '../../models/membership.ts';
import { User } from '../../models/user.ts';
import { inParallel } from '../../scripts/parallel/index.ts';
import { createUser } from '../../services/people/users.ts';
import { digestOf, mint } from '../../services/tenancy/tokens.ts';
import type { Answer } from '../harness/app.ts';
import { shiftClock } from '../harness/clock.ts';
import { startSmtp, tokenIn } from '../harness/smtp.ts';
import { createTenant, join, password, signIn, signUp, startWithAdmin, type Tenant } from '../harness/world.ts';

const smtp = await startSmtp(t);
const { app, admin } = await startWithAdmin(t, { SVC_SMTP_URL: smtp.url, SVC_PUBLIC_URL: 'https://svc.example.org' });

const newAddress = (): string => `invited-${randomBytes(8).toString('hex')}@example.com`;
const invite = (token: string, email: unknown, organizationId: unknown, headers: Record<string, string> = {}) =>
  app.request('POST', '/v1/invitations/create', { token, headers, body: { email, organization_id: organizationId } });
const list = (token: string, organizationId: string, query = {}) =>
  app.request('GET', `/v1/invitations/${organizationId}`, { token, query });
const validate = (token: unknown) => app.request('POST', '/v1/invitations/validate', { body: { token } });
const accept = (caller: string, token: unknown) =>
  app.request('POST', '/v1/invitations/accept', { token: caller, body: { token } });
const register = (token: unknown, rest: object = { password, name: 'Ada' }) =>
  app.request('POST', '/v1/invitations/register', { body: { token, ...rest } });
const organizationsOf = async (token: string) => (await app.request('GET', '/auth/me', { token })).body.organizations;

/** Invites the address. Returns the token from the nth email to it. */
async function invited({ owner, organizationId }: Tenant, email: string, nth = 1): Promise<string> {
  const { status, text } = await invite(owner.token, email, organizationId);
  if (status !== 200) throw new Error(text);
  return tokenIn(await smtp.mailTo(email, nth));
}

t.test('an address without an account gets a registration link, and becomes a signed-in member', async (t) => {
  const tenant = await createTenant(app, admin);
  const email = newAddress();
  const token = await invited(tenant, email);
  const mail = await smtp.mailTo(email);
  t.ok(mail.text.includes(`https://svc.example.org/panel/register#token=${token}`));
  t.strictSame((await validate(token)).body, { email, organization_name: 'Tenant', create_account: true });
  const { status, body } = await register(token);
  t.equal(status, 200);
  t.match(body, { access_token: /^svcuser_/, refresh_token: /^svcuserrefresh_/, token_type: 'bearer' });
  const { body: me } = await app.request('GET', '/auth/me', { token: body.access_token });
  t.match(me, { email, name: 'Ada', is_admin: false, default_organization_id: tenant.organizationId });
  t.match(me.organizations, [{ id: tenant.organizationId, name: 'Tenant', role: 'member' }]);
  t.ok((await signIn(app, email)).token);
});

t.test('an address with an account gets an invitation link, and accepts it while signed in', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  await invite(tenant.owner.token, user.email.toUpperCase(), tenant.organizationId);
  const token = tokenIn(await smtp.mailTo(user.email));
  t.ok((await smtp.mailTo(user.email)).text.includes(`/panel/invitation#token=${token}`));
  t.equal((await validate(token)).body.create_account, false);
  t.strictSame((await accept(user.token, token)).body, { status: 'ok', organization_id: tenant.organizationId });
  t.match(await organizationsOf(user.token), [{ id: tenant.organizationId, name: 'Tenant', role: 'member' }]);
});

t.test('an admin invites into any organization, and known and unknown addresses get the same response', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const known = await signUp(app);
  const answers = [
    await invite(admin.token, known.email, organizationId),
    await invite(admin.token, newAddress(), organizationId),
  ];
  for (const { status, text } of answers) t.strictSame([status, text], [200, '{"status":"ok"}']);
});

t.test('a foreign and an unknown organization refuse an invitation alike', async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const foreign = await createTenant(app, admin);
  const email = newAddress();
  const other = await invite(foreign.owner.token, email, organizationId);
  const missing = await invite(foreign.owner.token, email, 'org_01HZX5V7Q8J9K2M3N4P5R6S7T8');
  for (const { status, body } of [other, missing]) {
    t.strictSame([status, body.error.code], [403, 'mismatched_organization']);
  }
  t.equal(other.text.replaceAll(organizationId, ''), missing.text.replaceAll('org_01HZX5V7Q8J9K2M3N4P5R6S7T8', ''));
  t.equal(await Invitation.count({ where: { email } }), 0);
});

t.test('the organization in the body or path must equal the one in the header', async (t) => {
  const tenant = await createTenant(app, admin);
  const second = await createTenant(app, admin);
  await join(second.organizationId, tenant.owner, 'owner');
  const { token } = tenant.owner;
  const header = { 'compat-organization': second.organizationId };
  const refused = await invite(token, newAddress(), tenant.organizationId, header);
  t.strictSame([refused.status, refused.body.error.code], [403, 'mismatched_organization']);
  t.ok(refused.body.error.message.includes(`names the organization '${tenant.organizationId}'`));
  t.ok(refused.body.error.message.includes(`header selects '${second.organizationId}'`));
  const unknown = 'org_01HZX5V7Q8J9K2M3N4P5R6S7T8';
  t.equal(
    (await invite(token, newAddress(), unknown, header)).text.replaceAll(unknown, ''),
    refused.text.replaceAll(tenant.organizationId, ''),
    'which does not reveal whether the organization exists',
  );
  t.equal((await invite(token, newAddress(), second.organizationId, header)).status, 200);
  t.equal((await invite(token, newAddress(), second.organizationId)).status, 200, 'no default organization is used');
  const path = `/v1/invitations/${tenant.organizationId}`;
  const other = await app.request('GET', path, { token, headers: header });
  t.strictSame([other.status, other.body.error.message], [403, refused.body.error.message]);
  t.equal((await app.request('GET', path, { token })).status, 200);
  const headers = { 'compat-organization': tenant.organizationId };
  t.equal((await app.request('GET', path, { token: admin.token, headers })).status, 200);
  const foreign = await app.request('GET', path, { token: second.organizationKey });
  t.strictSame([foreign.status, foreign.body.error.code], [403, 'mismatched_organization']);
});

t.test('the list shows the invited address and the inviter, and never the token', async (t) => {
  const tenant = await createTenant(app, admin);
  const { organizationId, owner } = tenant;
  const known = await signUp(app);
  const fresh = newAddress();
  const tokens = [await invited(tenant, fresh), await invited(tenant, known.email)];
  const before = (await list(owner.token, organizationId)).body;
  t.equal(before.object, 'list');
  t.match(before.data, [
    {
      id: /^inv_[0-9A-Z]{26}$/,
      inviter_id: owner.id,
      invited_email: fresh,
      organization_id: organizationId,
      create_account: true,
      used: false,
    },
    { invited_email: known.email, create_account: false, used: false },
  ]);
  t.ok(Math.abs(before.data[0].expiration_time - Date.now() / 1000 - 7 * 86_400) < 5);
  await register(tokens[0]);
  await accept(known.token, tokens[1]);
  const { body, text } = await list(tenant.organizationKey, organizationId);
  t.match(body.data, [
    { create_account: true, used: true },
    { create_account: false, used: true },
  ]);
  for (const [index, token] of tokens.entries()) {
    t.notOk(text.includes(token));
    t.match(body.data[index].token, /^svcinvitation_\.\.\.[0-9A-Za-z]{3}$/);
    t.equal((await validate(body.data[index].token)).status, 400);
  }
  t.strictSame(
    (await list(owner.token, organizationId, { order: 'desc', limit: 1 })).body.data[0].invited_email,
    known.email,
  );
});

t.test('unknown, changed, used, replaced, deleted and expired tokens get the same response', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  const usedToken = await invited(tenant, user.email);
  await accept(user.token, usedToken);
  const replaced = newAddress();
  const replacedToken = await invited(tenant, replaced);
  const newest = await invited(tenant, replaced, 2);
  const deletedToken = await invited(tenant, newAddress());
  const rows = (await list(tenant.owner.token, tenant.organizationId)).body.data;
  const path = `/v1/invitations/${rows.at(-1).id}`;
  t.strictSame((await app.request('DELETE', path, { token: tenant.owner.token })).body, {
    id: rows.at(-1).id,
    object: 'invitation.deleted',
    deleted: true,
  });
  t.equal((await app.request('DELETE', path, { token: tenant.owner.token })).status, 404);
  const goneTenant = await createTenant(app, admin);
  const goneToken = await invited(goneTenant, newAddress());
  for (const { id } of [goneTenant.project, goneTenant.sibling]) {
    await app.request('POST', `/v1/organization/projects/${id}/archive`, { token: goneTenant.organizationKey });
  }
  await app.request('DELETE', `/admin/organization/${goneTenant.organizationId}`, { token: admin.token });
  const changed = newest.slice(0, -1) + (newest.endsWith('a') ? 'b' : 'a');
  const tokens = [
    mint('invitation').value,
    changed,
    usedToken,
    replacedToken,
    deletedToken,
    goneToken,
    'x',
    user.token,
  ];
  const answers: Answer[] = [];
  const tryAll = async (token: string): Promise<void> => {
    answers.push(await validate(token), await register(token), await accept(user.token, token));
  };
  for (const token of tokens) await tryAll(token);
  t.equal((await validate(newest)).status, 200);
  const expiredToken = await invited(tenant, newAddress());
  shiftClock(604_801_000, t);
  const later = await signIn(app, user.email);
  answers.push(await validate(expiredToken), await register(expiredToken), await accept(later.token, expiredToken));
  for (const { status, text, body } of answers) {
    t.strictSame([status, body.error.code], [400, 'token_invalid']);
    t.equal(text, answers[0]?.text);
  }
});

t.test('a person whose name is a link invites somebody, and the mail has no link but its own', async (t) => {
  const tenant = await createTenant(app, admin);
  const { token } = tenant.owner;
  await app.request('POST', '/auth/me', { token, body: { name: 'see https://evil.example/reset' } });
  const path = `/admin/organization/${tenant.organizationId}`;
  await app.request('POST', path, { token: admin.token, body: { name: 'www.evil.example' } });
  const email = newAddress();
  await invited(tenant, email);
  const { text, html, headers } = await smtp.mailTo(email);
  t.match(text, 'see https: / /evil. example/reset');
  for (const part of [text, html, headers.get('subject') ?? '']) t.notMatch(part, /\/\/evil|evil\.example/);
});

t.test('only an invitation that was mailed proves the address', async (t) => {
  const tenant = await createTenant(app, admin);
  const isVerified = async (id: string) =>
    (await app.request('GET', `/v1/organization/users/${id}`, { token: tenant.owner.token })).body.email_verified;
  const linked = async (email: string): Promise<string> => {
    const { body } = await app.request('POST', '/v1/invitations/link', {
      token: tenant.owner.token,
      body: { email, organization_id: tenant.organizationId },
    });
    return body.url.split('#token=')[1];
  };
  const idOf = async (email: string) => (await User.byEmail(email))?.id ?? '';
  const [byLink, byMail] = [newAddress(), newAddress()];
  t.equal((await register(await linked(byLink))).status, 200);
  t.equal(await isVerified(await idOf(byLink)), false, 'registered by a link that was handed over');
  t.equal((await register(await invited(tenant, byMail))).status, 200);
  t.equal(await isVerified(await idOf(byMail)), true, 'registered by a mailed link');
  const [first, second] = [await signUp(app), await signUp(app)];
  t.equal((await accept(first.token, await linked(first.email))).status, 200);
  t.equal(await isVerified(first.id), false, 'accepted by a link that was handed over');
  t.equal((await accept(second.token, await invited(tenant, second.email))).status, 200);
  t.equal(await isVerified(second.id), true, 'accepted by a mailed link');
  const rights = { token: admin.token, body: { is_admin: true } };
  const { body } = await app.request('POST', `/admin/users/${first.id}`, rights);
  t.match(body, { is_admin: true, email_verified: false }, 'rights prove nothing');
});

t.test('an invitation is valid only while its inviter runs the organization', async (t) => {
  const tenant = await createTenant(app, admin);
  const deputy = await signUp(app);
  await join(tenant.organizationId, deputy, 'owner');
  const email = newAddress();
  await invite(deputy.token, email, tenant.organizationId);
  const token = tokenIn(await smtp.mailTo(email));
  t.equal((await validate(token)).status, 200);
  await join(tenant.organizationId, deputy, 'member');
  t.equal((await validate(token)).status, 400);
  t.equal((await register(token)).status, 400);
  t.equal(await User.byEmail(email), undefined);
});

t.test('an invitation is invalid while its inviter is disabled', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  const disable = (disabled: boolean) =>
    app.request('POST', `/admin/users/${tenant.owner.id}`, { token: admin.token, body: { disabled } });
  const token = await invited(tenant, user.email);
  const fresh = await invited(tenant, newAddress());
  await disable(true);
  for (const { status, body } of [await validate(token), await accept(user.token, token), await register(fresh)])
    t.strictSame([status, body.error.code], [400, 'token_invalid']);
  t.strictSame(await organizationsOf(user.token), []);
  await disable(false);
  t.equal((await accept(user.token, token)).status, 200);
});

t.test("an admin's invitation is valid only while the inviter is an admin", async (t) => {
  const { organizationId } = await createTenant(app, admin);
  const sender = await signUp(app, { isAdmin: true });
  const email = newAddress();
  await invite(sender.token, email, organizationId);
  const token = tokenIn(await smtp.mailTo(email));
  t.equal((await validate(token)).status, 200);
  await app.request('POST', `/admin/users/${sender.id}`, { token: admin.token, body: { is_admin: false } });
  t.equal((await validate(token)).status, 400);
});

t.test('only the invited address can accept, and a refused attempt leaves the link valid', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  const stranger = await signUp(app);
  const token = await invited(tenant, user.email);
  const { status, body } = await accept(stranger.token, token);
  t.strictSame([status, body.error.code], [403, 'invitation_email_mismatch']);
  t.strictSame(await organizationsOf(stranger.token), []);
  for (const key of [tenant.organizationKey, tenant.project.key]) t.equal((await accept(key, token)).status, 403);
  t.equal((await app.request('POST', '/v1/invitations/accept', { body: { token } })).status, 401);
  t.equal((await accept(user.token, token)).status, 200);
});

t.test('two concurrent acceptances, and ten concurrent registrations, create one member', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  const token = await invited(tenant, user.email);
  const accepted = await Promise.all([accept(user.token, token), accept(user.token, token)]);
  t.strictSame(accepted.map(({ status }) => status).sort(), [200, 400]);
  const email = newAddress();
  const fresh = await invited(tenant, email);
  const registered = await Promise.all(Array.from({ length: 10 }, () => register(fresh)));
  t.equal(registered.filter(({ status }) => status === 200).length, 1);
  t.ok(registered.every(({ status }) => [200, 400, 409].includes(status)));
  for (const address of [user.email, email]) {
    const account = await User.byEmail(address);
    t.equal(await Membership.count({ where: { organizationId: tenant.organizationId, userId: account?.id ?? '' } }), 1);
    t.equal(await User.count({ where: { emailKey: address } }), 1);
  }
});

t.test('a concurrent registration, account creation and password change leave one account', async (t) => {
  const tenant = await createTenant(app, admin);
  for (let round = 0; round < 5; round += 1) {
    const email = newAddress();
    const token = await invited(tenant, email);
    const [registered, created] = await Promise.allSettled([
      register(token),
      createUser({ email: email.toUpperCase(), name: null, password, isAdmin: false }),
      app.request('POST', '/v1/reset_password', { body: { email } }),
    ]);
    const status = registered.status === 'fulfilled' ? registered.value.status : 0;
    t.ok((status === 200) !== (created.status === 'fulfilled'), `${status}, ${created.status}`);
    if (status !== 200) t.equal(status, 409);
    t.equal(await User.count({ where: { emailKey: email } }), 1);
    t.ok((await signIn(app, email)).token, 'regardless of their order');
  }
});

t.test('an address that two organizations invite registers with one link, and accepts with the other', async (t) => {
  const tenants = [await createTenant(app, admin), await createTenant(app, admin)] as const;
  const email = newAddress();
  const tokens = [await invited(tenants[0], email), await invited(tenants[1], email, 2)];
  const answers = await Promise.all(tokens.map((token) => register(token)));
  t.strictSame(answers.map(({ status }) => status).sort(), [200, 409]);
  const late = answers.findIndex(({ status }) => status === 409);
  t.equal(answers[late]?.body.error.code, 'email_already_exists');
  t.equal((await validate(tokens[late])).body.create_account, false, 'the link can now be accepted');
  const { token } = await signIn(app, email);
  t.equal((await accept(token, tokens[late])).status, 200);
  t.equal((await organizationsOf(token)).length, 2);
});

t.test('accepting never changes the role of an existing member', async (t) => {
  const tenant = await createTenant(app, admin);
  const user = await signUp(app);
  const token = await invited(tenant, user.email);
  await join(tenant.organizationId, user, 'owner');
  t.equal((await accept(user.token, token)).status, 200);
  t.equal((await organizationsOf(user.token))[0].role, 'owner');
  const again = await invite(tenant.owner.token, user.email.toUpperCase(), tenant.organizationId);
  t.strictSame([again.status, again.body.error.code], [409, 'already_member']);
});

t.test('other members of the body are ignored', async (t) => {
  const tenant = await createTenant(app, admin);
  const token = await invited(tenant, newAddress());
  const { body } = await register(token, { password, role: 'owner', is_admin: true, email: 'other@example.com' });
  const me = (await app.request('GET', '/auth/me', { token: body.access_token })).body;
  t.match(me, { is_admin: false, name: null, organizations: [{ role: 'member' }] });
  t.not(me.email, 'other@example.com');
});

t.test('a weak password leaves the invitation open', async (t) => {
  const token = await invited(await createTenant(app, admin), newAddress());
  const { status, text } = await register(token, { password: 'password1234' });
  t.equal(status, 422);
  t.notOk(text.includes('password1234') || text.includes(token));
  const close = await register(token, { password: 'Quillfeather1', name: 'Ada Quillfeather' });
  t.equal(close.status, 422);
  t.match(close.body.detail, [{ loc: ['body', 'password'], msg: /too close to the e-mail address or the name/ }]);
  t.equal((await register(token)).status, 200);
});

t.test('a new invitation replaces the open one, also if two are sent concurrently', async (t) => {
  const { owner, organizationId } = await createTenant(app, admin);
  const email = newAddress();
  await Promise.all([
    invite(owner.token, email, organizationId),
    invite(owner.token, email.toUpperCase(), organizationId),
  ]);
  t.equal((await list(owner.token, organizationId)).body.data.length, 1);
});

t.test('the sixth invitation of an address in a day is refused, counted over all organizations', async (t) => {
  const tenants = [await createTenant(app, admin), await createTenant(app, admin)];
  const email = newAddress();
  const statuses: number[] = [];
  for (let attempt = 0; attempt < 6; attempt += 1) {
    const { owner, organizationId } = tenants[attempt % 2] as Tenant;
    const { status, body, headers } = await invite(owner.token, email, organizationId);
    statuses.push(status);
    if (status !== 429) continue;
    t.equal(body.error.code, 'rate_limit_exceeded');
    t.equal(headers.get('x-ratelimit-limit-requests'), '5');
  }
  t.strictSame(statuses, [200, 200, 200, 200, 200, 429]);
});

t.test('the fifty-first invitation of an organization in an hour is refused', async (t) => {
  const { owner, organizationId } = await createTenant(app, admin);
  const statuses = await inParallel(8, Array(51).fill(organizationId), async (id) => {
    const { status } = await invite(owner.token, newAddress(), id);
    return status;
  });
  t.equal(statuses.filter((status) => status === 200).length, 50);
  t.equal(statuses.filter((status) => status === 429).length, 1);
});

t.test('the database stores only the digest of an invitation', async (t) => {
  const email = newAddress();
  const token = await invited(await createTenant(app, admin), email);
  const [row] = await Invitation.findAll({ where: { email } });
  t.strictSame(Buffer.from(row?.digest ?? ''), digestOf(token));
  t.notOk(JSON.stringify(row).includes(token));
});

t.test('the token of a link is not accepted as a credential', async (t) => {
  const token = await invited(await createTenant(app, admin), newAddress());
  const { status, body } = await app.request('GET', '/auth/me', { token });
  t.strictSame([status, body.error.code], [401, 'invalid_api_key']);
});

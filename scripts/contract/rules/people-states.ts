// Rules of users, sign-in, members and invitations. They need users, whom no operation deletes.

import { randomBytes } from 'node:crypto';
import type { Answer } from '../send.ts';
import type { JsonObject } from './resource.ts';
import type { Trial } from './rule.ts';
import type { Stage } from './stage.ts';
import type { StateCheck } from './store-states.ts';

const weak = 'password1234';
const goodPassword = (): string => `osprey ${randomBytes(8).toString('hex')}`;
const newEmail = ({ tag }: Stage): string => `${tag}-${randomBytes(4).toString('hex')}@example.com`;
const tokenOf = (url: unknown): string => String(url).split('token=')[1] ?? '';

function post(trial: Trial, path: string, body: unknown, token?: string): Promise<Answer> {
  return trial.ask('POST', path, { token, body });
}

async function sessions(trial: Trial, stage: Stage): Promise<void> {
  const { email, password } = await stage.user();
  const signedIn = await post(trial, '/auth/login', { email: email.toUpperCase(), password });
  if (!trial.status(signedIn, 200, undefined, 'a sign-in with another case of the address')) return;
  const { access_token: access, refresh_token: refresh, ...rest } = signedIn.body ?? {};
  trial.expect(
    /^svcuser_[\w-]{43,}$/.test(access),
    'the form of an access token',
    'svcuser_ and 43 characters',
    'another',
  );
  const isRefresh = /^svcuserrefresh_[\w-]{43,}$/.test(refresh);
  trial.expect(isRefresh, 'the form of a refresh token', 'svcuserrefresh_ and 43 characters', 'another');
  trial.equal('token_type', rest.token_type, 'bearer');
  const now = Date.parse(signedIn.headers.get('date') ?? '') / 1000;
  const isLater = rest.access_expires_at > now && rest.refresh_expires_at > rest.access_expires_at;
  trial.expect(isLater, 'the times of the tokens', 'the access token expires before the refresh token', rest);
  const me = await trial.ask('GET', '/auth/me', { token: access });
  trial.equal('the account of the token', me.body?.email, email);
  const renewed = await trial.ask('POST', '/auth/refresh', { token: refresh });
  trial.status(renewed, 200, undefined, 'a refresh');
  const old = await trial.ask('GET', '/auth/me', { token: access });
  trial.status(old, 401, 'invalid_api_key', 'an access token after its refresh');
  const { access_token: second, refresh_token: last } = renewed.body ?? {};
  trial.status(await trial.ask('GET', '/auth/me', { token: second }), 200, undefined, 'a refreshed access token');
  const again = await trial.ask('POST', '/auth/refresh', { token: refresh });
  trial.status(again, 401, 'invalid_api_key', 'a refresh token that is used twice');
  const family = await trial.ask('GET', '/auth/me', { token: second });
  trial.status(family, 401, 'invalid_api_key', 'a session whose refresh token was used twice');
  const ended = await trial.ask('POST', '/auth/refresh', { token: last });
  trial.status(ended, 401, 'invalid_api_key', 'the other refresh token of that session');
  const other = (await post(trial, '/auth/login', { email, password })).body ?? {};
  trial.status(await trial.ask('POST', '/auth/logout', { token: other.access_token }), 200, undefined, 'a sign-out');
  const after = await trial.ask('GET', '/auth/me', { token: other.access_token });
  trial.status(after, 401, 'invalid_api_key', 'an access token after the sign-out');
  const late = await trial.ask('POST', '/auth/refresh', { token: other.refresh_token });
  trial.status(late, 401, 'invalid_api_key', 'a refresh token after the sign-out');
}

async function account(trial: Trial, stage: Stage): Promise<void> {
  const user = await stage.user();
  const { organizationId } = await stage.tenant();
  await stage.join(organizationId, user.id, 'member');
  const { token, email } = user;
  const me = (await trial.ask('GET', '/auth/me', { token })).body ?? {};
  trial.equal('the account', [me.id, me.email, me.is_admin], [user.id, email, false]);
  trial.equal(
    'the organizations of the account',
    me.organizations?.map(({ id, role }: JsonObject) => [id, role]),
    [[organizationId, 'member']],
  );
  trial.equal('the default organization', me.default_organization_id, organizationId);
  const renamed = await post(trial, '/auth/me', { name: 'Ada Lovelace' }, token);
  trial.equal('a new name', renamed.body?.name, 'Ada Lovelace');
  const second = await stage.tenant();
  await stage.join(second.organizationId, user.id, 'member');
  const moved = await post(trial, '/auth/me', { default_organization_id: second.organizationId }, token);
  trial.equal('a new default organization', moved.body?.default_organization_id, second.organizationId);
  const later = (await trial.ask('GET', '/auth/me', { token })).body ?? {};
  const stored = [later.name, later.default_organization_id];
  trial.equal('a change of the account is not stored', stored, ['Ada Lovelace', second.organizationId]);
}

async function passwords(trial: Trial, stage: Stage): Promise<void> {
  const { email, password, token } = await stage.user();
  const other = (await post(trial, '/auth/login', { email, password })).body?.access_token;
  const refused = await post(trial, '/auth/me/password', { current_password: password, password: weak }, token);
  trial.status(refused, 422, 'value_error', 'a common password');
  const next = goodPassword();
  const changed = await post(trial, '/auth/me/password', { current_password: password, password: next }, token);
  if (!trial.status(changed, 200, undefined, 'a new password')) return;
  trial.status(await trial.ask('GET', '/auth/me', { token: other }), 401, undefined, 'another session after it');
  trial.status(await post(trial, '/auth/login', { email, password: next }), 200, undefined, 'a sign-in with it');
}

async function resets(trial: Trial, stage: Stage): Promise<void> {
  const { id, email, token: session } = await stage.user();
  const link = async (): Promise<string> => {
    const { body } = await post(trial, `/admin/users/${id}/password_link`, undefined, stage.adminToken);
    return tokenOf(body?.url);
  };
  const [old, token] = [await link(), await link()];
  const confirm = (given: string, password: string): Promise<Answer> =>
    post(trial, '/v1/reset_password/confirm', { token: given, password });
  trial.status(await confirm(old, goodPassword()), 400, 'token_invalid', 'a replaced link');
  trial.status(await confirm(token, weak), 422, 'value_error', 'a common password');
  trial.status(await post(trial, '/v1/reset_password/validate', { token }), 200, undefined, 'a valid link');
  const password = goodPassword();
  trial.status(await confirm(token, password), 200, undefined, 'a new password by a link');
  trial.status(await confirm(token, goodPassword()), 400, 'token_invalid', 'a used link');
  trial.status(await trial.ask('GET', '/auth/me', { token: session }), 401, undefined, 'a session after a reset');
  trial.status(await post(trial, '/auth/login', { email, password }), 200, undefined, 'a sign-in after a reset');
}

async function invitations(trial: Trial, stage: Stage): Promise<void> {
  const { organizationId, key } = await stage.tenant();
  const invite = (email: string): Promise<Answer> =>
    post(trial, '/v1/invitations/link', { email, organization_id: organizationId }, stage.adminToken);
  const validate = (token: string): Promise<Answer> => post(trial, '/v1/invitations/validate', { token });
  const user = await stage.user();
  const [replaced, open] = [await invite(user.email), await invite(user.email)];
  trial.equal('the account of the invited', open.body?.create_account, false);
  trial.status(await validate(tokenOf(replaced.body?.url)), 400, 'token_invalid', 'a replaced invitation');
  const token = tokenOf(open.body?.url);
  trial.equal('the invited address', (await validate(token)).body?.email, user.email);
  const stranger = await stage.user();
  const wrong = await post(trial, '/v1/invitations/accept', { token }, stranger.token);
  trial.status(wrong, 403, 'invitation_email_mismatch', "another user's invitation");
  const accepted = await post(trial, '/v1/invitations/accept', { token }, user.token);
  trial.equal('an accepted invitation', accepted.body, { status: 'ok', organization_id: organizationId });
  const again = await post(trial, '/v1/invitations/accept', { token }, user.token);
  trial.status(again, 400, 'token_invalid', 'a used invitation');
  const member = await trial.ask('GET', `/v1/organization/users/${user.id}`, { token: key });
  trial.equal('the role of an invited user', member.body?.role, 'member');
  const email = newEmail(stage);
  const other = await invite(email);
  trial.equal('the account of a new address', other.body?.create_account, true);
  const rows: JsonObject[] =
    (await trial.ask('GET', `/v1/invitations/${organizationId}`, { token: key })).body?.data ?? [];
  const states = rows.map(({ invited_email: invited, used }) => [invited, used]);
  trial.equal('listed invitations', states, [
    [user.email, true],
    [email, false],
  ]);
  for (const { token: shown } of rows)
    trial.expect(String(shown).length < 30, 'a list shows the token of an invitation', 'a masked token', 'a long one');
  const password = goodPassword();
  const weakOne = await post(trial, '/v1/invitations/register', { token: tokenOf(other.body?.url), password: weak });
  trial.status(weakOne, 422, 'value_error', 'a common password');
  const revoked = await trial.ask('DELETE', `/v1/invitations/${other.body?.id}`, { token: key });
  trial.status(revoked, 200, undefined, 'revoking an invitation');
  const late = await post(trial, '/v1/invitations/register', { token: tokenOf(other.body?.url), password });
  trial.status(late, 400, 'token_invalid', 'a revoked invitation');
}

async function members(trial: Trial, stage: Stage): Promise<void> {
  const { organizationId, key } = await stage.tenant();
  const user = await stage.user();
  await stage.join(organizationId, user.id, 'member');
  const path = `/v1/organization/users/${user.id}`;
  const own = { token: user.token, headers: { 'compat-organization': organizationId } };
  trial.status(await trial.ask('GET', '/v1/organization/projects', own), 200, undefined, 'a member reads projects');
  const create = (): Promise<Answer> => trial.ask('POST', '/v1/organization/projects', { ...own, body: { name: 'M' } });
  trial.status(await create(), 403, 'insufficient_permissions', 'a member creates a project');
  const promoted = await post(trial, path, { role: 'owner' }, key);
  trial.equal('a new role', promoted.body?.role, 'owner');
  trial.equal('a new role is not stored', (await trial.ask('GET', path, { token: key })).body?.role, 'owner');
  trial.status(await create(), 200, undefined, 'an owner creates a project');
  const named = async (email: string): Promise<string[]> => {
    const { body } = await trial.ask('GET', `/v1/organization/users?emails[]=${encodeURIComponent(email)}`, {
      token: key,
    });
    return (body?.data ?? []).map(({ id }: JsonObject) => id);
  };
  trial.equal('the filter emails of members', await named(user.email), [user.id]);
  trial.equal('the filter emails of members', await named(newEmail(stage)), []);
  const me = (await trial.ask('GET', '/auth/me', { token: stage.adminToken })).body?.id;
  const accountable = await trial.ask('DELETE', `/v1/organization/users/${me}`, { token: key });
  trial.status(accountable, 409, 'accountable_owner', 'removing the accountable owner');
  trial.status(await trial.ask('DELETE', path, { token: key }), 200, undefined, 'removing a member');
  trial.status(await trial.ask('GET', path, { token: key }), 404, 'not_found', 'a removed member');
  const gone = await trial.ask('GET', '/v1/organization/projects', own);
  trial.status(gone, 403, 'mismatched_organization', 'a call of a removed member');
}

async function users(trial: Trial, stage: Stage): Promise<void> {
  const user = await stage.user();
  const path = `/admin/users/${user.id}`;
  const token = stage.adminToken;
  const taken = await post(trial, '/admin/users', { email: user.email.toUpperCase() }, token);
  trial.status(taken, 409, 'email_already_exists', 'a taken address');
  trial.equal('a new name', (await post(trial, path, { name: 'Ada' }, token)).body?.name, 'Ada');
  trial.equal('a new name is not stored', (await trial.ask('GET', path, { token })).body?.name, 'Ada');
  for (const [isAdmin, status] of [
    [true, 200],
    [false, 403],
  ] as const) {
    trial.equal('is_admin', (await post(trial, path, { is_admin: isAdmin }, token)).body?.is_admin, isAdmin);
    const asAdmin = await trial.ask('GET', '/admin/users?limit=1', { token: user.token });
    trial.status(asAdmin, status, undefined, isAdmin ? 'a call of a new admin' : 'a call of a former admin');
  }
  const disabled = await post(trial, path, { disabled: true }, token);
  trial.equal('a disabled user', [disabled.body?.disabled, disabled.body?.name], [true, 'Ada']);
  trial.status(await trial.ask('GET', '/auth/me', { token: user.token }), 401, undefined, 'a token of a disabled user');
  const link = await post(trial, `${path}/password_link`, undefined, token);
  trial.status(link, 409, 'user_disabled', 'a password link for a disabled user');
  trial.equal('an enabled user', (await post(trial, path, { disabled: false }, token)).body?.disabled, false);
}

/** By operation. */
export const peopleStates: Record<string, StateCheck> = {
  createLogin: sessions,
  refreshLogin: sessions,
  endLogin: sessions,
  getAccount: account,
  updateAccount: account,
  updateAccountPassword: passwords,
  createPasswordLink: resets,
  validatePasswordReset: resets,
  confirmPasswordReset: resets,
  createInvitationLink: invitations,
  validateInvitation: invitations,
  acceptInvitation: invitations,
  registerAccount: invitations,
  listInvitations: invitations,
  deleteInvitation: invitations,
  listMembers: members,
  getMember: members,
  updateMember: members,
  deleteMember: members,
  createUser: users,
  getUser: users,
  updateUser: users,
};

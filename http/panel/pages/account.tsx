import { forgetAccount } from '../api/account.ts';
import type { AccountContext, Page } from '../api/types.ts';
import { choiceField, hiddenIf, passwordField, textField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { newPasswordHint } from '../forms/password-hint.ts';
import { announce } from '../shell/announce.tsx';
import { badge, facts, moment } from '../shell/format.tsx';
import { heading } from '../shell/heading.tsx';
import { setting } from '../shell/server-settings.ts';
import { sessions } from './account-sessions.tsx';

export const accountPage: Page = {
  scope: 'account',
  path: '/account',
  title: 'Your account',
  shortcut: 'y',
  render: (context) => [
    heading('Your account'),
    facts([
      ['E-mail', <bdi>{context.account.email}</bdi>],
      ['Since', moment(context.account.created_at)],
      ['Role', context.account.is_admin ? badge('admin of the server', 'good') : 'by organization'],
    ]),
    <section class="card">
      <h2>{context.account.organizations.length === 0 ? 'Name' : 'Name and default organization'}</h2>
      {profile(context)}
    </section>,
    mayUsePassword(context) && (
      <section class="card">
        <h2>Password</h2>
        {password(context)}
      </section>
    ),
    <section class="card">
      <h2>Sessions</h2>
      {sessions(context)}
    </section>,
  ],
};

function mayUsePassword({ account }: AccountContext) {
  const passwords = setting('passwords');
  return passwords === 'all' || (passwords === 'admins' && account.is_admin);
}

function profile({ account, api, reload }: AccountContext) {
  const { organizations, default_organization_id: preferred } = account;
  const organization = choiceField({
    name: 'default_organization_id',
    label: 'Default organization',
    hint: 'The panel opens this organization, and requests without an organization header use it.',
    value: preferred ?? undefined,
    choices: [
      // Otherwise the browser would show the first option as selected.
      ...(preferred === null ? [['', 'none'] as [string, string]] : []),
      ...organizations.map(({ id, name }) => [id, name] as [string, string]),
    ],
  });
  return form({
    fields: [
      textField({
        name: 'name',
        label: 'Name',
        value: account.name,
        autocomplete: 'name',
        whenEmpty: account.name === null ? 'leave-out' : 'send',
      }),
      ...(organizations.length === 0 ? [] : [organization]),
    ],
    submit: 'Save',
    edits: true,
    async run(body) {
      await api.post('/auth/me', { body });
      forgetAccount();
      reload();
      announce('Your account is saved.');
    },
  });
}

function password({ account, api, reload }: AccountContext) {
  const email = textField({
    name: 'username',
    label: 'E-mail',
    type: 'email',
    autocomplete: 'username',
    value: account.email,
    readonly: true,
  });
  return form({
    fields: [
      // For password managers, which store the new password under this name.
      { ...email, element: hiddenIf(true, email), fill: () => undefined },
      passwordField({ name: 'current_password', label: 'Current password', autocomplete: 'current-password' }),
      passwordField({ name: 'password', label: 'New password', hint: newPasswordHint, autocomplete: 'new-password' }),
    ],
    submit: 'Change the password',
    async run(body) {
      await api.post('/auth/me/password', {
        body: { current_password: String(body.current_password), password: String(body.password) },
      });
      reload();
      announce('The password was changed. All other sessions were signed out.');
    },
  });
}

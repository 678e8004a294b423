import type { AccountContext, Page, Schemas } from '../api/index.ts';
import { choiceField, emailField, form, hiddenIf, newPasswordField, passwordField, textField } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { badge, card, facts, heading, moment, named, setting, shortMoment, sortedByName } from '../shell/index.ts';

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
    card(
      <h2>{context.account.organizations.length === 0 ? 'Name' : 'Name and default organization'}</h2>,
      profile(context),
    ),
    mayUsePassword(context) && card(<h2>Password</h2>, password(context)),
    card(<h2>Sessions</h2>, sessions(context)),
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
    // Otherwise the browser would show the first option as selected.
    texts: preferred === null ? { '': 'none' } : {},
    choices: sortedByName(organizations).map(({ id, name }) => [id, name]),
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
    run: (body) => api.post('/auth/me', { body }),
    onDone: reload,
    notice: 'Your account is saved.',
  });
}

function password({ account, api, reload }: AccountContext) {
  const email = emailField(account.email);
  return form({
    fields: [
      // For password managers, which store the new password under this name.
      { ...email, element: hiddenIf(true, email), fill: () => undefined },
      passwordField('current_password', 'Current password'),
      newPasswordField('New password'),
    ],
    submit: 'Change the password',
    run: ({ current_password: current, password: next }) =>
      api.post('/auth/me/password', { body: { current_password: String(current), password: String(next) } }),
    onDone: reload,
    notice: 'The password was changed. All other sessions were signed out.',
  });
}

const methods = { password: 'by password', provider: 'by identity provider', operator: 'by the operator’s link' };

function sessions(context: AccountContext) {
  const { api } = context;
  const name = ({ client_name: client }: Schemas['Session']) => client ?? 'Browser or command line';
  return list(context, (query) => api.get('/auth/me/sessions', { query }), {
    of: ['session', 'sessions'],
    isWhole: true,
    name,
    empty: ['No sessions.'],
    columns: {
      Device: (session) => [named(name(session)), session.is_current && badge('this session', 'good')],
      'Signed in': ({ method }) => methods[method],
      Began: (session) => shortMoment(session.created_at),
      Ends: (session) => shortMoment(session.expires_at),
    },
    removal: {
      note: 'A deleted session is signed out within 5 seconds.',
      isRemovable: ({ is_current: isCurrent }) => !isCurrent,
      run: ({ id }) => api.remove('/auth/me/sessions/{session_id}', { params: { session_id: id } }),
    },
  }).element;
}

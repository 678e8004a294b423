// Changes of an account by an admin: it is created, renamed, disabled, or made an admin, or gets a password link.

import type { AccountContext, Schemas } from '../api/index.ts';
import type { RowAction } from '../lists/row-menu.tsx';
import { keyCount, named, showOnce, unverified } from '../shell/index.ts';
import { confirmAction } from './confirm.tsx';
import { textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

type User = Schemas['User'];

/** The questions before a change of the account, by the change's name on the button. */
const questions = {
  'Make admin': {
    title: 'Make an admin?',
    text: ({ email_verified: isVerified }: User) =>
      ` will have access to all organizations, projects and users of the server.${isVerified ? '' : unverified}`,
    action: 'Make an admin',
    dangerous: false,
    body: { is_admin: true },
    told: ' is an admin now.',
  },
  'Remove admin': {
    title: 'Remove admin rights?',
    text: () => ' will no longer manage the server, but keeps the roles in organizations.',
    action: 'Remove admin',
    dangerous: true,
    body: { is_admin: false },
    told: ' is no longer an admin.',
  },
  Enable: {
    title: 'Enable the account?',
    text: () => ' can sign in again, and the API keys of this user work again.',
    action: 'Enable',
    dangerous: false,
    body: { disabled: false },
    told: ' can sign in again.',
  },
  Disable: {
    title: 'Disable the account?',
    text: ({ active_keys: keys }: User) =>
      ` is signed out everywhere, and cannot sign in until the account is enabled again.${keys > 0 ? ` ${keyCount(keys)} that this user created will stop working until then.` : ''}`,
    action: 'Disable',
    dangerous: true,
    body: { disabled: true },
    told: ' is disabled.',
  },
};

/** Returns the actions of an account. */
export function userActions(user: User, context: AccountContext, onDone: () => unknown): (RowAction | false)[] {
  const { api, account } = context;
  const one = { params: { user_id: user.id } };
  const who = <strong>{named(user.email)}</strong>;
  const change = (body: Schemas['UpdateUserRequest']) => api.post('/admin/users/{user_id}', { ...one, body });
  return [
    ['Rename', rename],
    !user.disabled && user.id !== account.id && ['Password link', () => createLink(user, context)],
    user.identities.length > 0 && ['Unlink', unlink],
    asking(user.is_admin ? 'Remove admin' : 'Make admin'),
    asking(user.disabled ? 'Enable' : 'Disable'),
  ];

  function asking(name: keyof typeof questions): RowAction {
    const { text, body, told, ...question } = questions[name];
    const run = () => change(body);
    const ask = () => confirmAction({ ...question, text: [who, text(user)], run, onDone, notice: saying(told) });
    return [name, ask, name === 'Disable' ? 'danger-text' : undefined];
  }

  function saying(told: string) {
    return () => [named(user.name, user.email), told];
  }

  function unlink() {
    confirmAction({
      title: 'Unlink from identity providers?',
      text: [
        who,
        ' is signed out where the session began at a provider, and loses the roles that its groups gave. The next sign-in there may link the account again: disable it to keep the person out.',
      ],
      action: 'Unlink',
      run: () => api.remove('/admin/users/{user_id}/identities', one),
      onDone,
      notice: saying(' is unlinked.'),
    });
  }

  function rename() {
    formDialog('Rename the user', {
      fields: [textField({ name: 'name', label: 'Name', value: user.name })],
      submit: 'Rename',
      edits: true,
      run: ({ name }) => change({ name: String(name) }),
      onDone,
      notice: saying(' was renamed.'),
    });
  }
}

function createLink({ id, email }: User, { api, account }: AccountContext) {
  confirmAction({
    title: 'Create a password link?',
    text: [
      'You get a link with which ',
      <strong>{named(email)}</strong>,
      ' sets a new password. The link works once, for anyone who has it. Setting the password ends all sessions.',
      account.mail_configured && ' A mail tells the user that you created the link.',
    ],
    action: 'Create the link',
    dangerous: false,
    run: () => api.post('/admin/users/{user_id}/password_link', { params: { user_id: id } }),
    onDone: ({ url }) => showOnce(`Password link of ${email}`, url, 'link'),
  });
}

/** Opens a dialog for the e-mail address, creates the user, and shows the link that sets the password. */
export function openUserCreation({ api }: AccountContext, onDone: () => unknown) {
  formDialog('Create a user', {
    lead: <p>You get a link with which the user sets a password. It works once. Send it to the user yourself.</p>,
    fields: [
      textField({ name: 'email', label: 'E-mail', type: 'email' }),
      textField({ name: 'name', label: 'Name', optional: true, whenEmpty: 'leave-out' }),
    ],
    submit: 'Create',
    run: (body) => api.post('/admin/users', { body: body as Schemas['CreateUserRequest'] }),
    onDone: ({ email, password_link: link }) => [onDone(), showOnce(`Password link of ${email}`, link.url, 'link')],
  });
}

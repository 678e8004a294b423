// Changes of an account by an admin: it is created, renamed, disabled, or made an admin, or gets a password link.

import { forgetAccount } from '../api/account.ts';
import type { AccountContext, Child, Schemas } from '../api/types.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { keyCount, named, unverified } from '../shell/format.tsx';
import { button } from '../shell/heading.tsx';
import { confirmAction } from './confirm.tsx';
import { textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

/** A change after a question. */
interface Question {
  /** On the button of the row. */
  label: string;
  title: string;
  text: Child[];
  action: string;
  /** Takes something from the user. */
  dangerous: boolean;
  run: () => Promise<unknown>;
  onDone: () => void;
}

/** Returns the buttons of an account. */
export function userActions(user: Schemas['User'], context: AccountContext, onChange: () => void) {
  const change = (body: Schemas['UpdateUserRequest']) =>
    context.api.post('/admin/users/{user_id}', { params: { user_id: user.id }, body });
  const done = (told: string) => () => {
    forgetAccount();
    onChange();
    announce(named(user.name, user.email), told);
  };
  const who = <strong>{named(user.email)}</strong>;
  const questions = [
    !user.disabled && user.id !== context.account.id && passwordLink(user, context, who),
    user.identities.length > 0 && {
      label: 'Unlink',
      title: 'Unlink from identity providers?',
      text: [
        who,
        ' is signed out where the session began at a provider, and loses the roles that its groups gave. The next sign-in there may link the account again: disable it to keep the person out.',
      ],
      action: 'Unlink',
      dangerous: true,
      run: () => context.api.remove('/admin/users/{user_id}/identities', { params: { user_id: user.id } }),
      onDone: done(' is unlinked.'),
    },
    adminQuestion(user, who, (is_admin) => change({ is_admin }), done),
    disablingQuestion(user, who, (disabled) => change({ disabled }), done),
  ];
  return [
    button('Rename', () => openRenaming(user, change, done(' was renamed.')), undefined, `Rename: ${user.email}`),
    ...questions.map((question) => question && questionButton(question, user)),
  ];
}

function questionButton({ label, ...question }: Question, { email }: Schemas['User']) {
  const kind = label === 'Disable' ? 'danger-text' : undefined;
  return button(label, () => confirmAction(question), kind, `${label}: ${email}`);
}

function passwordLink({ id, email }: Schemas['User'], { api, account }: AccountContext, who: Child): Question {
  let url = '';
  return {
    label: 'Password link',
    title: 'Create a password link?',
    text: [
      'You get a link with which ',
      who,
      ' sets a new password. The link works once, for anyone who has it. Setting the password ends all sessions.',
      account.mail_configured && ' A mail tells the user that you created the link.',
    ],
    action: 'Create the link',
    dangerous: false,
    async run() {
      url = (await api.post('/admin/users/{user_id}/password_link', { params: { user_id: id } })).url;
    },
    onDone: () => showOnce(`Password link of ${email}`, url, 'link'),
  };
}

type Change = (value: boolean) => Promise<unknown>;
type Done = (told: string) => () => void;

function adminQuestion(user: Schemas['User'], who: Child, change: Change, done: Done): Question {
  return user.is_admin
    ? {
        label: 'Remove admin',
        title: 'Remove admin rights?',
        text: [who, ' will no longer manage the server, but keeps the roles in organizations.'],
        action: 'Remove admin',
        dangerous: true,
        run: () => change(false),
        onDone: done(' is no longer an admin.'),
      }
    : {
        label: 'Make admin',
        title: 'Make an admin?',
        text: [
          who,
          ' will have access to all organizations, projects and users of the server.',
          !user.email_verified && unverified,
        ],
        action: 'Make an admin',
        dangerous: false,
        run: () => change(true),
        onDone: done(' is an admin now.'),
      };
}

function disablingQuestion(
  { disabled, active_keys: keys }: Schemas['User'],
  who: Child,
  change: Change,
  done: Done,
): Question {
  return disabled
    ? {
        label: 'Enable',
        title: 'Enable the account?',
        text: [who, ' can sign in again, and the API keys of this user work again.'],
        action: 'Enable',
        dangerous: false,
        run: () => change(false),
        onDone: done(' can sign in again.'),
      }
    : {
        label: 'Disable',
        title: 'Disable the account?',
        text: [
          who,
          ' is signed out everywhere, and cannot sign in until the account is enabled again.',
          keys > 0 && ` ${keyCount(keys)} that this user created will stop working until then.`,
        ],
        action: 'Disable',
        dangerous: true,
        run: () => change(true),
        onDone: done(' is disabled.'),
      };
}

/** Opens a dialog for the e-mail address, creates the user, and shows the link that sets the password. */
export function openUserCreation({ api }: AccountContext, onDone: () => void) {
  formDialog('Create a user', {
    lead: <p>You get a link with which the user sets a password. It works once. Send it to the user yourself.</p>,
    fields: [
      textField({ name: 'email', label: 'E-mail', type: 'email' }),
      textField({ name: 'name', label: 'Name', optional: true, whenEmpty: 'leave-out' }),
    ],
    submit: 'Create',
    run: (body) => api.post('/admin/users', { body: body as Schemas['CreateUserRequest'] }),
    onDone({ email, password_link: link }) {
      onDone();
      showOnce(`Password link of ${email}`, link.url, 'link');
    },
  });
}

function openRenaming(
  user: Schemas['User'],
  change: (body: Schemas['UpdateUserRequest']) => Promise<unknown>,
  onDone: () => void,
) {
  formDialog('Rename the user', {
    fields: [textField({ name: 'name', label: 'Name', value: user.name })],
    submit: 'Rename',
    edits: true,
    run: ({ name }) => change({ name: String(name) }),
    onDone,
  });
}

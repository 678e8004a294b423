// Changes of an account by an admin: it is created, renamed, disabled, or made an admin, or gets a password link.

import { forgetAccount } from '../api/account.ts';
import type { AccountContext, Schemas } from '../api/types.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { keyCount, named, unverified } from '../shell/format.tsx';
import { confirmAction } from './confirm.tsx';
import { openDialog } from './dialog.tsx';
import { textField } from './fields.tsx';
import { form } from './form.tsx';

/** Returns the buttons of an account. */
export function userActions(user: Schemas['User'], context: AccountContext, onChange: () => void) {
  const change = (body: Schemas['UpdateUserRequest']) =>
    context.api.post('/admin/users/{user_id}', { params: { user_id: user.id }, body });
  const done = (told: string) => () => {
    forgetAccount();
    onChange();
    announce(named(user.name, user.email), told);
  };
  const button = (text: string, click: () => void, dangerous = false) => (
    <button
      type="button"
      class={dangerous ? 'danger-text' : undefined}
      aria-label={`${text}: ${user.email}`}
      onClick={click}
    >
      {text}
    </button>
  );
  const who = <strong>{named(user.email)}</strong>;
  const keys = user.active_keys;
  return [
    button('Rename', () => openRenaming(user, change, done(' was renamed.'))),
    !user.disabled &&
      user.id !== context.account.id &&
      button('Password link', () => {
        let url = '';
        confirmAction({
          title: 'Create a password link?',
          dangerous: false,
          text: [
            'You get a link with which ',
            who,
            ' sets a new password. The link works once, for anyone who has it. Setting the password ends all sessions.',
            context.account.mail_configured && ' A mail tells the user that you created the link.',
          ],
          action: 'Create the link',
          run: async () => {
            const path = '/admin/users/{user_id}/password_link';
            url = (await context.api.post(path, { params: { user_id: user.id } })).url;
          },
          onDone: () => showOnce(`Password link of ${user.email}`, url, 'link'),
        });
      }),
    user.identities.length > 0 &&
      button('Unlink', () =>
        confirmAction({
          title: 'Unlink from identity providers?',
          text: [
            who,
            ' is signed out where the session began at a provider, and loses the roles that its groups gave. The next sign-in there may link the account again: disable it to keep the person out.',
          ],
          action: 'Unlink',
          run: () => context.api.remove('/admin/users/{user_id}/identities', { params: { user_id: user.id } }),
          onDone: done(' is unlinked.'),
        }),
      ),
    user.is_admin
      ? button('Remove admin', () =>
          confirmAction({
            title: 'Remove admin rights?',
            text: [who, ' will no longer manage the server, but keeps the roles in organizations.'],
            action: 'Remove admin',
            run: () => change({ is_admin: false }),
            onDone: done(' is no longer an admin.'),
          }),
        )
      : button('Make admin', () =>
          confirmAction({
            title: 'Make an admin?',
            dangerous: false,
            text: [
              who,
              ' will have access to all organizations, projects and users of the server.',
              !user.email_verified && unverified,
            ],
            action: 'Make an admin',
            run: () => change({ is_admin: true }),
            onDone: done(' is an admin now.'),
          }),
        ),
    user.disabled
      ? button('Enable', () =>
          confirmAction({
            title: 'Enable the account?',
            dangerous: false,
            text: [who, ' can sign in again, and the API keys of this user work again.'],
            action: 'Enable',
            run: () => change({ disabled: false }),
            onDone: done(' can sign in again.'),
          }),
        )
      : button(
          'Disable',
          () =>
            confirmAction({
              title: 'Disable the account?',
              text: [
                who,
                ' is signed out everywhere, and cannot sign in until the account is enabled again.',
                keys > 0 && ` ${keyCount(keys)} that this user created will stop working until then.`,
              ],
              action: 'Disable',
              run: () => change({ disabled: true }),
              onDone: done(' is disabled.'),
            }),
          true,
        ),
  ];
}

/** Opens a dialog for the e-mail address, creates the user, and shows the link that sets the password. */
export function openUserCreation({ api }: AccountContext, onDone: () => void) {
  openDialog('Create a user', (close) => [
    <p>You get a link with which the user sets a password. It works once. Send it to the user yourself.</p>,
    form({
      fields: [
        textField({ name: 'email', label: 'E-mail', type: 'email' }),
        textField({ name: 'name', label: 'Name', optional: true, whenEmpty: 'leave-out' }),
      ],
      submit: 'Create',
      cancel: close,
      async run(body) {
        const { email, password_link: link } = await api.post('/admin/users', {
          body: body as Schemas['CreateUserRequest'],
        });
        close();
        onDone();
        showOnce(`Password link of ${email}`, link.url, 'link');
      },
    }),
  ]);
}

function openRenaming(
  user: Schemas['User'],
  change: (body: Schemas['UpdateUserRequest']) => Promise<unknown>,
  onDone: () => void,
) {
  openDialog('Rename the user', (close) =>
    form({
      fields: [textField({ name: 'name', label: 'Name', value: user.name })],
      submit: 'Rename',
      edits: true,
      cancel: close,
      async run({ name }) {
        await change({ name: String(name) });
        close();
        onDone();
      },
    }),
  );
}

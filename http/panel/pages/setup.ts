// The page of the set-up address: it makes the first admin of a server.

import { forgetAccount } from '../api/account.ts';
import { keepLinkToken, linkToken } from '../api/link-token.ts';
import { setUp } from '../api/session.ts';
import { passwordField, textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { newPasswordHint } from '../forms/password-hint.ts';
import { visit } from '../shell/address.ts';
import { h } from '../shell/dom.ts';
import { code } from '../shell/format.ts';
import { startPath } from './start.ts';

export const setupPage: import('../api/types.ts').Page = {
  scope: 'public',
  path: '/panel/setup',
  title: 'Set up this server',
  render() {
    const token = linkToken();
    if (token === undefined)
      return h('div', { class: 'narrow' }, h('h1', {}, 'Open the set-up address again'), whereAddressIs());
    const email = textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' });
    email.input.setAttribute('data-focus', '');
    return h(
      'div',
      { class: 'narrow' },
      h('p', { class: 'soft small' }, 'Step 1 of 3'),
      h('h1', {}, 'Set up this server'),
      h('p', {}, 'Make the account of its first admin. You sign in with it.'),
      form({
        fields: [
          email,
          textField({
            name: 'name',
            label: 'Your name',
            autocomplete: 'name',
            optional: true,
            whenEmpty: 'leave-out',
          }),
          passwordField({ name: 'password', label: 'Password', hint: newPasswordHint, autocomplete: 'new-password' }),
        ],
        submit: 'Create the admin',
        async run(body) {
          await setUp({ ...body, token });
          keepLinkToken(undefined);
          forgetAccount();
          visit(startPath);
        },
      }),
    );
  },
};

/** Returns where the set-up address of a server without an account is. */
export function whereAddressIs() {
  return [
    h(
      'p',
      {},
      'Each start of a server without an account makes a set-up address. The server prints it on its terminal. Without a terminal it is in the file ',
      code('setup-address'),
      ' in the data folder (',
      code('SVC_DATA_DIR'),
      ').',
    ),
    h('p', {}, 'Or run ', code('svc quickstart'), ' on the server’s machine.'),
  ];
}

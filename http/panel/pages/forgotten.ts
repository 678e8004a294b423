import { publicApi } from '../api/api.ts';
import type { Page } from '../api/types.ts';
import { textField } from '../forms/fields.ts';
import { form } from '../forms/form.ts';
import { href } from '../shell/address.ts';
import { fill, h } from '../shell/dom.ts';
import { setting } from '../shell/server-settings.ts';

export const forgottenPage: Page = {
  scope: 'public',
  path: '/forgotten',
  title: 'Reset your password',
  render() {
    if (!sendsMail()) return h('div', { class: 'narrow' }, noMail());
    const email = textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' });
    email.input.setAttribute('data-focus', '');
    const page = h(
      'div',
      { class: 'narrow' },
      h('h1', {}, 'Reset your password'),
      h('p', {}, 'Enter your e-mail address to get a mail with a reset link.'),
      form({
        fields: [email],
        submit: 'Send reset link',
        beside: [h('a', { href: href('/') }, 'Back to sign in')],
        async run(body) {
          const address = String(body.email).trim();
          await publicApi.post('/v1/reset_password', { body: { email: address } });
          fill(page, sent(address));
          page.querySelector('h1')?.focus();
        },
      }),
    );
    return page;
  },
};

function noMail() {
  return [
    h('h1', {}, 'Reset your password'),
    h('p', {}, 'This server cannot send mail. Ask its operator for a link to set a new password.'),
    h(
      'p',
      {},
      'The operator creates the link with ',
      h('code', {}, 'svc server password-reset --link'),
      ' and does not see the password that you choose.',
    ),
    h('p', {}, h('a', { href: href('/') }, 'Back to sign in')),
  ];
}

function sendsMail() {
  return setting('sends-mail') === 'yes';
}

function sent(address: string) {
  return [
    h('h1', { tabindex: -1 }, 'Check your mail'),
    h(
      'p',
      {},
      'If an account with ',
      h('bdi', {}, h('strong', {}, address)),
      ' exists, the server sent a link to it. The link works once and expires after an hour.',
    ),
    h(
      'p',
      {},
      'No mail? Check the spam folder, or ',
      h('a', { href: href('/forgotten'), click: () => location.reload() }, 'request another'),
      '.',
    ),
    h('p', {}, h('a', { href: href('/') }, 'Back to sign in')),
  ];
}

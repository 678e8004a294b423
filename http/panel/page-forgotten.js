import { href } from './address.js';
import { publicApi } from './api.js';
import { fill, h } from './dom.js';
import { textField } from './fields.js';
import { form } from './form.js';

/** @type {import('./types.ts').Page} */
export const forgottenPage = {
  scope: 'public',
  path: '/forgotten',
  title: 'Forgotten password',
  render() {
    if (!sendsMail()) return h('div', { class: 'narrow' }, noMail());
    const email = textField({ name: 'email', label: 'E-mail', type: 'email', autocomplete: 'username' });
    email.input.setAttribute('data-focus', '');
    const page = h(
      'div',
      { class: 'narrow' },
      h('h1', {}, 'Forgotten password'),
      h('p', {}, 'You get a mail with a link that sets a new password.'),
      form({
        fields: [email],
        submit: 'Send the link',
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
    h('h1', {}, 'Forgotten password'),
    h('p', {}, 'This server sends no mail. Ask whoever runs it for a link that sets a new password.'),
    h(
      'p',
      {},
      'They make one with ',
      h('code', {}, 'svc server password-reset --link'),
      ', and learn nothing of the password that you choose.',
    ),
    h('p', {}, h('a', { href: href('/') }, 'Back to sign in')),
  ];
}

function sendsMail() {
  return document.querySelector('meta[name=sends-mail]')?.getAttribute('content') === 'yes';
}

/** @param {string} address */
function sent(address) {
  return [
    h('h1', { tabindex: -1 }, 'Look into your mail'),
    h(
      'p',
      {},
      'If there is an account with ',
      h('bdi', {}, h('strong', {}, address)),
      ', a link is on its way to it. It works once, for an hour at most.',
    ),
    h(
      'p',
      {},
      'Nothing there? Look into the spam folder, or ',
      h('a', { href: href('/forgotten'), click: () => location.reload() }, 'ask again'),
      '.',
    ),
    h('p', {}, h('a', { href: href('/') }, 'Back to sign in')),
  ];
}

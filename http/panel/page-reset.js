import { href, visit } from './address.js';
import { announce } from './announce.js';
import { publicApi } from './api.js';
import { deadLink, unlessDead } from './dead-link.js';
import { h } from './dom.js';
import { passwordField, textField } from './fields.js';
import { form } from './form.js';
import { keepLinkToken, linkToken } from './link-token.js';
import { newPasswordHint } from './password-hint.js';
import { forgetSession } from './session.js';

/** @type {import('./types.ts').Page} */
export const resetPage = {
  scope: 'public',
  path: '/panel/reset',
  title: 'New password',
  async render() {
    const token = linkToken();
    const ask = h('a', { href: href('/forgotten') }, 'Request a new link');
    if (token === undefined) return deadLink('reload', ask);
    const reset = await publicApi.post('/v1/reset_password/validate', { body: { token } }).catch(unlessDead);
    if (reset === undefined) return deadLink('dead', ask);
    const password = passwordField({
      name: 'password',
      label: 'New password',
      hint: newPasswordHint,
      autocomplete: 'new-password',
    });
    password.element.querySelector('input')?.setAttribute('data-focus', '');
    return h(
      'div',
      { class: 'narrow' },
      h('h1', {}, 'New password'),
      form({
        fields: [
          // For password managers, which store the new password under this name.
          textField({
            name: 'email',
            label: 'E-mail',
            type: 'email',
            autocomplete: 'username',
            value: reset.email,
            readonly: true,
          }),
          password,
        ],
        submit: 'Set the password',
        async run(body) {
          await publicApi.post('/v1/reset_password/confirm', { body: { token, password: String(body.password) } });
          keepLinkToken(undefined);
          // The reset has ended every session of the account, including the one of this browser.
          forgetSession();
          visit('/');
          announce('The new password is set. All sessions of the account were signed out.');
        },
      }),
    );
  },
};

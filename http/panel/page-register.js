// The page of an invitation link for a person without an account.

import { enter } from './account.js';
import { href, visit } from './address.js';
import { announce } from './announce.js';
import { publicApi } from './api.js';
import { deadLink, unlessDead } from './dead-link.js';
import { h } from './dom.js';
import { passwordField, textField } from './fields.js';
import { form } from './form.js';
import { named } from './format.js';
import { keepLinkToken, linkToken } from './link-token.js';
import { newPasswordHint } from './password-hint.js';
import { exchange } from './wire.js';

/** @type {import('./types.ts').Page} */
export const registerPage = {
  scope: 'public',
  path: '/panel/register',
  title: 'Create your account',
  async render() {
    const token = linkToken();
    const ask = 'Ask the person who invited you for a new invitation.';
    if (token === undefined) return deadLink('reload', ask);
    const offer = await publicApi.post('/v1/invitations/validate', { body: { token } }).catch(unlessDead);
    if (offer === undefined) return deadLink('dead', ask);
    const name = textField({
      name: 'name',
      label: 'Your name',
      autocomplete: 'name',
      optional: true,
      whenEmpty: 'leave-out',
    });
    name.input.setAttribute('data-focus', '');
    return h(
      'div',
      { class: 'narrow' },
      h('h1', {}, 'Create your account'),
      h('p', {}, 'You are invited to the organization ', h('strong', {}, named(offer.organization_name)), '.'),
      form({
        fields: [
          textField({
            name: 'email',
            label: 'E-mail',
            type: 'email',
            autocomplete: 'username',
            value: offer.email,
            readonly: true,
          }),
          name,
          passwordField({ name: 'password', label: 'Password', hint: newPasswordHint, autocomplete: 'new-password' }),
        ],
        submit: 'Create the account',
        async run({ email: _, ...body }) {
          const password = String(body.password);
          const tokens = await publicApi.post('/v1/invitations/register', { body: { ...body, token, password } });
          keepLinkToken(undefined);
          // The response contains tokens for a program. A browser needs a cookie session, so the page ends that session
          // and starts one with a cookie.
          await exchange('POST', '/auth/logout', { token: tokens.access_token });
          await enter(offer.email, password);
          visit('/');
          announce('Your account was created, and you are a member of ', named(offer.organization_name), '.');
        },
        beside: [h('a', { href: href('/') }, 'I have an account')],
      }),
    );
  },
};

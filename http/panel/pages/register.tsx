// The page of an invitation link for a person without an account.

import { enter } from '../api/account.ts';
import { publicApi } from '../api/api.ts';
import { keepLinkToken, linkToken } from '../api/link-token.ts';
import type { Page } from '../api/types.ts';
import { exchange } from '../api/wire.ts';
import { passwordField, textField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { newPasswordHint } from '../forms/password-hint.ts';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { deadLink, unlessDead } from '../shell/dead-link.tsx';
import { named } from '../shell/format.tsx';
import { setting } from '../shell/server-settings.ts';
import { invitation } from './invitation.tsx';

export const registerPage: Page = {
  scope: 'public',
  path: '/panel/register',
  title: 'Create your account',
  async render({ reload }) {
    // A new person has no password then. The account comes with the first sign-in at a provider.
    if (setting('passwords') !== 'all') return invitation(reload);
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
      isFirst: true,
    });
    return (
      <div class="narrow">
        <h1>Create your account</h1>
        <p>
          You are invited to the organization <strong>{named(offer.organization_name)}</strong>.
        </p>
        {form({
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
          beside: [<a href={href('/')}>I have an account</a>],
        })}
      </div>
    );
  },
};

import { publicApi } from '../api/api.ts';
import { keepLinkToken, linkToken } from '../api/link-token.ts';
import { forgetSession } from '../api/session.ts';
import type { Page } from '../api/types.ts';
import { passwordField, textField } from '../forms/fields.tsx';
import { form } from '../forms/form.tsx';
import { newPasswordHint } from '../forms/password-hint.ts';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { deadLink, unlessDead } from '../shell/dead-link.tsx';
import { setting } from '../shell/server-settings.ts';
import { passwordsOff } from './providers.tsx';

export const resetPage: Page = {
  scope: 'public',
  path: '/panel/reset',
  title: 'New password',
  async render() {
    if (setting('passwords') === 'none') return passwordsOff();
    const token = linkToken();
    const ask = <a href={href('/forgotten')}>Request a new link</a>;
    if (token === undefined) return deadLink('reload', ask);
    const reset = await publicApi.post('/v1/reset_password/validate', { body: { token } }).catch(unlessDead);
    if (reset === undefined) return deadLink('dead', ask);
    const password = passwordField({
      name: 'password',
      label: 'New password',
      hint: newPasswordHint,
      autocomplete: 'new-password',
      isFirst: true,
    });
    return (
      <div class="narrow">
        <h1>New password</h1>
        {form({
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
        })}
      </div>
    );
  },
};

import { publicApi } from '../api/api.ts';
import { keepLinkToken } from '../api/link-token.ts';
import { forgetSession } from '../api/session.ts';
import type { Page } from '../api/types.ts';
import { emailField, newPasswordField } from '../forms/account-fields.ts';
import { form } from '../forms/form.tsx';
import { href, visit } from '../shell/address.ts';
import { linkPage } from '../shell/dead-link.tsx';
import { narrow } from '../shell/heading.tsx';
import { setting } from '../shell/server-settings.ts';
import { passwordsOff } from './providers.tsx';

export const resetPage: Page = {
  scope: 'public',
  path: '/panel/reset',
  title: 'New password',
  render() {
    if (setting('passwords') === 'none') return passwordsOff();
    const validate = (token: string) => publicApi.post('/v1/reset_password/validate', { body: { token } });
    return linkPage(<a href={href('/forgotten')}>Request a new link</a>, validate, (token, { email }) =>
      narrow(
        'New password',
        form({
          fields: [emailField(email), newPasswordField('New password', true)],
          submit: 'Set the password',
          run: ({ password }) =>
            publicApi.post('/v1/reset_password/confirm', { body: { token, password: String(password) } }),
          onDone() {
            keepLinkToken(undefined);
            // The reset has ended every session of the account, including the one of this browser.
            forgetSession();
            visit('/');
          },
          notice: 'The new password is set. All sessions of the account were signed out.',
        }),
      ),
    );
  },
};

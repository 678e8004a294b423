import { forgetSession, keepLinkToken, type Page, publicApi } from '../api/index.ts';
import { emailField, form, newPasswordField } from '../forms/index.ts';
import { href, linkPage, narrow, setting, visit } from '../shell/index.ts';
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

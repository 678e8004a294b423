// The page of the set-up address: it makes the first admin of a server.

import { keepLinkToken, linkToken, type Page, setUp } from '../api/index.ts';
import { emailField, form, newPasswordField, personNameField } from '../forms/index.ts';
import { code, narrow, visit } from '../shell/index.ts';
import { startPath } from './start.tsx';

export const setupPage: Page = {
  scope: 'public',
  path: '/panel/setup',
  title: 'Set up this server',
  render() {
    const token = linkToken();
    if (token === undefined) return narrow('Open the set-up address again', whereAddressIs());
    return (
      <div class="narrow">
        <p class="soft small">Step 1 of 3</p>
        <h1>Set up this server</h1>
        <p>Make the account of its first admin. You sign in with it.</p>
        {form({
          fields: [emailField(), personNameField(), newPasswordField('Password')],
          submit: 'Create the admin',
          run: (body) => setUp({ ...body, token }),
          onDone: () => [keepLinkToken(undefined), visit(startPath)],
        })}
      </div>
    );
  },
};

/** Returns where the set-up address of a server without an account is. */
export function whereAddressIs() {
  return [
    <p>
      Each start of a server without an account makes a set-up address. The server prints it on its terminal. Without a
      terminal it is in the file {code('setup-address')} in the data folder ({code('SVC_DATA_DIR')}).
    </p>,
    <p>Or run {code('svc quickstart')} on the server’s machine.</p>,
  ];
}

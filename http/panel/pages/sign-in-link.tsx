// The page of a sign-in link, which the operator of the server makes.

import { keepLinkToken, linkToken, type Page, signInByLink } from '../api/index.ts';
import { form } from '../forms/index.ts';
import { code, deadLink, narrow, visit } from '../shell/index.ts';

export const signInLinkPage: Page = {
  scope: 'public',
  path: '/panel/sign-in',
  title: 'Sign in',
  render() {
    const token = linkToken();
    if (token === undefined)
      return deadLink('reload', <>Or make another one: {code('svc server sign-in-link')} on the server’s machine.</>);
    return narrow(
      'Sign in',
      <p>The operator of this server made this link for you. It works once.</p>,
      form({
        fields: [],
        submit: 'Sign in',
        run: () => signInByLink(token),
        onDone: () => [keepLinkToken(undefined), visit('/')],
      }),
    );
  },
};

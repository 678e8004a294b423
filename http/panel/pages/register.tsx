// The page of an invitation link for a person without an account.

import { exchange, keepLinkToken, type Page, publicApi, type Schemas, signIn } from '../api/index.ts';
import { emailField, form, newPasswordField, personNameField } from '../forms/index.ts';
import { href, named, narrow, setting, visit } from '../shell/index.ts';
import { invitation, invitationPageOf } from './invitation.tsx';

export const registerPage: Page = {
  scope: 'public',
  path: '/panel/register',
  title: 'Create your account',
  // A new person has no password then. The account comes with the first sign-in at a provider.
  render: ({ reload }) => (setting('passwords') === 'all' ? invitationPageOf(registration) : invitation(reload)),
};

function registration(token: string, { email, organization_name: name }: Schemas['InvitationOffer']) {
  return narrow(
    'Create your account',
    <p>
      You are invited to the organization <strong>{named(name)}</strong>.
    </p>,
    form({
      fields: [emailField(email), personNameField(true), newPasswordField('Password')],
      submit: 'Create the account',
      async run({ email: _, ...body }) {
        const password = String(body.password);
        const tokens = await publicApi.post('/v1/invitations/register', { body: { ...body, token, password } });
        keepLinkToken(undefined);
        // The response contains tokens for a program. A browser needs a cookie session, so the page ends that session
        // and starts one with a cookie.
        await exchange('POST', '/auth/logout', { token: tokens.access_token });
        await signIn(email, password);
      },
      onDone: () => visit('/'),
      notice: () => ['Your account was created, and you are a member of ', named(name), '.'],
      beside: [<a href={href('/')}>I have an account</a>],
    }),
  );
}

// The page of an invitation link for a user with an account: sign in as the invited user, and accept.

import {
  account,
  apiOf,
  type Child,
  isSignedIn,
  keepLinkToken,
  type Page,
  publicApi,
  type Schemas,
  signOut,
} from '../api/index.ts';
import { form } from '../forms/index.ts';
import { href, linkPage, named, narrow, visit } from '../shell/index.ts';
import { hasProviders } from './providers.tsx';
import { signInForm } from './sign-in.tsx';

export const invitationPage: Page = {
  scope: 'public',
  path: '/panel/invitation',
  title: 'Invitation',
  render: ({ reload }) => invitation(reload),
};

type Offer = Schemas['InvitationOffer'];

/** Returns a page of the opened link of an invitation. */
export function invitationPageOf(page: (token: string, offer: Offer) => Promise<Child | Child[]> | Child | Child[]) {
  const validate = (token: string) => publicApi.post('/v1/invitations/validate', { body: { token } });
  return linkPage('Ask the person who invited you for a new invitation.', validate, page);
}

/** Returns the page of the opened link: the sign-in, or the acceptance by the person who is signed in. */
export function invitation(reload: () => void) {
  return invitationPageOf((token, offer) => answer(token, offer, reload));
}

async function answer(token: string, offer: Offer, reload: () => void): Promise<Child | Child[]> {
  const text = (
    <p>
      You are invited to the organization <strong>{named(offer.organization_name)}</strong>, as <bdi>{offer.email}</bdi>
      .
    </p>
  );
  if (!isSignedIn()) {
    // The token of the link is only in memory, which does not survive the way to the provider.
    const hint = hasProviders() && (
      <p>If you sign in by an identity provider, open the link of the invitation again afterwards.</p>
    );
    const invited = (
      <div class="narrow">
        {text}
        {hint}
      </div>
    );
    return [invited, signInForm(reload, { email: offer.email })];
  }
  const { email } = await account();
  const isInvited = email.toLowerCase() === offer.email.toLowerCase();
  const next = isInvited ? accept(token, offer.organization_name) : otherPerson(email, offer.email, reload);
  return narrow('Invitation', text, next);
}

function accept(token: string, name: string) {
  return form({
    fields: [],
    submit: 'Accept the invitation',
    beside: [<a href={href('/')}>Not now</a>],
    run: () => apiOf({}).post('/v1/invitations/accept', { body: { token } }),
    onDone: ({ organization_id: id }) => [keepLinkToken(undefined), visit(`/o/${id}`)],
    notice: () => ['You are a member of ', named(name), ' now.'],
  });
}

function otherPerson(mine: string, invited: string, reload: () => void) {
  return form({
    fields: [],
    layout: [
      <p class="banner warn">
        You are signed in as <bdi>{mine}</bdi>. Sign in as <bdi>{invited}</bdi> to accept.
      </p>,
    ],
    submit: 'Sign out and continue',
    run: signOut,
    onDone: reload,
  });
}

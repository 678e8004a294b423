// The page of an invitation link for a user with an account: sign in as the invited user, and accept.

import { account, forgetAccount } from '../api/account.ts';
import { apiOf, publicApi } from '../api/api.ts';
import { keepLinkToken, linkToken } from '../api/link-token.ts';
import { isSignedIn, signOut } from '../api/session.ts';
import { form } from '../forms/form.ts';
import { href, visit } from '../shell/address.ts';
import { announce } from '../shell/announce.ts';
import { deadLink, unlessDead } from '../shell/dead-link.ts';
import { h } from '../shell/dom.ts';
import { named } from '../shell/format.ts';
import { signInForm } from './sign-in.ts';

export const invitationPage: import('../api/types.ts').Page = {
  scope: 'public',
  path: '/panel/invitation',
  title: 'Invitation',
  async render({ reload }) {
    const token = linkToken();
    const ask = 'Ask the person who invited you for a new invitation.';
    if (token === undefined) return deadLink('reload', ask);
    const offer = await publicApi.post('/v1/invitations/validate', { body: { token } }).catch(unlessDead);
    if (offer === undefined) return deadLink('dead', ask);
    const text = h(
      'p',
      {},
      'You are invited to the organization ',
      h('strong', {}, named(offer.organization_name)),
      ', as ',
      h('bdi', {}, offer.email),
      '.',
    );
    if (!isSignedIn()) return [h('div', { class: 'narrow' }, text), signInForm(reload, { email: offer.email })];
    const { email } = await account();
    const isInvited = email.toLowerCase() === offer.email.toLowerCase();
    return h(
      'div',
      { class: 'narrow' },
      h('h1', {}, 'Invitation'),
      text,
      isInvited ? accept(token, offer.organization_name) : otherPerson(email, offer.email, reload),
    );
  },
};

function accept(token: string, name: string) {
  return form({
    fields: [],
    submit: 'Accept the invitation',
    beside: [h('a', { href: href('/') }, 'Not now')],
    async run() {
      const { organization_id: id } = await apiOf({}).post('/v1/invitations/accept', { body: { token } });
      keepLinkToken(undefined);
      forgetAccount();
      visit(`/o/${id}`);
      announce('You are a member of ', named(name), ' now.');
    },
  });
}

function otherPerson(mine: string, invited: string, reload: () => void) {
  return form({
    fields: [],
    layout: [
      h(
        'p',
        { class: 'banner warn' },
        'You are signed in as ',
        h('bdi', {}, mine),
        '. Sign in as ',
        h('bdi', {}, invited),
        ' to accept.',
      ),
    ],
    submit: 'Sign out and continue',
    async run() {
      await signOut();
      reload();
    },
  });
}

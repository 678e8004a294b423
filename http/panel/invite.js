/** @import { OrganizationContext } from './types.ts' */

import { announce } from './announce.js';
import { showOnce } from './copy.js';
import { openDialog } from './dialog.js';
import { h } from './dom.js';
import { choiceField, textField } from './fields.js';
import { form } from './form.js';
import { named } from './format.js';

/**
 * Asks for an address, and invites it: by mail, or by a link to hand over. Without a mail server there is only the link.
 * @param {OrganizationContext} context
 * @param {() => void} onDone
 */
export function openInvitation(context, onDone) {
  const { api, organization, account } = context;
  const email = textField({ name: 'email', label: 'E-mail', type: 'email' });
  const way = choiceField({
    name: 'way',
    label: 'How they get the link',
    choices: [
      ['mail', 'The server mails it'],
      ['link', 'I hand it over myself'],
    ],
  });
  openDialog('Invite somebody', (close) => [
    h('p', {}, 'They join ', h('strong', {}, named(organization.name)), ' as a member by a link, which works once.'),
    !account.mail_configured &&
      h('p', { class: 'banner' }, 'This server has no mail server: you get the link, and hand it over yourself.'),
    form({
      fields: account.mail_configured ? [email, way] : [email],
      submit: 'Invite',
      cancel: close,
      async run(given) {
        const address = String(given.email).trim();
        const byMail = account.mail_configured && given.way === 'mail';
        const body = { email: address, organization_id: organization.id };
        const link = byMail ? undefined : await api.post('/v1/invitations/link', { body });
        if (byMail) await api.post('/v1/invitations/create', { body });
        close();
        onDone();
        if (link === undefined) announce('An invitation is on its way to ', named(address), '.');
        else showOnce(`Invitation of ${address}`, link.url, 'link');
      },
    }),
  ]);
}

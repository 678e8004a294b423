import type { OrganizationContext } from '../api/types.ts';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { named } from '../shell/format.tsx';
import { openDialog } from './dialog.tsx';
import { choiceField, textField } from './fields.tsx';
import { form } from './form.tsx';

/**
 * Opens a dialog for the e-mail address and sends an invitation by mail, or shows its link. Without a mail server only
 * the link is possible.
 */
export function openInvitation(context: OrganizationContext, onDone: () => void) {
  const { api, organization, account } = context;
  const email = textField({ name: 'email', label: 'E-mail', type: 'email' });
  const role = choiceField({
    name: 'role',
    label: 'Role',
    choices: [
      ['member', 'member: works in projects'],
      ['owner', 'owner: manages the organization, too'],
    ],
  });
  const way = choiceField({
    name: 'way',
    label: 'Send the invitation',
    choices: [
      ['mail', 'By mail'],
      ['link', 'Copy a link'],
    ],
  });
  openDialog('Invite a member', (close) => [
    <p>
      The person joins <strong>{named(organization.name)}</strong> with a link that works once.
    </p>,
    !account.mail_configured && (
      <p class="banner">This server cannot send mail. Copy the link and send it to the person yourself.</p>
    ),
    form({
      fields: account.mail_configured ? [email, role, way] : [email, role],
      submit: 'Invite',
      cancel: close,
      async run(given) {
        const address = String(given.email).trim();
        const byMail = account.mail_configured && given.way === 'mail';
        const invited = given.role === 'owner' ? ('owner' as const) : ('member' as const);
        const body = { email: address, organization_id: organization.id, role: invited };
        const link = byMail ? undefined : await api.post('/v1/invitations/link', { body });
        if (byMail) await api.post('/v1/invitations/create', { body });
        close();
        onDone();
        if (link === undefined) announce('An invitation was sent to ', named(address), '.');
        else showOnce(`Invitation of ${address}`, link.url, 'link');
      },
    }),
  ]);
}

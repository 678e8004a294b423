import type { OrganizationContext } from '../api/index.ts';
import { announce, named, showOnce } from '../shell/index.ts';
import { choiceField, textField } from './fields.tsx';
import { formDialog } from './form-dialog.tsx';

/**
 * Opens a dialog for the e-mail address and sends an invitation by mail, or shows its link. Without a mail server only
 * the link is possible.
 */
export function openInvitation(context: OrganizationContext, onDone: () => unknown) {
  const { api, organization, account } = context;
  const email = textField({ name: 'email', label: 'E-mail', type: 'email' });
  const role = choiceField({
    name: 'role',
    label: 'Role',
    texts: { member: 'member: works in projects', owner: 'owner: manages the organization, too' },
  });
  const way = choiceField({
    name: 'way',
    label: 'Send the invitation',
    texts: { mail: 'By mail', link: 'Copy a link' },
  });
  formDialog('Invite a member', {
    lead: (
      <>
        <p>
          The person joins <strong>{named(organization.name)}</strong> with a link that works once.
        </p>
        {!account.mail_configured && (
          <p class="banner">This server cannot send mail. Copy the link and send it to the person yourself.</p>
        )}
      </>
    ),
    fields: account.mail_configured ? [email, role, way] : [email, role],
    submit: 'Invite',
    async run(given) {
      const address = email.text().trim();
      const body = { email: address, organization_id: organization.id, role: given.role as 'owner' | 'member' };
      const isByMail = account.mail_configured && given.way === 'mail';
      if (!isByMail) return { address, link: await api.post('/v1/invitations/link', { body }) };
      await api.post('/v1/invitations/create', { body });
      return { address, link: undefined };
    },
    onDone({ address, link }) {
      onDone();
      if (link === undefined) announce('An invitation was sent to ', named(address), '.');
      else showOnce(`Invitation of ${address}`, link.url, 'link');
    },
  });
}

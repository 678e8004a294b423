import { may, type OrganizationContext, type Page, type Schemas } from '../api/index.ts';
import { confirmAction, openInvitation } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { badge, button, heading, named, shortMoment, showOnce } from '../shell/index.ts';

export const invitationsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/invitations',
  title: 'Invitations',
  shortcut: 'i',
  permission: 'invitations.read',
  render(context) {
    const { api, organization, account } = context;
    const mayWrite = may(context, 'invitations.write');
    const params = { id: organization.id };
    const { element, reload } = list(context, (query) => api.get('/v1/invitations/{id}', { params, query }), {
      of: ['invitation', 'invitations'],
      empty: ['No invitations yet.', 'Invite someone to this organization.'],
      columns: {
        'E-mail': (invitation) => named(invitation.invited_email),
        Role: ({ role }) => role,
        Status: status,
        Account: (invitation) => (invitation.create_account ? 'new' : 'existing'),
        Expires: (invitation) => shortMoment(invitation.expiration_time),
      },
      name: ({ invited_email: email }) => email,
      actions:
        mayWrite &&
        ((one, reload) => [
          !one.used && account.mail_configured && ['Resend', () => resend(context, one, reload)],
          !one.used && ['Copy link', () => copyLink(context, one, reload)],
        ]),
      removal: mayWrite && {
        note: 'The links of deleted invitations stop working. Members who accepted one stay.',
        run: ({ id }) => api.remove('/v1/invitations/{id}', { params: { id } }),
      },
    });
    const invite = mayWrite && button('Invite a member', () => openInvitation(context, reload), 'primary');
    return [heading('Invitations', { lead: 'Each invitation is a link that works once.', actions: [invite] }), element];
  },
};

function status({ used, expiration_time: end }: Schemas['Invitation']) {
  if (used) return badge('accepted', 'good');
  return end * 1000 > Date.now() ? badge('open', 'busy') : badge('expired', 'bad');
}

type Invitation = Schemas['Invitation'];

function resend({ api, organization }: OrganizationContext, invitation: Invitation, onDone: () => unknown) {
  const { invited_email: email, role } = invitation;
  confirmAction({
    title: 'Resend the invitation?',
    text: [<strong>{named(email)}</strong>, ' gets a new link. The previous link stops working.'],
    action: 'Resend',
    dangerous: false,
    run: () => api.post('/v1/invitations/create', { body: { email, role, organization_id: organization.id } }),
    onDone,
    notice: () => ['A new invitation was sent to ', named(email), '.'],
  });
}

function copyLink({ api, organization }: OrganizationContext, invitation: Invitation, onDone: () => unknown) {
  const { invited_email: email, role } = invitation;
  confirmAction({
    title: 'Create a new link?',
    text: ['You get a new link for ', <strong>{named(email)}</strong>, '. The previous link stops working.'],
    action: 'Create the link',
    dangerous: false,
    run: () => api.post('/v1/invitations/link', { body: { email, role, organization_id: organization.id } }),
    onDone: ({ url }) => [onDone(), showOnce(`Invitation of ${email}`, url, 'link')],
  });
}

import { may } from '../api/account.ts';
import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.tsx';
import { openInvitation } from '../forms/invite.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { announce } from '../shell/announce.tsx';
import { showOnce } from '../shell/copy.tsx';
import { badge, named, shortMoment } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

export const invitationsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/invitations',
  title: 'Invitations',
  label: 'Invitations',
  shortcut: 'i',
  permission: 'invitations.read',
  render(context) {
    const { api, organization } = context;
    const mayWrite = may(context, 'invitations.write');
    const invitations = list(
      context,
      (query) => api.get('/v1/invitations/{id}', { params: { id: organization.id }, query }),
      {
        of: ['invitation', 'invitations'],
        empty: nothing('No invitations yet.', 'Invite someone to this organization.'),
        columns: [
          { title: 'E-mail', cell: (invitation) => named(invitation.invited_email) },
          { title: 'Role', cell: ({ role }) => role },
          { title: 'Status', cell: status },
          { title: 'Account', cell: (invitation) => (invitation.create_account ? 'new' : 'existing') },
          { title: 'Expires', cell: (invitation) => shortMoment(invitation.expiration_time) },
        ],
        actions: !mayWrite ? undefined : (invitation) => actions(invitation, context, () => void invitations.reload()),
        removal: {
          verb: 'Delete',
          isAllowed: mayWrite,
          name: ({ invited_email: email }) => email,
          note: 'The links of deleted invitations stop working. Members who accepted one stay.',
          run: ({ id }) => api.remove('/v1/invitations/{id}', { params: { id } }),
        },
      },
    );
    const invite = button('Invite a member', () => openInvitation(context, () => void invitations.reload()), 'primary');
    return [
      heading('Invitations', { lead: 'Each invitation is a link that works once.', actions: [mayWrite && invite] }),
      invitations.element,
    ];
  },
};

function status({ used, expiration_time: end }: Schemas['Invitation']) {
  if (used) return badge('accepted', 'good');
  return end * 1000 > Date.now() ? badge('open', 'busy') : badge('expired', 'bad');
}

function actions(
  { invited_email: email, role, used }: Schemas['Invitation'],
  { api, organization, account }: OrganizationContext,
  onChange: () => void,
) {
  const body = { email, role, organization_id: organization.id };
  const again = () =>
    confirmAction({
      title: 'Resend the invitation?',
      text: [<strong>{named(email)}</strong>, ' gets a new link. The previous link stops working.'],
      action: 'Resend',
      dangerous: false,
      run: () => api.post('/v1/invitations/create', { body }),
      onDone: () => {
        onChange();
        announce('A new invitation was sent to ', named(email), '.');
      },
    });
  const link = () => {
    let url = '';
    confirmAction({
      title: 'Create a new link?',
      text: ['You get a new link for ', <strong>{named(email)}</strong>, '. The previous link stops working.'],
      action: 'Create the link',
      dangerous: false,
      run: async () => {
        url = (await api.post('/v1/invitations/link', { body })).url;
      },
      onDone: () => {
        onChange();
        showOnce(`Invitation of ${email}`, url, 'link');
      },
    });
  };
  return [
    !used && account.mail_configured && button('Resend', again, undefined, `Resend to ${email}`),
    !used && button('Copy link', link, undefined, `Copy link: ${email}`),
  ];
}

import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { confirmAction } from '../forms/confirm.ts';
import { openInvitation } from '../forms/invite.ts';
import { list } from '../lists/list.ts';
import { announce } from '../shell/announce.ts';
import { showOnce } from '../shell/copy.ts';
import { h } from '../shell/dom.ts';
import { badge, named, shortMoment } from '../shell/format.ts';
import { heading } from '../shell/heading.ts';

export const invitationsPage: Page = {
  scope: 'organization',
  path: '/o/:organization/invitations',
  title: 'Invitations',
  label: 'Invitations',
  shortcut: 'i',
  role: 'owner',
  render(context) {
    const { api, organization } = context;
    const invitations = list(
      context,
      (query) => api.get('/v1/invitations/{id}', { params: { id: organization.id }, query }),
      {
        of: ['invitation', 'invitations'],
        empty: [h('p', {}, h('strong', {}, 'No invitations yet.')), h('p', {}, 'Invite someone to this organization.')],
        columns: [
          { title: 'E-mail', cell: (invitation) => named(invitation.invited_email) },
          { title: 'Status', cell: status },
          { title: 'Account', cell: (invitation) => (invitation.create_account ? 'new' : 'existing') },
          { title: 'Expires', cell: (invitation) => shortMoment(invitation.expiration_time) },
        ],
        actions: (invitation) => actions(invitation, context, () => void invitations.reload()),
        removal: {
          verb: 'Delete',
          name: ({ invited_email: email }) => email,
          note: 'The links of deleted invitations stop working. Members who accepted one stay.',
          run: ({ id }) => api.remove('/v1/invitations/{id}', { params: { id } }),
        },
      },
    );
    const invite = h(
      'button',
      { type: 'button', class: 'primary', click: () => openInvitation(context, () => void invitations.reload()) },
      'Invite a member',
    );
    return [
      heading('Invitations', { lead: 'Each invitation is a link that works once.', actions: [invite] }),
      invitations.element,
    ];
  },
};

function status({ used, expiration_time: end }: Schemas['Invitation']) {
  if (used) return badge('accepted', 'good');
  return end * 1000 > Date.now() ? badge('open', 'busy') : badge('expired', 'bad');
}

function actions(
  { invited_email: email, used }: Schemas['Invitation'],
  { api, organization, account }: OrganizationContext,
  onChange: () => void,
) {
  const again = () =>
    confirmAction({
      title: 'Resend the invitation?',
      text: [h('strong', {}, named(email)), ' gets a new link. The previous link stops working.'],
      action: 'Resend',
      dangerous: false,
      run: () => api.post('/v1/invitations/create', { body: { email, organization_id: organization.id } }),
      onDone: () => {
        onChange();
        announce('A new invitation was sent to ', named(email), '.');
      },
    });
  const link = () => {
    let url = '';
    confirmAction({
      title: 'Create a new link?',
      text: ['You get a new link for ', h('strong', {}, named(email)), '. The previous link stops working.'],
      action: 'Create the link',
      dangerous: false,
      run: async () => {
        const body = { email, organization_id: organization.id };
        url = (await api.post('/v1/invitations/link', { body })).url;
      },
      onDone: () => {
        onChange();
        showOnce(`Invitation of ${email}`, url, 'link');
      },
    });
  };
  return [
    !used &&
      account.mail_configured &&
      h('button', { type: 'button', 'aria-label': `Resend to ${email}`, click: again }, 'Resend'),
    !used && h('button', { type: 'button', 'aria-label': `Copy link: ${email}`, click: link }, 'Copy link'),
  ];
}

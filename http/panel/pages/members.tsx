import { may, type OrganizationContext, type Page, type Schemas } from '../api/index.ts';
import { checkField, confirmAction, openInvitation, openRoles } from '../forms/index.ts';
import { list, type Removal } from '../lists/index.ts';
import { badge, button, heading, href, keyCount, named, shortMoment, unverified } from '../shell/index.ts';

export const membersPage: Page = {
  scope: 'organization',
  path: '/o/:organization/members',
  title: 'Members',
  shortcut: 'm',
  permission: 'users.read',
  render(context) {
    const { api, organization } = context;
    const mayGive = may(context, 'roles.write');
    const mayChange = may(context, 'users.write');
    const { element } = list(context, (query) => api.get('/v1/organization/users', { query }), {
      of: ['member', 'members'],
      empty: ['No members yet.'],
      columns: {
        'E-mail': (member) => named(member.email),
        Name: (member) => named(member.name, 'none'),
        Role: roles,
        Since: (member) => shortMoment(member.added_at),
      },
      name: ({ email }) => email,
      actions:
        (mayChange || mayGive) &&
        ((member, reload) => [
          mayChange && [
            member.role === 'owner' ? 'Make member' : 'Make owner',
            () => changeRole(member, context, reload),
          ],
          mayGive && ['Roles', () => openRoles(context, { kind: 'user', id: member.id, name: member.email })],
        ]),
      removal: mayChange && removal(context),
    });
    const lead = [
      'Owners manage the organization, members work in its projects. ',
      may(context, 'invitations.read') && <a href={href(`/o/${organization.id}/invitations`)}>Open invitations</a>,
    ];
    const invite = button('Invite a member', () => openInvitation(context, () => undefined), 'primary');
    const actions = [may(context, 'invitations.write') && invite];
    return [heading('Members', { lead: <span>{lead}</span>, actions }), element];
  },
};

function roles({ role, is_admin: isAdmin, email_verified: isVerified }: Schemas['Member']) {
  return [
    badge(role, role === 'owner' ? 'good' : 'quiet'),
    isAdmin === true && badge('admin of the server', 'quiet'),
    isVerified === false && badge('unverified', 'quiet'),
  ];
}

function changeRole(member: Schemas['Member'], { api }: OrganizationContext, onDone: () => unknown) {
  const { id, email, role } = member;
  const next = role === 'owner' ? 'member' : 'owner';
  const action = next === 'owner' ? 'Make an owner' : 'Make a member';
  confirmAction({
    title: `${action}?`,
    text: [
      <strong>{named(email)}</strong>,
      next === 'owner'
        ? ` will manage the organization’s projects, keys, members and invitations.${member.email_verified === false ? unverified : ''}`
        : ' will work in the projects, but no longer manage the organization.',
    ],
    action,
    dangerous: next === 'member',
    run: () => api.post('/v1/organization/users/{user_id}', { params: { user_id: id }, body: { role: next } }),
    onDone,
    notice: () => [named(email), next === 'owner' ? ' is an owner now.' : ' is a member now.'],
  });
}

function removal({ api, account }: OrganizationContext): Removal<Schemas['Member']> {
  return {
    verb: 'Remove',
    note: 'Members who are removed lose access to the organization. The keys that they created stop working.',
    about: ({ active_keys: keys = 0 }) => keys > 0 && `${keyCount(keys)} that this member created will stop working.`,
    // Nobody may keep their own keys.
    fields: ({ id, active_keys: keys = 0 }) =>
      keys === 0 || id === account.id
        ? []
        : [
            checkField({
              name: 'keep_keys',
              label: 'Keep these keys working',
              hint: 'The keys will belong to the organization. The audit log records that you kept them.',
            }),
          ],
    run: ({ id }, { keep_keys: keepKeys = false }) =>
      api.remove('/v1/organization/users/{user_id}', {
        params: { user_id: id },
        query: { keep_keys: keepKeys === true },
      }),
    // Without the own membership, the rest would be refused.
    isSelectable: ({ id }) => id !== account.id,
  };
}

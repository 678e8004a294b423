import { forgetAccount, may } from '../api/account.ts';
import type { OrganizationContext, Page, Schemas } from '../api/types.ts';
import { rolesButton } from '../forms/assignments.tsx';
import { confirmAction } from '../forms/confirm.tsx';
import { checkField } from '../forms/fields.tsx';
import { openInvitation } from '../forms/invite.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import type { Removal } from '../lists/removal.tsx';
import { href } from '../shell/address.ts';
import { announce } from '../shell/announce.tsx';
import { badge, keyCount, named, shortMoment, unverified } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

export const membersPage: Page = {
  scope: 'organization',
  path: '/o/:organization/members',
  title: 'Members',
  label: 'Members',
  shortcut: 'm',
  permission: 'users.read',
  render(context) {
    const { api, organization } = context;
    const mayInvite = may(context, 'invitations.write');
    const mayGive = may(context, 'roles.write');
    const mayChange = may(context, 'users.write');
    const members = list(context, (query) => api.get('/v1/organization/users', { query }), {
      of: ['member', 'members'],
      empty: nothing('No members yet.'),
      columns: [
        { title: 'E-mail', cell: (member) => named(member.email) },
        { title: 'Name', cell: (member) => named(member.name, 'none') },
        { title: 'Role', cell: (member) => roles(member) },
        { title: 'Since', cell: (member) => shortMoment(member.added_at) },
      ],
      actions:
        mayChange || mayGive
          ? (member) => [
              mayChange && roleButton(member, context, () => void members.reload()),
              mayGive && rolesButton(context, { kind: 'user', id: member.id, name: member.email }, () => undefined),
            ]
          : undefined,
      removal: removal(context),
    });
    const invite = button('Invite a member', () => openInvitation(context, () => undefined), 'primary');
    const lead = may(context, 'invitations.read')
      ? [
          'Owners manage the organization, members work in its projects. ',
          <a href={href(`/o/${organization.id}/invitations`)}>Open invitations</a>,
        ]
      : 'Owners manage the organization, members work in its projects.';
    return [heading('Members', { lead: <span>{lead}</span>, actions: [mayInvite && invite] }), members.element];
  },
};

function roles({ role, is_admin: isAdmin, email_verified: isVerified }: Schemas['Member']) {
  return [
    badge(role, role === 'owner' ? 'good' : 'quiet'),
    isAdmin === true && badge('admin of the server', 'quiet'),
    isVerified === false && badge('unverified', 'quiet'),
  ];
}

function roleButton(member: Schemas['Member'], { api }: OrganizationContext, onChange: () => void) {
  const { id, email, role } = member;
  const next = role === 'owner' ? 'member' : 'owner';
  const text = next === 'owner' ? 'Make owner' : 'Make member';
  const click = () =>
    confirmAction({
      title: next === 'owner' ? 'Make an owner?' : 'Make a member?',
      text: [
        <strong>{named(email)}</strong>,
        next === 'owner'
          ? ` will manage the organization’s projects, keys, members and invitations.${member.email_verified === false ? unverified : ''}`
          : ' will work in the projects, but no longer manage the organization.',
      ],
      action: next === 'owner' ? 'Make an owner' : 'Make a member',
      dangerous: next === 'member',
      run: () => api.post('/v1/organization/users/{user_id}', { params: { user_id: id }, body: { role: next } }),
      onDone: () => {
        forgetAccount();
        onChange();
        announce(named(email), next === 'owner' ? ' is an owner now.' : ' is a member now.');
      },
    });
  return button(text, click, undefined, `${text}: ${email}`);
}

function removal(context: OrganizationContext): Removal<Schemas['Member']> {
  const { api, account } = context;
  return {
    verb: 'Remove',
    isAllowed: may(context, 'users.write'),
    name: ({ email }) => email,
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
    onDone: forgetAccount,
  };
}

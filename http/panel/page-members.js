/** @import { ListWindow, OrganizationContext, Page, Schemas } from './types.ts' */

import { forgetAccount } from './account.js';
import { href } from './address.js';
import { announce } from './announce.js';
import { confirmAction } from './confirm.js';
import { h } from './dom.js';
import { checkField } from './fields.js';
import { badge, keyCount, named, shortMoment, unverified } from './format.js';
import { heading } from './heading.js';
import { openInvitation } from './invite.js';
import { list } from './list.js';

/** @type {Page} */
export const membersPage = {
  scope: 'organization',
  path: '/o/:organization/members',
  title: 'Members',
  label: 'Members',
  shortcut: 'm',
  render(context) {
    const { api, organization } = context;
    const isOwner = organization.role === 'owner';
    const members = list(context, (/** @type {ListWindow} */ query) => api.get('/v1/organization/users', { query }), {
      label: 'Members',
      empty: h('p', {}, h('strong', {}, 'No members yet.')),
      columns: [
        { title: 'E-mail', cell: (member) => named(member.email) },
        { title: 'Name', cell: (member) => named(member.name, 'none') },
        { title: 'Role', cell: (member) => roles(member) },
        { title: 'Since', cell: (member) => shortMoment(member.added_at) },
        ...(isOwner
          ? [
              {
                title: 'Actions',
                /** @type {'actions'} */
                kind: 'actions',
                cell: (/** @type {Schemas['Member']} */ member) =>
                  actions(member, context, () => void members.reload()),
              },
            ]
          : []),
      ],
    });
    const invite = h(
      'button',
      { type: 'button', class: 'primary', click: () => openInvitation(context, () => undefined) },
      'Invite a member',
    );
    const lead = isOwner
      ? [
          'Owners manage the organization, members work in its projects. ',
          h('a', { href: href(`/o/${organization.id}/invitations`) }, 'Open invitations'),
        ]
      : 'Owners manage the organization, members work in its projects.';
    return [heading('Members', { lead: h('span', {}, lead), actions: isOwner ? [invite] : [] }), members.element];
  },
};

/** @param {Schemas['Member']} member */
function roles({ role, is_admin: isAdmin, email_verified: isVerified }) {
  return [
    badge(role, role === 'owner' ? 'good' : 'quiet'),
    isAdmin === true && badge('admin of the server', 'quiet'),
    isVerified === false && badge('unverified', 'quiet'),
  ];
}

/**
 * @param {Schemas['Member']} member
 * @param {OrganizationContext} context
 * @param {() => void} onChange
 */
function actions(member, { api, account, organization }, onChange) {
  const { id, email, role, active_keys: keys = 0 } = member;
  const next = role === 'owner' ? 'member' : 'owner';
  const who = h('strong', {}, named(email));
  const done = (/** @type {string} */ told) => () => {
    forgetAccount();
    onChange();
    announce(named(email), told);
  };
  const change = () =>
    confirmAction({
      title: next === 'owner' ? 'Make an owner?' : 'Make a member?',
      text: [
        who,
        next === 'owner'
          ? ` will manage the organization’s projects, keys, members and invitations.${member.email_verified === false ? unverified : ''}`
          : ' will work in the projects, but no longer manage the organization.',
      ],
      action: next === 'owner' ? 'Make an owner' : 'Make a member',
      dangerous: next === 'member',
      run: () => api.post('/v1/organization/users/{user_id}', { params: { user_id: id }, body: { role: next } }),
      onDone: done(next === 'owner' ? ' is an owner now.' : ' is a member now.'),
    });
  const remove = () =>
    confirmAction({
      title: 'Remove from the organization?',
      text: [
        who,
        ' loses access to ',
        named(organization.name),
        keys === 0 ? '.' : `. ${keyCount(keys)} that this member created will stop working.`,
      ],
      // Nobody may keep their own keys.
      fields:
        keys === 0 || id === account.id
          ? []
          : [
              checkField({
                name: 'keep_keys',
                label: 'Keep these keys working',
                hint: 'The keys will belong to the organization. The audit log records that you kept them.',
              }),
            ],
      action: 'Remove',
      run: ({ keep_keys: keepKeys = false }) =>
        api.remove('/v1/organization/users/{user_id}', {
          params: { user_id: id },
          query: { keep_keys: keepKeys === true },
        }),
      onDone: done(' is removed.'),
    });
  const promote = next === 'owner' ? 'Make owner' : 'Make member';
  return [
    h('button', { type: 'button', 'aria-label': `${promote}: ${email}`, click: change }, promote),
    h('button', { type: 'button', class: 'danger-text', 'aria-label': `Remove ${email}`, click: remove }, 'Remove'),
  ];
}

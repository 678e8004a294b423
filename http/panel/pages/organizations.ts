import { preferredOrganization } from '../api/account.ts';
import { openCreation } from '../forms/organization-creation.ts';
import { href, visit } from '../shell/address.ts';
import { identifier } from '../shell/copy.ts';
import { h } from '../shell/dom.ts';
import { badge, named } from '../shell/format.ts';
import { heading } from '../shell/heading.ts';

export const beginningPage: import('../api/types.ts').Page = {
  scope: 'account',
  path: '/',
  title: 'Organizations',
  render(context) {
    const first = preferredOrganization(context.account);
    if (first === undefined) return organizationsPage.render(context);
    visit(`/o/${first.id}`);
    return undefined;
  },
};

export const organizationsPage: Extract<import('../api/types.ts').Page, { scope: 'account' | 'admin' }> = {
  scope: 'account',
  path: '/organizations',
  title: 'Organizations',
  render({ account }) {
    const create = h(
      'button',
      { type: 'button', class: 'primary', click: () => openCreation(false) },
      'Create an organization',
    );
    const { organizations } = account;
    return [
      heading('Your organizations', { lead: 'Choose an organization.', actions: account.is_admin ? [create] : [] }),
      organizations.length === 0
        ? h('div', { class: 'empty' }, nothing(account))
        : h(
            'ul',
            { class: 'cards' },
            organizations.map(({ id, name, role }) =>
              h(
                'li',
                {},
                h('a', { href: href(`/o/${id}`) }, named(name)),
                h('p', {}, badge(role, 'quiet'), id === account.default_organization_id && badge('default', 'good')),
                identifier(id),
              ),
            ),
          ),
      account.is_admin &&
        h(
          'p',
          {},
          'As an admin of the server you have access to ',
          h('a', { href: href('/server/organizations') }, 'all its organizations'),
          '.',
        ),
    ];
  },
};

function nothing({ is_admin: isAdmin, email }: import('../api/types.ts').Schemas['Account']) {
  if (isAdmin)
    return [
      h('p', {}, h('strong', {}, 'You have no organization yet.')),
      h('p', {}, 'Create one. It holds projects, keys and members.'),
    ];
  return [
    h('p', {}, h('strong', {}, 'You have no organization yet.')),
    h('p', {}, 'Ask an owner of an organization to invite ', h('bdi', {}, email), '.'),
  ];
}

import { type Page, preferredOrganization, type Schemas } from '../api/index.ts';
import { openCreation } from '../forms/index.ts';
import { nothing } from '../lists/index.ts';
import { badge, button, heading, href, identifier, named, sortedByName, visit } from '../shell/index.ts';

export const beginningPage: Page = {
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

export const organizationsPage: Extract<Page, { scope: 'account' | 'admin' }> = {
  scope: 'account',
  path: '/organizations',
  title: 'Organizations',
  render({ account }) {
    const create = button('Create an organization', () => openCreation(false), 'primary');
    const organizations = sortedByName(account.organizations);
    return [
      heading('Your organizations', { lead: 'Choose an organization.', actions: account.is_admin ? [create] : [] }),
      organizations.length === 0 ? (
        noOrganization(account)
      ) : (
        <ul class="cards">
          {organizations.map(({ id, name, role }) => (
            <li>
              <a href={href(`/o/${id}`)}>{named(name)}</a>
              <p>
                {badge(role, 'quiet')}
                {id === account.default_organization_id && badge('default', 'good')}
              </p>
              {identifier(id)}
            </li>
          ))}
        </ul>
      ),
      account.is_admin && (
        <p>
          As an admin of the server you have access to <a href={href('/server/organizations')}>all its organizations</a>
          .
        </p>
      ),
    ];
  },
};

function noOrganization({ is_admin: isAdmin, email }: Schemas['Account']) {
  const next = isAdmin ? (
    'Create one. It holds projects, keys and members.'
  ) : (
    <>
      Ask an owner of an organization to invite <bdi>{email}</bdi>.
    </>
  );
  return nothing('You have no organization yet.', next);
}

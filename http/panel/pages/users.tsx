import type { Page, Schemas } from '../api/types.ts';
import { openUserCreation, userActions } from '../forms/user-change.tsx';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { identifier } from '../shell/copy.tsx';
import { badge, named, shortMoment } from '../shell/format.tsx';
import { button, heading } from '../shell/heading.tsx';

export const usersPage: Page = {
  scope: 'admin',
  path: '/server/users',
  title: 'Users',
  label: 'Users',
  shortcut: 'e',
  render(context) {
    const users = list(context, (query) => context.api.get('/admin/users', { query }), {
      of: ['user', 'users'],
      empty: nothing('No users yet.'),
      columns: [
        { title: 'E-mail', cell: (user) => [named(user.email), identifier(user.id)] },
        { title: 'Name', cell: (user) => named(user.name, 'none') },
        { title: 'Created', cell: (user) => shortMoment(user.created_at) },
        {
          title: 'Signs in by',
          cell: ({ identities }) => identities.map(({ issuer }) => badge(hostOf(issuer), 'quiet')),
        },
        { title: 'Status', cell: status },
      ],
      name: ({ email }) => email,
      actions: (user) => userActions(user, context, () => void users.reload()),
    });
    const create = button('Create a user', () => openUserCreation(context, () => void users.reload()), 'primary');
    return [
      heading('Users', {
        lead: 'All accounts on this server. New users join by invitation to an organization, or are created here.',
        actions: [create],
      }),
      users.element,
    ];
  },
};

function status({ is_admin: isAdmin, disabled, email_verified: isVerified }: Schemas['User']) {
  const address = !isVerified && badge('unverified', 'quiet');
  if (disabled) return [badge('disabled', 'bad'), isAdmin && badge('admin', 'quiet'), address];
  return [isAdmin ? badge('admin', 'good') : badge('active', 'quiet'), address];
}

function hostOf(issuer: string) {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

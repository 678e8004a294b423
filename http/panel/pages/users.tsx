import type { Page, Schemas } from '../api/index.ts';
import { openUserCreation, userActions } from '../forms/index.ts';
import { list } from '../lists/index.ts';
import { badge, button, heading, identifier, named, shortMoment } from '../shell/index.ts';

export const usersPage: Page = {
  scope: 'admin',
  path: '/server/users',
  title: 'Users',
  shortcut: 'e',
  render(context) {
    const { element, reload } = list(context, (query) => context.api.get('/admin/users', { query }), {
      of: ['user', 'users'],
      empty: ['No users yet.'],
      columns: {
        'E-mail': (user) => [named(user.email), identifier(user.id)],
        Name: (user) => named(user.name, 'none'),
        Created: (user) => shortMoment(user.created_at),
        'Signs in by': signIns,
        Status: status,
      },
      name: ({ email }) => email,
      actions: (user, reload) => userActions(user, context, reload),
    });
    const create = button('Create a user', () => openUserCreation(context, reload), 'primary');
    const lead = 'All accounts on this server. New users join by invitation to an organization, or are created here.';
    return [heading('Users', { lead, actions: [create] }), element];
  },
};

function status({ is_admin: isAdmin, disabled, email_verified: isVerified }: Schemas['User']) {
  const address = !isVerified && badge('unverified', 'quiet');
  if (disabled) return [badge('disabled', 'bad'), isAdmin && badge('admin', 'quiet'), address];
  return [isAdmin ? badge('admin', 'good') : badge('active', 'quiet'), address];
}

function signIns({ has_password: hasPassword, identities }: Schemas['User']) {
  const ways = [...(hasPassword ? ['password'] : []), ...identities.map(({ issuer }) => hostOf(issuer))];
  return ways.length === 0 ? 'nothing yet' : ways.map((way) => badge(way, 'quiet'));
}

function hostOf(issuer: string) {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}

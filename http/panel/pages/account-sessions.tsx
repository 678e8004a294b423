import type { AccountContext, Schemas } from '../api/types.ts';
import { list } from '../lists/list.tsx';
import { badge, named, shortMoment } from '../shell/format.tsx';

const methods = { password: 'by password', provider: 'by identity provider', operator: 'by the operator’s link' };

export function sessions(context: AccountContext) {
  const { api } = context;
  const name = ({ client_name: client }: Schemas['Session']) => client ?? 'Browser or command line';
  return list(context, (query) => api.get('/auth/me/sessions', { query }), {
    of: ['session', 'sessions'],
    isWhole: true,
    name,
    empty: ['No sessions.'],
    columns: {
      Device: (session) => [named(name(session)), session.is_current && badge('this session', 'good')],
      'Signed in': ({ method }) => methods[method],
      Began: (session) => shortMoment(session.created_at),
      Ends: (session) => shortMoment(session.expires_at),
    },
    removal: {
      note: 'A deleted session is signed out within 5 seconds.',
      isRemovable: ({ is_current: isCurrent }) => !isCurrent,
      run: ({ id }) => api.remove('/auth/me/sessions/{session_id}', { params: { session_id: id } }),
    },
  }).element;
}

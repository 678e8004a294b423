import type { AccountContext, Schemas } from '../api/types.ts';
import { list } from '../lists/list.tsx';
import { nothing } from '../lists/nothing.tsx';
import { everyRow, wholeList } from '../lists/whole-list.ts';
import { badge, named, shortMoment } from '../shell/format.tsx';

const methods = { password: 'by password', provider: 'by identity provider', operator: 'by the operator’s link' };

export function sessions(context: AccountContext) {
  const { api } = context;
  const read = () => everyRow((query) => api.get('/auth/me/sessions', { query }));
  const nameOf = ({ client_name: client }: Schemas['Session']) => client ?? 'Browser or command line';
  return list(context, wholeList(read, nameOf), {
    of: ['session', 'sessions'],
    isCounted: false,
    empty: nothing('No sessions.', ''),
    columns: [
      {
        title: 'Device',
        cell: (session) => [named(nameOf(session)), session.is_current && badge('this session', 'good')],
      },
      { title: 'Signed in', cell: ({ method }) => methods[method] },
      { title: 'Began', cell: (session) => shortMoment(session.created_at) },
      { title: 'Ends', cell: (session) => shortMoment(session.expires_at) },
    ],
    removal: {
      verb: 'Delete',
      isAllowed: true,
      name: nameOf,
      note: 'A deleted session is signed out within 5 seconds.',
      isRemovable: ({ is_current: isCurrent }) => !isCurrent,
      run: ({ id }) => api.remove('/auth/me/sessions/{session_id}', { params: { session_id: id } }),
    },
  }).element;
}

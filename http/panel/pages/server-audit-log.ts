import type { Page } from '../api/types.ts';
import { auditList } from '../lists/audit-list.tsx';
import { heading } from '../shell/heading.tsx';

export const serverAuditLogPage: Page = {
  scope: 'admin',
  path: '/server/audit',
  title: 'Server audit log',
  label: 'Server audit log',
  shortcut: 'l',
  render: (context) => [
    heading('Server audit log', {
      lead: 'Changes on the server and in all organizations.',
    }),
    ...auditList(context, (query) => context.api.get('/admin/audit_log', { query }), { isOfServer: true }),
  ],
};

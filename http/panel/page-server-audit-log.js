/** @import { Page } from './types.ts' */

import { auditList } from './audit-list.js';
import { heading } from './heading.js';

/** @type {Page} */
export const serverAuditLogPage = {
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

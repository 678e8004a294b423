/** @import { Page } from './types.ts' */

import { auditList } from './audit-list.js';
import { heading } from './heading.js';

/** @type {Page} */
export const serverAuditLogPage = {
  scope: 'admin',
  path: '/server/audit',
  title: 'Audit log of the server',
  label: 'Audit log',
  render: (context) => [
    heading('Audit log of the server', {
      lead: 'Changes on the server and in all organizations, newest first.',
    }),
    ...auditList(context, (query) => context.api.get('/admin/audit_log', { query }), { isOfServer: true }),
  ],
};

/** @import { Page } from './types.ts' */

import { auditList } from './audit-list.js';
import { heading } from './heading.js';

/** @type {Page} */
export const auditLogPage = {
  scope: 'organization',
  path: '/o/:organization/audit',
  title: 'Audit log',
  label: 'Audit log',
  shortcut: 'a',
  role: 'owner',
  render: (context) => [
    heading('Audit log', { lead: 'Changes in the organization.' }),
    ...auditList(context, (query) => context.api.get('/v1/organization/audit_logs', { query }), { isOfServer: false }),
  ],
};

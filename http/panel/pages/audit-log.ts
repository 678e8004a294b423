import type { Page } from '../api/index.ts';
import { auditList } from '../lists/index.ts';
import { heading } from '../shell/index.ts';

export const auditLogPage: Page = {
  scope: 'organization',
  path: '/o/:organization/audit',
  title: 'Audit log',
  shortcut: 'a',
  permission: 'audit_log.read',
  render: (context) => [
    heading('Audit log', { lead: 'Changes in the organization.' }),
    ...auditList(context, (query) => context.api.get('/v1/organization/audit_logs', { query }), { isOfServer: false }),
  ],
};

export const serverAuditLogPage: Page = {
  scope: 'admin',
  path: '/server/audit',
  title: 'Server audit log',
  shortcut: 'l',
  render: (context) => [
    heading('Server audit log', { lead: 'Changes on the server and in all organizations.' }),
    ...auditList(context, (query) => context.api.get('/admin/audit_log', { query }), { isOfServer: true }),
  ],
};

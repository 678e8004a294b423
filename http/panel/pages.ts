// All pages of the panel in navigation order. A new page is a file and a line here. Its scope decides what the page
// receives and who sees it. Its label adds it to the navigation or to a project's tabs.

import type { Page } from './api/types.ts';
import { accountPage } from './pages/account.ts';
import { auditLogPage } from './pages/audit-log.ts';
import { configurationPage } from './pages/configuration.ts';
import { deliveriesPage } from './pages/deliveries.ts';
import { deliveryPage } from './pages/delivery.ts';
import { filesPage } from './pages/files.ts';
import { forgottenPage } from './pages/forgotten.ts';
import { healthChecksPage } from './pages/health-checks.ts';
import { invitationPage } from './pages/invitation.ts';
import { invitationsPage } from './pages/invitations.ts';
import { membersPage } from './pages/members.ts';
import { organizationKeysPage } from './pages/organization-keys.ts';
import { beginningPage, organizationsPage } from './pages/organizations.ts';
import { overviewPage } from './pages/overview.ts';
import { playgroundPage } from './pages/playground.ts';
import { projectKeysPage } from './pages/project-keys.ts';
import { projectOverviewPage } from './pages/project-overview.ts';
import { projectSettingsPage } from './pages/project-settings.ts';
import { projectWebhookPage } from './pages/project-webhook.ts';
import { projectsPage } from './pages/projects.ts';
import { registerPage } from './pages/register.ts';
import { resetPage } from './pages/reset.ts';
import { retrievalPage } from './pages/retrieval.ts';
import { serverAuditLogPage } from './pages/server-audit-log.ts';
import { serverOrganizationsPage } from './pages/server-organizations.ts';
import { setupPage } from './pages/setup.ts';
import { startPage } from './pages/start.ts';
import { storePage } from './pages/store.ts';
import { storesPage } from './pages/stores.ts';
import { upstreamsPage } from './pages/upstreams.ts';
import { usagePage } from './pages/usage.ts';
import { usersPage } from './pages/users.ts';

export const pages: Page[] = [
  forgottenPage,
  resetPage,
  invitationPage,
  registerPage,
  setupPage,

  beginningPage,
  startPage,
  organizationsPage,
  accountPage,

  overviewPage,
  projectsPage,
  membersPage,
  invitationsPage,
  organizationKeysPage,
  usagePage,
  auditLogPage,

  projectOverviewPage,
  playgroundPage,
  storesPage,
  storePage,
  retrievalPage,
  filesPage,
  projectKeysPage,
  projectWebhookPage,
  deliveriesPage,
  deliveryPage,
  projectSettingsPage,

  usersPage,
  serverOrganizationsPage,
  upstreamsPage,
  configurationPage,
  healthChecksPage,
  serverAuditLogPage,
];

// All pages of the panel in navigation order. A new page is a file and a line here. Its scope decides what the page
// receives and who sees it. Its label adds it to the navigation or to a project's tabs.

import type { Page } from './api/types.ts';
import { accountPage } from './pages/account.tsx';
import { auditLogPage, serverAuditLogPage } from './pages/audit-log.ts';
import { configurationPage } from './pages/configuration.tsx';
import { deliveriesPage } from './pages/deliveries.tsx';
import { deliveryPage } from './pages/delivery.tsx';
import { devicePage } from './pages/device.tsx';
import { filesPage } from './pages/files.tsx';
import { forgottenPage } from './pages/forgotten.tsx';
import { groupPage } from './pages/group.tsx';
import { groupsPage } from './pages/groups.tsx';
import { healthChecksPage } from './pages/health-checks.tsx';
import { invitationPage } from './pages/invitation.tsx';
import { invitationsPage } from './pages/invitations.tsx';
import { organizationKeysPage, projectKeysPage } from './pages/keys.tsx';
import { membersPage } from './pages/members.tsx';
import { organizationSettingsPage } from './pages/organization-settings.tsx';
import { beginningPage, organizationsPage } from './pages/organizations.tsx';
import { overviewPage } from './pages/overview.tsx';
import { playgroundPage } from './pages/playground.tsx';
import { projectMembersPage } from './pages/project-members.tsx';
import { projectOverviewPage } from './pages/project-overview.tsx';
import { projectSettingsPage } from './pages/project-settings.tsx';
import { projectWebhookPage } from './pages/project-webhook.tsx';
import { projectsPage } from './pages/projects.tsx';
import { registerPage } from './pages/register.tsx';
import { resetPage } from './pages/reset.tsx';
import { retrievalPage } from './pages/retrieval.tsx';
import { projectRolesPage, rolesPage } from './pages/roles.tsx';
import { serverOrganizationsPage } from './pages/server-organizations.tsx';
import { serviceAccountsPage } from './pages/service-accounts.tsx';
import { setupPage } from './pages/setup.tsx';
import { signInLinkPage } from './pages/sign-in-link.tsx';
import { startPage } from './pages/start.tsx';
import { storePage } from './pages/store.tsx';
import { storesPage } from './pages/stores.tsx';
import { upstreamsPage } from './pages/upstreams.tsx';
import { usagePage } from './pages/usage.tsx';
import { usersPage } from './pages/users.tsx';

export const pages: Page[] = [
  forgottenPage,
  resetPage,
  invitationPage,
  registerPage,
  setupPage,
  signInLinkPage,

  beginningPage,
  startPage,
  organizationsPage,
  accountPage,
  devicePage,

  overviewPage,
  projectsPage,
  membersPage,
  groupsPage,
  groupPage,
  rolesPage,
  invitationsPage,
  organizationKeysPage,
  usagePage,
  auditLogPage,
  organizationSettingsPage,

  projectOverviewPage,
  playgroundPage,
  storesPage,
  storePage,
  retrievalPage,
  filesPage,
  projectKeysPage,
  serviceAccountsPage,
  projectWebhookPage,
  deliveriesPage,
  deliveryPage,
  projectMembersPage,
  projectRolesPage,
  projectSettingsPage,

  usersPage,
  serverOrganizationsPage,
  upstreamsPage,
  configurationPage,
  healthChecksPage,
  serverAuditLogPage,
];

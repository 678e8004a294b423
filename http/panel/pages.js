// All pages of the panel in navigation order. A new page is a file and a line here. Its scope decides what the page
// receives and who sees it. Its label adds it to the navigation or to a project's tabs.

/** @import { Page } from './types.ts' */

import { accountPage } from './page-account.js';
import { auditLogPage } from './page-audit-log.js';
import { configurationPage } from './page-configuration.js';
import { deliveriesPage } from './page-deliveries.js';
import { deliveryPage } from './page-delivery.js';
import { filesPage } from './page-files.js';
import { forgottenPage } from './page-forgotten.js';
import { healthChecksPage } from './page-health-checks.js';
import { invitationPage } from './page-invitation.js';
import { invitationsPage } from './page-invitations.js';
import { membersPage } from './page-members.js';
import { organizationKeysPage } from './page-organization-keys.js';
import { beginningPage, organizationsPage } from './page-organizations.js';
import { overviewPage } from './page-overview.js';
import { playgroundPage } from './page-playground.js';
import { projectKeysPage } from './page-project-keys.js';
import { projectOverviewPage } from './page-project-overview.js';
import { projectSettingsPage } from './page-project-settings.js';
import { projectWebhookPage } from './page-project-webhook.js';
import { projectsPage } from './page-projects.js';
import { registerPage } from './page-register.js';
import { resetPage } from './page-reset.js';
import { retrievalPage } from './page-retrieval.js';
import { serverAuditLogPage } from './page-server-audit-log.js';
import { serverOrganizationsPage } from './page-server-organizations.js';
import { setupPage } from './page-setup.js';
import { startPage } from './page-start.js';
import { storePage } from './page-store.js';
import { storesPage } from './page-stores.js';
import { upstreamsPage } from './page-upstreams.js';
import { usagePage } from './page-usage.js';
import { usersPage } from './page-users.js';

/** @type {Page[]} */
export const pages = [
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

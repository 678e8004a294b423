// Made by `npm run generate` from the files of models/migrations/. Never edited by hand.

import type { Migration } from '../models/migration.ts';
import { foundation } from '../models/migrations/0001-foundation.ts';
import { jobs } from '../models/migrations/0002-jobs.ts';
import { passwordResets } from '../models/migrations/0010-password-resets.ts';
import { invitations } from '../models/migrations/0011-invitations.ts';
import { sessionSuccessors } from '../models/migrations/0012-session-successors.ts';
import { collections } from '../models/migrations/0020-collections.ts';
import { files } from '../models/migrations/0030-files.ts';
import { vectorStoreFiles } from '../models/migrations/0031-vector-store-files.ts';
import { modelResponses } from '../models/migrations/0040-model-responses.ts';
import { webhooks } from '../models/migrations/0050-webhooks.ts';
import { usage } from '../models/migrations/0060-usage.ts';
import { limits } from '../models/migrations/0061-limits.ts';
import { storedSettings } from '../models/migrations/0062-settings.ts';
import { audit } from '../models/migrations/0063-audit.ts';
import { secretsKey } from '../models/migrations/0064-secrets-key.ts';
import { idempotencyKeys } from '../models/migrations/0065-idempotency-keys.ts';
import { keyExpiry } from '../models/migrations/0066-key-expiry.ts';
import { costs } from '../models/migrations/0067-costs.ts';
import { spendLimits } from '../models/migrations/0068-spend-limits.ts';
import { cachedTokens } from '../models/migrations/0069-cached-tokens.ts';
import { keyHolders } from '../models/migrations/0070-key-holders.ts';
import { mcpSessions } from '../models/migrations/0071-mcp-sessions.ts';
import { reservations } from '../models/migrations/0075-reservations.ts';
import { backgroundResponses } from '../models/migrations/0080-background-responses.ts';
import { keyLimits } from '../models/migrations/0081-key-limits.ts';
import { responseTokens } from '../models/migrations/0082-response-tokens.ts';
import { spendThresholds } from '../models/migrations/0083-spend-thresholds.ts';
import { writeProbe } from '../models/migrations/0085-write-probe.ts';
import { jobTurns } from '../models/migrations/0086-job-turns.ts';
import { fileRoom } from '../models/migrations/0087-file-room.ts';
import { installation } from '../models/migrations/0090-installation.ts';
import { stagedBytes } from '../models/migrations/0091-staged-bytes.ts';
import { backupLeases } from '../models/migrations/0092-backup-leases.ts';
import { jobTraces } from '../models/migrations/0093-job-traces.ts';
import { contentDigests } from '../models/migrations/0094-content-digests.ts';
import { latencies } from '../models/migrations/0100-latencies.ts';
import { webhookPositions } from '../models/migrations/0105-webhook-positions.ts';
import { storedResponses } from '../models/migrations/0110-stored-responses.ts';
import { passwordLinkMakers } from '../models/migrations/0120-password-link-makers.ts';
import { verifiedEmails } from '../models/migrations/0121-verified-emails.ts';
import { itemSizes } from '../models/migrations/0140-item-sizes.ts';
import { mcpTools } from '../models/migrations/0160-mcp-tools.ts';
import { storeEngines } from '../models/migrations/0170-store-engines.ts';
import { fileCharsets } from '../models/migrations/0180-file-charsets.ts';
import { usageWriters } from '../models/migrations/0220-usage-writers.ts';
import { readerVersions } from '../models/migrations/0230-reader-versions.ts';
import { searchTexts } from '../models/migrations/0240-search-texts.ts';
import { setupTokens } from '../models/migrations/0250-setup-tokens.ts';
import { keyRotation } from '../models/migrations/0260-key-rotation.ts';
import { keyRules } from '../models/migrations/0270-key-rules.ts';
import { inviteRoles } from '../models/migrations/0290-invite-roles.ts';
import { oldPostgresTables } from '../models/migrations/0300-old-postgres-tables.ts';
import { roles } from '../models/migrations/0320-roles.ts';
import { organizationControls } from '../models/migrations/0330-organization-controls.ts';
import { identities } from '../models/migrations/0340-identities.ts';
import { serviceAccounts } from '../models/migrations/0350-service-accounts.ts';
import { directories } from '../models/migrations/0360-directories.ts';
import { providerLogins } from '../models/migrations/0370-provider-logins.ts';
import { pendingSignIns } from '../models/migrations/0375-pending-sign-ins.ts';
import { providerGrants } from '../models/migrations/0380-provider-grants.ts';

/** Every migration, in the order of the numbers. One that has been released is never changed: add another. */
export const migrations: Migration[] = [
  foundation,
  jobs,
  passwordResets,
  invitations,
  sessionSuccessors,
  collections,
  files,
  vectorStoreFiles,
  modelResponses,
  webhooks,
  usage,
  limits,
  storedSettings,
  audit,
  secretsKey,
  idempotencyKeys,
  keyExpiry,
  costs,
  spendLimits,
  cachedTokens,
  keyHolders,
  mcpSessions,
  reservations,
  backgroundResponses,
  keyLimits,
  responseTokens,
  spendThresholds,
  writeProbe,
  jobTurns,
  fileRoom,
  installation,
  stagedBytes,
  backupLeases,
  jobTraces,
  contentDigests,
  latencies,
  webhookPositions,
  storedResponses,
  passwordLinkMakers,
  verifiedEmails,
  itemSizes,
  mcpTools,
  storeEngines,
  fileCharsets,
  usageWriters,
  readerVersions,
  searchTexts,
  setupTokens,
  keyRotation,
  keyRules,
  inviteRoles,
  oldPostgresTables,
  roles,
  organizationControls,
  identities,
  serviceAccounts,
  directories,
  providerLogins,
  pendingSignIns,
  providerGrants,
];

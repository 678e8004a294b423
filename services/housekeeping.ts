// Retention: deletes expired rows once an hour, on one server. Then the embedded database gives the space back to the disk.
// The audit log and files have jobs of their own (services/audit, services/files).

import { Op, type WhereOperators } from 'sequelize';
import { nowSeconds } from '../models/clock.ts';
import { releaseSpace } from '../models/connection.ts';
import { FineTuningWorker } from '../models/fine-tuning-worker.ts';
import { IdempotencyKey } from '../models/idempotency-key.ts';
import { Invitation } from '../models/invitation.ts';
import { LatencyCount } from '../models/latency-count.ts';
import { LimitCount } from '../models/limit-count.ts';
import { LimitLease } from '../models/limit-lease.ts';
import { McpSession } from '../models/mcp-session.ts';
import { ModelResponse } from '../models/model-response.ts';
import { PasswordReset } from '../models/password-reset.ts';
import { PendingSignIn } from '../models/pending-sign-in.ts';
import { ProviderGrant } from '../models/provider-grant.ts';
import { SetupToken } from '../models/setup-token.ts';
import { SpendNotice } from '../models/spend-notice.ts';
import { StoredResponse } from '../models/stored-response.ts';
import { deleteInBatches } from '../models/sweep.ts';
import { KnownAddress, Throttle } from '../models/throttle.ts';
import { Upload } from '../models/upload.ts';
import { UsageRollup } from '../models/usage-rollup.ts';
import { UsageWriter } from '../models/usage-writer.ts';
import { endPasswordLogins, sweepLogins } from './people/index.ts';
import { type Queue, registerPeriodic } from './platform/index.ts';
import type { Config } from './settings/index.ts';
import { keptSeconds } from './tenancy/index.ts';
import { sweepDeliveries } from './webhooks/index.ts';

const hourMs = 3_600_000;
const daySeconds = 86_400;

/** The retention in days of rows whose retention is not a setting. */
const keptDays = {
  /** After this time without a sign-in an address counts as new. */
  knownAddress: 180,
  /** Counters of limits and spend notices: longer than any month. */
  month: 62,
  usageMinute: 2,
  usageHour: 90,
  /** Longer than a server keeps trying to write its usage. */
  usageWriter: 7,
  endedUpload: 30,
  silentWorker: 30,
  /** As long as the audit log, by default. */
  endedInvitation: 400,
};

/** An expired sign-in of a device stays known for so many seconds, in which the device is told that it has expired. */
const toldSeconds = 3600;

export function registerHousekeeping(queue: Queue, config: Config): void {
  const { webhook, usage } = config;
  registerPeriodic(queue, {
    name: 'housekeeping',
    repeatMs: hourMs,
    async run(_payload, { signal }) {
      const now = nowSeconds();
      const before = (days: number): WhereOperators<number> => ({ [Op.lt]: now - days * daySeconds });
      const expired = { expiresAt: { [Op.lte]: now } };
      await sweepLogins(signal);
      await endPasswordLogins(config, signal);
      await ProviderGrant.sweep(signal);
      await IdempotencyKey.sweep(now - keptSeconds, signal);
      await StoredResponse.sweep(now, signal);
      await deleteInBatches(PasswordReset, expired, signal);
      await deleteInBatches(SetupToken, expired, signal);
      await deleteInBatches(PendingSignIn, { expiresAt: { [Op.lte]: now - toldSeconds } }, signal);
      await deleteInBatches(Throttle, expired, signal);
      await deleteInBatches(ModelResponse, expired, signal);
      await deleteInBatches(LimitLease, expired, signal);
      await deleteInBatches(McpSession, expired, signal);
      await deleteInBatches(KnownAddress, { lastSeenAt: before(keptDays.knownAddress) }, signal);
      await deleteInBatches(LimitCount, { month: before(keptDays.month), minute: before(keptDays.month) }, signal);
      await deleteInBatches(SpendNotice, { month: before(keptDays.month) }, signal);
      await deleteInBatches(UsageRollup, { width: 'minute', startsAt: before(keptDays.usageMinute) }, signal);
      await deleteInBatches(UsageRollup, { width: 'hour', startsAt: before(keptDays.usageHour) }, signal);
      await deleteInBatches(UsageRollup, { width: 'day', startsAt: before(usage.retention_days) }, signal);
      await deleteInBatches(UsageWriter, { writtenAt: before(keptDays.usageWriter) }, signal);
      await deleteInBatches(LatencyCount, { day: before(usage.retention_days) }, signal);
      const ended = { status: { [Op.ne]: 'pending' as const }, expiresAt: before(keptDays.endedUpload) };
      await deleteInBatches(Upload, ended, signal);
      await deleteInBatches(FineTuningWorker, { lastSeenAt: before(keptDays.silentWorker) }, signal);
      // An accepted invitation keeps its expiry, so that it is deleted too.
      await deleteInBatches(Invitation, { expiresAt: before(keptDays.endedInvitation) }, signal);
      await sweepDeliveries(webhook.retention_days, signal);
      await releaseSpace(signal);
    },
  });
}

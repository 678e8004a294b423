// Retention: deletes expired rows once an hour, on one server. Then the embedded database gives the space back to the disk.
// The audit log and files have jobs of their own (services/audit, services/files).

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
import { KnownAddress, Throttle } from '../models/throttle.ts';
import { Upload } from '../models/upload.ts';
import { UsageRollup } from '../models/usage-rollup.ts';
import { UsageWriter } from '../models/usage-writer.ts';
import { endPasswordLogins, sweepLogins } from './people/index.ts';
import type { Queue } from './platform/index.ts';
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

export function registerHousekeeping(queue: Queue, config: Config): void {
  const { webhook, usage } = config;
  queue.register({
    name: 'housekeeping',
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: 1,
    retryDelayMs: () => hourMs,
    repeatMs: hourMs,
    async run(_payload, { signal }) {
      const now = nowSeconds();
      const ago = (days: number): number => now - days * daySeconds;
      await sweepLogins(signal);
      await endPasswordLogins(config, signal);
      await PasswordReset.sweep(signal);
      await ProviderGrant.sweep(signal);
      await SetupToken.sweep(signal);
      await PendingSignIn.sweep(signal);
      await Throttle.sweep(now, signal);
      await KnownAddress.sweep(ago(keptDays.knownAddress), signal);
      await ModelResponse.sweep(now, signal);
      await StoredResponse.sweep(now, signal);
      await LimitLease.sweep(now, signal);
      await LimitCount.sweep(ago(keptDays.month), signal);
      await SpendNotice.sweep(ago(keptDays.month), signal);
      await McpSession.sweep(now, signal);
      await IdempotencyKey.sweep(now - keptSeconds, signal);
      await UsageRollup.sweep('minute', ago(keptDays.usageMinute), signal);
      await UsageRollup.sweep('hour', ago(keptDays.usageHour), signal);
      await UsageRollup.sweep('day', ago(usage.retention_days), signal);
      await UsageWriter.sweep(ago(keptDays.usageWriter), signal);
      await LatencyCount.sweep(ago(usage.retention_days), signal);
      await Upload.sweep(ago(keptDays.endedUpload), signal);
      await FineTuningWorker.sweep(ago(keptDays.silentWorker), signal);
      await Invitation.sweep(ago(keptDays.endedInvitation), signal);
      await sweepDeliveries(webhook.retention_days, signal);
      await releaseSpace(signal);
    },
  });
}

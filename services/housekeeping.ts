// Deletes expired rows once an hour, on one server.

import { nowSeconds } from '../models/clock.ts';
import { IdempotencyKey } from '../models/idempotency-key.ts';
import { LimitCount } from '../models/limit-count.ts';
import { LimitLease } from '../models/limit-lease.ts';
import { McpSession } from '../models/mcp-session.ts';
import { ModelResponse } from '../models/model-response.ts';
import { PasswordReset } from '../models/password-reset.ts';
import { SpendNotice } from '../models/spend-notice.ts';
import { KnownAddress, Throttle } from '../models/throttle.ts';
import { UsageRollup } from '../models/usage-rollup.ts';
import { sweepLogins } from './people/index.ts';
import type { Queue } from './platform/index.ts';
import type { Config } from './settings/index.ts';
import { keptSeconds } from './tenancy/index.ts';
import { sweepDeliveries } from './webhooks/index.ts';

const hourMs = 3_600_000;
const daySeconds = 86_400;
/** After this many days without a sign-in, an address no longer counts as known for the user. */
const knownDays = 180;

export function registerHousekeeping(queue: Queue, { webhook }: Config): void {
  queue.register({
    name: 'housekeeping',
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: 1,
    retryDelayMs: () => hourMs,
    repeatMs: hourMs,
    async run() {
      await sweepLogins();
      await PasswordReset.sweep();
      await Throttle.sweep(nowSeconds());
      await KnownAddress.sweep(nowSeconds() - knownDays * daySeconds);
      await ModelResponse.sweep(nowSeconds());
      await LimitLease.sweep(nowSeconds());
      await LimitCount.sweep(nowSeconds() - 62 * daySeconds);
      await SpendNotice.sweep(nowSeconds() - 62 * daySeconds);
      await McpSession.sweep(nowSeconds());
      await IdempotencyKey.sweep(nowSeconds() - keptSeconds);
      await UsageRollup.sweep('minute', nowSeconds() - 2 * daySeconds);
      await UsageRollup.sweep('hour', nowSeconds() - 90 * daySeconds);
      await sweepDeliveries(webhook.retention_days);
    },
  });
}

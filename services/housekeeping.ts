// What has ended by itself and is only in the way: removed once an hour, by one server.

import { ModelResponse } from '../models/model-response.ts';
import { Throttle } from '../models/throttle.ts';
import { UsageRollup } from '../models/usage-rollup.ts';
import { nowSeconds } from './clock.ts';
import { sweepLogins } from './logins.ts';
import type { Queue } from './queue/index.ts';

const hourMs = 3_600_000;
const daySeconds = 86_400;

export function registerHousekeeping(queue: Queue): void {
  queue.register({
    name: 'housekeeping',
    concurrency: 1,
    leaseMs: 60_000,
    maxAttempts: 1,
    retryDelayMs: () => hourMs,
    repeatMs: hourMs,
    async run() {
      await sweepLogins();
      await Throttle.sweep(nowSeconds());
      await ModelResponse.sweep(nowSeconds());
      await UsageRollup.sweep('minute', nowSeconds() - 2 * daySeconds);
      await UsageRollup.sweep('hour', nowSeconds() - 90 * daySeconds);
    },
  });
}

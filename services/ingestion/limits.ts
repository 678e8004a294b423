// The settings of ingestion, in the units of the code.

import type { Config } from '../settings/config.ts';
import type { IngestionLimits } from './index.ts';
import type { ReaderLimits } from './pool.ts';

export function readerLimits(settings: Config['ingestion']): ReaderLimits {
  return {
    // As many as there are places: for files of any kind, and for long ones.
    processes: 2 * settings.workers,
    timeoutMs: settings.timeout_seconds * 1000,
    memoryBytes: settings.memory_mb * 1024 ** 2,
  };
}

export function ingestionLimits(settings: Config['ingestion']): IngestionLimits {
  return {
    workers: settings.workers,
    leaseMs: settings.lease_seconds * 1000,
    maxTokens: settings.max_tokens,
  };
}

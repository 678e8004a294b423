// Converts the ingestion settings to the units of the code.

import type { LocalModel } from '../gateway/index.ts';
import { type Config, readersOf } from '../settings/index.ts';
import type { ReaderLimits } from './pool.ts';
import type { IngestionLimits } from './work.ts';

/** The memory of a model's table, in copies: the file that is read, and two copies of the numbers. */
const tableCopies = 3;

export function readerLimits(settings: Config['ingestion'], models: readonly LocalModel[]): ReaderLimits {
  const tables = models.map(({ reader }) => (reader === 'built-in' ? 0 : tableCopies * reader.bytes));
  return {
    modelBytes: tables.reduce((sum, bytes) => sum + bytes, 0),
    // One for each worker of both job kinds: all files, and long files.
    processes: 2 * readersOf(settings),
    timeoutMs: settings.timeout_seconds * 1000,
    memoryBytes: settings.memory_mb * 1024 ** 2,
  };
}

export function ingestionLimits(settings: Config['ingestion']): IngestionLimits {
  return {
    workers: readersOf(settings),
    leaseMs: settings.lease_seconds * 1000,
    maxTokens: settings.max_tokens,
  };
}

// Every migration, in order. One that has been released is never changed: add another.

import type { Schema } from '../dialects/table.ts';
import { foundation } from './0001-foundation.ts';
import { jobs } from './0002-jobs.ts';
import { passwordResets } from './0010-password-resets.ts';
import { invitations } from './0011-invitations.ts';
import { sessionSuccessors } from './0012-session-successors.ts';
import { collections } from './0020-collections.ts';
import { files } from './0030-files.ts';
import { vectorStoreFiles } from './0031-vector-store-files.ts';
import { modelResponses } from './0040-model-responses.ts';
import { webhooks } from './0050-webhooks.ts';
import { usage } from './0060-usage.ts';
import { limits } from './0061-limits.ts';
import { storedSettings } from './0062-settings.ts';
import { audit } from './0063-audit.ts';
import { secretsKey } from './0064-secrets-key.ts';
import { idempotencyKeys } from './0065-idempotency-keys.ts';
import { keyExpiry } from './0066-key-expiry.ts';
import { costs } from './0067-costs.ts';
import { spendLimits } from './0068-spend-limits.ts';
import { cachedTokens } from './0069-cached-tokens.ts';
import { reservations } from './0075-reservations.ts';
import { writeProbe } from './0085-write-probe.ts';
import { jobTurns } from './0086-job-turns.ts';

export interface Migration {
  name: string;
  /** May run twice: a server can die in the middle of it. */
  up(schema: Schema): Promise<void>;
}

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
  reservations,
  writeProbe,
  jobTurns,
];

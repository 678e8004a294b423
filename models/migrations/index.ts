// Every migration, in order. One that has been released is never changed: add another.

import type { Schema } from '../dialects/table.ts';
import { foundation } from './0001-foundation.ts';
import { jobs } from './0002-jobs.ts';
import { modelResponses } from './0040-model-responses.ts';
import { usage } from './0060-usage.ts';
import { limits } from './0061-limits.ts';
import { storedSettings } from './0062-settings.ts';
import { audit } from './0063-audit.ts';

export interface Migration {
  name: string;
  /** May run twice: a server can die in the middle of it. */
  up(schema: Schema): Promise<void>;
}

export const migrations: Migration[] = [foundation, jobs, modelResponses, usage, limits, storedSettings, audit];

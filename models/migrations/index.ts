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
import { webhooks } from './0050-webhooks.ts';

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
  webhooks,
];

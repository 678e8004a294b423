// Every migration, in order. One that has been released is never changed: add another.

import type { Schema } from '../dialects/table.ts';
import { foundation } from './0001-foundation.ts';
import { jobs } from './0002-jobs.ts';
import { collections } from './0020-collections.ts';
import { files } from './0030-files.ts';
import { vectorStoreFiles } from './0031-vector-store-files.ts';

export interface Migration {
  name: string;
  /** May run twice: a server can die in the middle of it. */
  up(schema: Schema): Promise<void>;
}

export const migrations: Migration[] = [foundation, jobs, collections, files, vectorStoreFiles];

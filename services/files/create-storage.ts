import { join } from 'node:path';
import type { Config } from '../settings/index.ts';
import { DiskStorage } from './disk.ts';
import { DiskSpace } from './reservation.ts';
import { S3Storage } from './s3.ts';
import type { Storage } from './storage.ts';

/** Creates the configured storage: a folder on the local disk, or S3. */
export function createStorage({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): Storage {
  return files.storage === 's3' ? new S3Storage(files.s3, dataDir) : new DiskStorage(dataDir);
}

/** Returns the local disk that holds the files, or undefined if the files are in S3. */
export function diskSpace({ files, data_dir: dataDir }: Pick<Config, 'files' | 'data_dir'>): DiskSpace | undefined {
  if (files.storage === 's3') return undefined;
  return new DiskSpace(join(dataDir, 'files'), files.reserve_bytes === '' ? undefined : files.reserve_bytes);
}
